import { describe, expect, it } from 'vitest'
import { type Random, seededRandom } from '../testing/random.ts'
import { readZone, type Rule, slotsAmong, walk } from '../testing/schedule-oracle.ts'
import { nextRun } from './next-run.ts'
import { type Firing, planFiring } from './plan-firing.ts'
import type { Schedule } from './schedule.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../values/durations.ts'

const RULES: readonly Rule[] = [
  { expression: '*/5 * * * *', everyHour: true, matches: ({ minute }) => minute % 5 === 0 },
  { expression: '*/30 * * * *', everyHour: true, matches: ({ minute }) => minute % 30 === 0 },
  { expression: '1,2,3 * * * *', everyHour: true, matches: ({ minute }) => [1, 2, 3].includes(minute) },
  { expression: '*/10 0-3 * * *', matches: ({ minute, hour }) => minute % 10 === 0 && hour <= 3 },
  { expression: '30 2 * * *', matches: ({ minute, hour }) => minute === 30 && hour === 2 },
  {
    expression: '0 */3 * * SUN',
    matches: ({ minute, hour, weekday }) => minute === 0 && hour % 3 === 0 && weekday === 0,
  },
]

type Fired = Firing & { readonly at: number }
/** A period in which no firing could start: no worker was running, or the task was. */
type Pause = { readonly from: number; readonly to: number }

describe('a scheduler that is stopped at random, with long runs', () => {
  it.each(['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone, seed) => [zone, seed] as const))(
    'fires every slot it should in %s',
    (timezone, seed) => {
      const random = seededRandom(seed)
      const { start, end, schedule, slots } = randomWorld(random, timezone)

      const { fired, pauses } = simulate(random, schedule, start, end)

      expect(fired.map(({ slot }) => slot.getTime())).toEqual(slotsByLaw(slots, pauses, end))
      for (const { slot, at, trigger, nextRunAt } of fired) {
        expect(trigger).toBe(at > slot.getTime() + MINUTE ? 'catch_up' : 'schedule')
        expect(nextRunAt?.getTime()).toBe(slots.find((other) => other > at) ?? nextRunAt?.getTime())
      }
    },
  )
})

/** A few days in one of ten years, around a clock change if there is one in that year. */
function randomWorld(random: Random, timezone: string) {
  const january = Date.UTC(2026 + random.below(10), 0, 1)
  const zone = readZone(timezone, january, january + 360 * DAY)
  const middle = zone.changes.length > 0 ? random.pick(zone.changes).at : january + random.below(360 * 24) * HOUR
  const [start, end] = [middle - DAY, middle + 2 * DAY]
  if (random.chance(0.2)) {
    const minutes = 1 + random.below(300)
    const anchor = start - random.below(DAY)
    const schedule: Schedule = { type: 'interval', minutes, anchor: new Date(anchor) }
    const slots: number[] = []
    for (let slot = anchor + minutes * MINUTE; slot <= end; slot += minutes * MINUTE) if (slot > start) slots.push(slot)
    return { start, end, schedule, slots }
  }
  const rule = random.pick(RULES)
  const schedule: Schedule = { type: 'cron', expression: rule.expression, timezone }
  return { start, end, schedule, slots: slotsAmong(walk(zone, start, end), rule) }
}

/** Ticks a second after each slot; between two firings the task runs, and sometimes the worker is down. */
function simulate(random: Random, schedule: Schedule, start: number, end: number): { fired: Fired[]; pauses: Pause[] } {
  const fired: Fired[] = []
  const pauses: Pause[] = []
  let freeAt = start
  let dueAt = nextRun(schedule, new Date(start))
  while (dueAt !== undefined) {
    const at = Math.max(dueAt.getTime() + SECOND, freeAt)
    if (at > end) break
    const firing = planFiring({ schedule, dueAt, now: new Date(at) })
    fired.push({ ...firing, at })
    freeAt = at + randomPause(random)
    pauses.push({ from: at, to: freeAt })
    dueAt = firing.nextRunAt
  }
  return { fired, pauses }
}

function randomPause(random: Random): number {
  if (random.chance(0.05)) return random.below(DAY)
  return random.chance(0.2) ? random.below(3 * HOUR) : SECOND + random.below(30 * SECOND)
}

/** All slots; of those that passed while nothing could fire, only the last. */
function slotsByLaw(slots: readonly number[], pauses: readonly Pause[], end: number): number[] {
  return slots.filter((slot) => {
    const pause = pauses.find(({ from, to }) => from < slot && slot + SECOND <= to)
    const firesAt = pause?.to ?? slot + SECOND
    return firesAt <= end && (pause === undefined || !slots.some((other) => other > slot && other <= firesAt))
  })
}
