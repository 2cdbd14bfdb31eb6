import { describe, expect, it } from 'vitest'
import { seededRandom } from '../testing/random.ts'
import { classifyZones, type Rule, slotsAmong, walk, wallAt, type ZoneClass } from '../testing/schedule-oracle.ts'
import { nextRun, nextRuns } from './next-run.ts'
import { wallTime } from './time-zone.ts'
import { DAY, HOUR, MINUTE } from '../values/durations.ts'

const START = Date.UTC(2026, 0, 1)
const END = Date.UTC(2031, 0, 1)

const EVERY_MINUTE: Rule = { expression: '* * * * *', everyHour: true, matches: () => true }
/** A daily rule for each half hour, and rules that combine the features of expressions. */
const RULES: readonly Rule[] = [
  ...Array.from({ length: 48 }, (_, half): Rule => {
    const [atHour, atMinute] = [Math.floor(half / 2), (half % 2) * 30]
    return { expression: `${atMinute} ${atHour} * * *`, matches: ({ hour, minute }) => hour === atHour && minute === atMinute }
  }),
  { expression: '*/30 * * * *', everyHour: true, matches: ({ minute }) => minute % 30 === 0 },
  { expression: '17 * * * *', everyHour: true, matches: ({ minute }) => minute === 17 },
  { expression: '*/20 * 1-7 * SUN', everyHour: true, matches: ({ minute, day, weekday }) => minute % 20 === 0 && (day <= 7 || weekday === 0) },
  { expression: '*/15 1-4 * * *', matches: ({ minute, hour }) => minute % 15 === 0 && hour >= 1 && hour <= 4 },
  { expression: '0,59 0,2,3,23 * * *', matches: ({ minute, hour }) => [0, 59].includes(minute) && [0, 2, 3, 23].includes(hour) },
  { expression: '0 */2 * * *', matches: ({ minute, hour }) => minute === 0 && hour % 2 === 0 },
  { expression: '45 2 * * sun', matches: ({ minute, hour, weekday }) => minute === 45 && hour === 2 && weekday === 0 },
  { expression: '5 0 * * 7', matches: ({ minute, hour, weekday }) => minute === 5 && hour === 0 && weekday === 0 },
  { expression: '30 2 25-31 3,10 *', matches: ({ minute, hour, day, month }) => minute === 30 && hour === 2 && day >= 25 && [3, 10].includes(month) },
  { expression: '30 0-2 8 * SAT,SUN', matches: ({ minute, hour, day, weekday }) => minute === 30 && hour <= 2 && (day === 8 || weekday % 6 === 0) },
] // prettier-ignore

const classes = classifyZones(START, END)
const changing = classes.filter(({ changes }) => changes.length > 0)

describe('five years in every time zone', () => {
  it('cover all zones, grouped by equal clocks', () => {
    const listed = classes.flatMap(({ zones }) => zones)

    expect(listed).toEqual(expect.arrayContaining(['UTC', ...Intl.supportedValuesOf('timeZone')]))
    expect(new Set(listed).size).toBe(listed.length)
    expect(changing.length).toBeGreaterThan(20)
  })

  it('show the same wall time as an independent reading of the zones', () => {
    for (const zone of classes) {
      for (const name of zone.zones) {
        for (const instant of instantsToRead(zone)) {
          expect(wallTime(instant, name), `${name} ${new Date(instant).toISOString()}`).toBe(wallAt(zone, instant))
        }
      }
    }
  })

  it.each(classes.map((zone) => [title(zone), zone] as const))(
    'have a daily slot on each day in %s',
    (_title, zone) => {
      const rule: Rule = { expression: '30 2 * * *', matches: ({ hour, minute }) => hour === 2 && minute === 30 }

      expectSlots(rule, zone, START, dailySlots(zone))
    },
  )

  it.each(changing.map((zone) => [title(zone), zone] as const))(
    'have each slot once around the changes of %s',
    (_title, zone) => {
      for (const { at } of zone.changes) {
        const minutes = walk(zone, at - 26 * HOUR, at + 26 * HOUR)
        const near = minutes.filter(({ instant }) => instant > at - 3 * HOUR && instant <= at + 3 * HOUR)
        for (const rule of RULES) expectSlots(rule, zone, at - 26 * HOUR, slotsAmong(minutes, rule))
        expectSlots(EVERY_MINUTE, zone, at - 3 * HOUR, slotsAmong(near, EVERY_MINUTE))
      }
    },
  )

  it('have the same next slot from any instant before it', () => {
    const random = seededRandom(20_260)
    for (let sample = 0; sample < 500; sample++) {
      const zone = random.pick(classes)
      const rule = random.pick([EVERY_MINUTE, ...RULES])
      const after = START + random.below(END - START)
      const minute = Math.floor(after / MINUTE) * MINUTE
      const [expected] = slotsAmong(walk(zone, minute, minute + DAY), rule)
      const found = nextRun(
        { type: 'cron', expression: rule.expression, timezone: random.pick(zone.zones) },
        new Date(after),
      )
      if (expected === undefined) expect(found?.getTime()).toBeGreaterThan(minute + DAY)
      else expect(found?.getTime(), `${rule.expression} ${zone.zones[0]!} ${after}`).toBe(expected)
    }
  })
})

function title({ zones, changes }: ZoneClass): string {
  return `${zones.join(', ')} (${changes.length} changes)`
}

/** Both sides of every change, and the middle between two changes. */
function instantsToRead({ changes }: ZoneClass): number[] {
  const borders = [START, ...changes.map(({ at }) => at), END]
  return borders
    .flatMap((at, index) => [at - MINUTE, at, Math.floor((at + (borders[index + 1] ?? at)) / 2)])
    .filter((at) => at >= START)
}

/** Expects exactly these slots, with no other one before the last. */
function expectSlots({ expression }: Rule, zone: ZoneClass, start: number, expected: readonly number[]): void {
  const schedule = { type: 'cron', expression, timezone: zone.zones[0]! } as const
  const found = nextRuns(schedule, new Date(start), expected.length).map((slot) => slot.getTime())
  // Compared as text first: the matcher would be slower than the rules.
  if (found.join() !== expected.join())
    expect(found.map(describeInstant), `${expression} in ${title(zone)}`).toEqual(expected.map(describeInstant))
}

/** 02:30 of each day: the first quarter of an hour at which the clocks have reached that time. */
function dailySlots(zone: ZoneClass): number[] {
  const furthestAhead = Math.max(zone.offset, ...zone.changes.map(({ offset }) => offset))
  const slots: number[] = []
  for (let wall = START - DAY + 2.5 * HOUR; ; wall += DAY) {
    let instant = wall - furthestAhead
    while (wallAt(zone, instant) < wall) instant += 15 * MINUTE
    if (instant > END) return slots
    if (instant > START) slots.push(instant)
  }
}

function describeInstant(instant: number): string {
  return new Date(instant).toISOString()
}
