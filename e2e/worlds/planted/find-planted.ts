import type { Order } from '../read-order.ts'
import type { WorldOrder, WorldOutcome } from '../run-world.ts'
import { real } from '../virtual/take-over-node.ts'
import { PLANTED } from './table.ts'

/** So many worlds have to be enough to find a mistake, unless fewer are wanted. */
const MOST_SEEDS = 40
/** Of all of the table: a table that is found completely has become too easy. */
const LEAST_FOUND = 36

/** Looks for each mistake in the first worlds; fails when too few are found. */
export async function findPlanted(
  { planted, from, count, mostSeconds }: Order,
  run: (order: WorldOrder) => Promise<WorldOutcome>,
): Promise<number> {
  const names = planted === 'all' ? PLANTED.map(({ name }) => name) : planted!
  const began = real.performanceNow()
  let found = 0
  for (const name of names) {
    if (real.performanceNow() - began > mostSeconds * 1000) break
    globalThis.planted = name
    const outcome = await firstFailing(run, { from, count: Math.min(count, MOST_SEEDS) })
    globalThis.planted = undefined
    if (outcome) found += 1
    console.log(outcome ? `found  ${name}: seed ${outcome.seed}, ${outcome.faults[0]}` : `MISSED ${name}`)
  }
  console.log(`${found} of ${names.length} planted faults were found`)
  return planted !== 'all' || found >= LEAST_FOUND ? 0 : 1
}

async function firstFailing(
  run: (order: WorldOrder) => Promise<WorldOutcome>,
  { from, count }: Pick<Order, 'from' | 'count'>,
): Promise<WorldOutcome | undefined> {
  for (let seed = from; seed < from + count; seed += 1) {
    const outcome = await run({ seed })
    if (outcome.faults.length > 0) return outcome
  }
  return undefined
}
