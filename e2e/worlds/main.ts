import { takeOverNode } from './virtual/take-over-node.ts'
import { takeOverThreads } from './virtual/virtual-worker.ts'
import { readOrder } from './read-order.ts'

const HELP = `npm run worlds -- [--from 1] [--seeds 10000] [--workers <n>] [--seconds <n>] [--twice] [--verbose]
                 [--seed <n> [--kinds <names>] [--trouble <ms>]] [--planted <names>|all]

Runs worlds: processes of the real server in one thread, with time, network and disks that a seed decides. Prints the
seed of each world in which a promise was broken, shrunk, and its last events.
  --seed <n>         one world; --kinds and --trouble leave out what its shrinking left out
  --from, --seeds    the first seed, and how many
  --workers <n>      as many processors as there are unless given
  --seconds <n>      begins no world later than that
  --planted <names>  plants faults in the program, and says which the worlds find
  --twice            runs each world twice and compares
  --verbose          prints the last events of every world`

if (process.argv.includes('--help')) {
  console.log(HELP)
  process.exit()
}
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
