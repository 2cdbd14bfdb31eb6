import type { ManagedObject } from '../model/managed-object.ts'
import type { FabricBuilder } from './builder.ts'
import type { FabricNumbers } from './fabric-size.ts'

/** What later steps of the generation need to know about earlier ones. */
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
  /** `ethpmPhysIf` objects of ports that are enabled but down. */
  readonly deadPorts: readonly ManagedObject[]
}

export type Domains = {
  readonly physical: ManagedObject
  readonly virtual: ManagedObject
  readonly external: ManagedObject
}

/** Everything the tenants are built from. */
export type Site = {
  readonly builder: FabricBuilder
  readonly numbers: FabricNumbers
  readonly topology: Topology
  readonly domains: Domains
}

/** What the parts of one tenant need from each other. */
export type Tenant = {
  readonly index: number
  readonly name: string
  readonly object: ManagedObject
  readonly vrfs: readonly ManagedObject[]
  readonly bridgeDomains: readonly ManagedObject[]
  readonly contracts: readonly ManagedObject[]
}
