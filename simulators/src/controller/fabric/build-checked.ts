import type { FabricBuilder } from './builder.ts'
import { addHardware } from './checked/add-hardware.ts'
import { addNeighbours } from './checked/add-neighbours.ts'
import { addOperation } from './checked/add-operation.ts'
import { addPairs } from './checked/add-pairs.ts'
import type { Topology } from './topology.ts'

/** What only checks of a fabric read, with a few faults among much that is right. */
export function buildChecked(builder: FabricBuilder, topology: Topology): void {
  addHardware(builder, topology)
  addPairs(builder, topology)
  addNeighbours(builder, topology)
  addOperation(builder, topology)
}
