import type { ManagedObject } from '../model/managed-object.ts'

/** What later steps of the generation need to know about the ones before. */
export type FabricPath = { readonly dn: string; readonly object: ManagedObject; readonly nodeId: number }

export type FabricNode = {
  readonly id: number
  readonly pod: number
  readonly name: string
  readonly object: ManagedObject
  readonly system: ManagedObject
}

export type Topology = {
  readonly universe: ManagedObject
  readonly controllers: readonly FabricNode[]
  readonly switches: readonly FabricNode[]
  /** Places where EPGs can be bound: leaf ports and virtual port channels. */
  readonly paths: readonly FabricPath[]
  /** `ethpmPhysIf` objects whose port is up administratively and down in fact. */
  readonly deadPorts: readonly ManagedObject[]
}
