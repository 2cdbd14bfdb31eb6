import { readFileSync } from 'node:fs'
import { inhabitWorlds } from './inhabit.ts'
import { findPlanted } from './planted/find-planted.ts'
import type { Order } from './read-order.ts'
import { runWorld, type WorldOrder, type WorldOutcome } from './run-world.ts'
import { shrink } from './shrink.ts'
import type { FaultKind } from './world/faults.ts'
import { real } from './virtual/take-over-node.ts'

const PAST = new URL('past-failures.json', import.meta.url)
/** So many failures say enough. */
const MOST_FAILURES = 3

type Runs = (order: WorldOrder) => Promise<WorldOutcome>

/** Runs the worlds of an order, past failures first; the exit status. */
export async function runSeeds(order: Order): Promise<number> {
  const { worlds, inhabited } = await inhabitWorlds()
  const run: Runs = (world) => runWorld(worlds, inhabited, world)
  // The first world finds modules that have not kept anything yet, and so would not happen again.
  await run({ seed: 0 })
  await worlds.learn()
  if (order.planted !== undefined) return findPlanted(order, run)
  const began = real.performanceNow()
  let [ran, failed, steps, elapsedMs] = [0, 0, 0, 0]
  for (const world of worldsOf(order)) {
    if (real.performanceNow() - began > order.mostSeconds * 1000) break
    const outcome = await run(world)
    ran += 1
    steps += outcome.steps
    elapsedMs += outcome.elapsedMs
    if (order.verbose) console.log(`${outcome.lastEvents}\nfingerprint ${outcome.fingerprint}`)
    const isSame = !order.twice || (await happensAgain(run, world, outcome))
    if (outcome.faults.length > 0) await report(run, world, outcome)
    else if (isSame) continue
    failed += 1
    if (failed === MOST_FAILURES) break
  }
  const seconds = Math.round((real.performanceNow() - began) / 1000)
  console.log(
    `${ran} worlds, ${failed} with faults, ${steps} events, ${Math.round(elapsedMs / 3_600_000)} hours of their time in ${seconds} s`,
  )
  return failed === 0 ? 0 : 1
}

function* worldsOf({ from, count, stride, kinds, troubleMs }: Order): Generator<WorldOrder> {
  if (count > 1 && from === 1) yield* pastFailures()
  const less = { ...(kinds && { kinds: kinds as readonly FaultKind[] }), ...(troubleMs !== undefined && { troubleMs }) }
  for (let index = 0; index < count; index += 1) yield { seed: from + index * stride, ...less }
}

/** Seeds of faults that were repaired; `fault` says what it was. */
const pastFailures = (): readonly (WorldOrder & { readonly fault: string })[] =>
  JSON.parse(readFileSync(PAST, 'utf8')) as readonly (WorldOrder & { readonly fault: string })[]

/** Says where the second run of a world differs from the first. */
async function happensAgain(run: Runs, world: WorldOrder, first: WorldOutcome): Promise<boolean> {
  const again = await run(world)
  if (again.fingerprint === first.fingerprint) return true
  const at = first.history.findIndex((event, index) => event !== again.history[index])
  console.log(`seed ${world.seed} is another world each time:\n${first.history[at]}\n${again.history[at]}`)
  return false
}

async function report(run: Runs, world: WorldOrder, outcome: WorldOutcome): Promise<void> {
  const least = await shrink(run, world, outcome)
  const { kinds, troubleMs, seed } = least.world
  const less = `${kinds ? ` --kinds ${kinds.join(',') || 'none'}` : ''}${troubleMs === undefined ? '' : ` --trouble ${troubleMs}`}`
  console.log(
    [
      `\nseed ${seed}: ${least.outcome.faults.join('; ')}`,
      `repeat it with: npm run worlds -- --seed ${seed}${less} --verbose`,
      least.outcome.lastEvents,
    ].join('\n'),
  )
}
