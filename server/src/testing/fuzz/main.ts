import { parseArgs } from 'node:util'
import { seededRandom } from '@heddle/domain/testing/random.ts'
import { startTestApp } from '../start-test-app.ts'
import { fuzzKillers } from './fuzz-killers.ts'
import { fuzzParser } from './fuzz-parsers.ts'
import { createRouteFuzzer, FUZZ_ENV, ROLES, type RouteFuzzer } from './fuzz-routes.ts'
import { PARSERS } from './parsers.ts'

const HELP = `npm run fuzz [-- --seed 1] [--minutes 2 | --requests 10000]

Prepares hostile canvases in full size. Then starts a server and asks every route in every role for nonsense, and every
parser to read it, in rounds until the time is up or the requests are sent. Prints each answer that is not as documented, with the
request and the seed of its round.
  --seed <n>      of the first round; the next has the next number
  --minutes <n>   stop after so many minutes
  --requests <n>  stop after so many requests; a round is never cut off`

const INPUTS_PER_PARSER = 500
const WARM_UP_ROUNDS = 2
const MOST_GROWTH_MB = 40

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '2' },
    requests: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(HELP)
else
  await run(
    Number(values.seed),
    Number(values.minutes) * 60_000,
    values.requests === undefined ? undefined : Number(values.requests),
  )

async function run(firstSeed: number, forMs: number, requests: number | undefined): Promise<void> {
  const slow = fuzzKillers()
  for (const fault of slow) console.error(fault)
  const app = await startTestApp({ env: FUZZ_ENV })
  const fuzzer = await createRouteFuzzer(app)
  const startedAt = performance.now()
  const heaps: number[] = []
  let sent = 0
  let faults = slow.length
  const isOver = () => (requests === undefined ? performance.now() - startedAt >= forMs : sent >= requests)
  for (let seed = firstSeed; sent === 0 || !isOver(); seed++) {
    const found = await fuzzRound(fuzzer, seed)
    for (const fault of found) console.error(`seed ${seed}: ${fault}`)
    faults += found.length
    sent += fuzzer.operations.length * ROLES.length
    heaps.push(heapMb())
    console.log(
      `seed ${seed}: ${sent} requests, ${faults} faults, heap ${heaps.at(-1)!.toFixed(0)} MB, process ${processMb().toFixed(0)} MB`,
    )
  }
  const grown = growthOf(heaps)
  if (grown > MOST_GROWTH_MB)
    console.error(`The heap grew by ${grown.toFixed(0)} MB after the first ${WARM_UP_ROUNDS} rounds.`)
  if (faults > 0 || grown > MOST_GROWTH_MB) process.exitCode = 1
  await app.stop()
}

async function fuzzRound(fuzzer: RouteFuzzer, seed: number): Promise<string[]> {
  const random = seededRandom(seed)
  const found = PARSERS.flatMap((parser) => fuzzParser(parser, INPUTS_PER_PARSER, random))
  for (const role of ROLES) found.push(...(await fuzzer.fuzz(role, 1, random)))
  return found
}

/** After a full collection: what is left is really held. */
function heapMb(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1e6
}

function processMb(): number {
  return process.memoryUsage().rss / 1e6
}

/** The first rounds fill caches, which is no growth. */
function growthOf(heaps: readonly number[]): number {
  return heaps.length <= WARM_UP_ROUNDS ? 0 : heaps.at(-1)! - heaps[WARM_UP_ROUNDS - 1]!
}
