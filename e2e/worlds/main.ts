import { takeOverNode } from './virtual/take-over-node.ts'
import { takeOverThreads } from './virtual/virtual-worker.ts'
import { readOrder } from './read-order.ts'

// Before anything of the product is loaded: what is loaded takes the clock, the timers and the threads from here.
const order = readOrder(process.argv.slice(2))
if (order.workers > 1) {
  const { spreadWorlds } = await import('./spread-worlds.ts')
  process.exit(await spreadWorlds(order))
}
takeOverNode()
takeOverThreads()
const { plantFaults } = await import('./planted/plant-faults.ts')
if (order.planted) plantFaults()
const { takeOverNetwork } = await import('./world/network.ts')
takeOverNetwork()
const { runSeeds } = await import('./run-seeds.ts')
process.exit(await runSeeds(order))
