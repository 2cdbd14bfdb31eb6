import { readClassTable } from './model/class-table.ts'
import { buildAccess } from './fabric/build-access.ts'
import { buildChecked } from './fabric/build-checked.ts'
import { buildInventory } from './fabric/build-inventory.ts'
import { buildRecords } from './fabric/build-records.ts'
import { buildTenants } from './fabric/build-tenants.ts'
import { FABRIC_TIME, FabricBuilder } from './fabric/builder.ts'
import { FABRIC_SIZES, type FabricNumbers, type FabricSize } from './fabric/fabric-size.ts'
import { ObjectStore } from './model/object-store.ts'
import { DEFAULT_RELEASE } from './session/cluster.ts'

export type FabricOptions = {
  readonly size?: FabricSize | FabricNumbers
  /** Equal seeds generate equal fabrics. */
  readonly seed?: number
  readonly release?: string
  /** The time in milliseconds before which everything happened; a fixed one by default. */
  readonly now?: number
  /** Also what only checks of a fabric read, such as fans, optics, upgrade groups and images. */
  readonly isChecked?: boolean
}

/** A realistic fabric, including the mistakes operators look for. */
export function generateFabric(options: FabricOptions = {}): ObjectStore {
  const store = new ObjectStore(readClassTable())
  const size = options.size ?? 'small'
  const numbers = typeof size === 'string' ? FABRIC_SIZES[size] : size
  const builder = new FabricBuilder(store, options.seed ?? 1, options.now ?? FABRIC_TIME)
  const topology = buildInventory(builder, numbers, options.release ?? DEFAULT_RELEASE)
  const domains = buildAccess(builder, topology)
  buildTenants({ builder, numbers, topology, domains })
  buildRecords(builder, numbers, topology)
  if (options.isChecked === true) buildChecked(builder, topology)
  return store
}
