import type { PackCheck, PackManifest } from '@heddle/contract/pack-files.ts'
import type { ManagedObject } from '../controller-query/controller-query.ts'

/** A check of a pack, and the group that it belongs to. */
export type PackedCheck = PackCheck & { readonly group: string }

export type LoadedPack = Omit<PackManifest, 'parameters'> & {
  /** In the order of their ids. */
  readonly checks: readonly PackedCheck[]
  /** By path. */
  readonly fixtures: ReadonlyMap<string, readonly ManagedObject[]>
}
