import { describe, expect, it } from 'vitest'
import type { AuditCategory } from '@heddle/domain/audit/categories.ts'
import { DAY, HOUR, MINUTE } from '../../kernel/durations.ts'
import { ClosedDays } from './closed-days.ts'

const MIDNIGHT = Date.UTC(2026, 2, 15)
const at = (days: number, ms = 0): number => MIDNIGHT + days * DAY + ms
const oldestOf = (ms: number) => new Map<AuditCategory, number>([['snapshot', ms]])
const CATEGORIES = ['snapshot'] as const

/** What a window of three days counts, in days from midnight. */
function count(days: ClosedDays, { now = at(0, 12 * HOUR), oldest = oldestOf(at(-9)) } = {}) {
  const window = { since: now - 3 * DAY, now, oldest }
  const { known, ranges } = days.plan(CATEGORIES, window)
  days.learn(
    ranges,
    ranges.map(() => 5),
    window,
  )
  const inDays = (ms: number | null) => ms && (ms - MIDNIGHT) / DAY
  return { known: known.get('snapshot') ?? 0, ranges: ranges.map(({ from, to }) => [inDays(from), inDays(to)]) }
}
const EDGES = [
  [0, null],
  [-2.5, -2],
]

describe('days that are over', () => {
  it('are counted once; from then on, only the edges of a window are', () => {
    const days = new ClosedDays()

    const first = count(days)
    const second = count(days)

    expect(first).toEqual({ known: 0, ranges: [...EDGES, [-2, -1], [-1, 0]] })
    expect(second).toEqual({ known: 10, ranges: EDGES })
  })

  it('are over an hour after their end', () => {
    const days = new ClosedDays()
    count(days)

    expect(count(days, { now: at(1, 59 * MINUTE) }).ranges).not.toContainEqual([0, 1])
    expect(count(days, { now: at(1, HOUR) }).ranges).toContainEqual([0, 1])
  })

  it('are counted anew once retention has reached them', () => {
    const days = new ClosedDays()
    count(days)

    const reached = count(days, { oldest: oldestOf(at(-2, HOUR)) })

    expect(reached).toEqual({
      known: 5,
      ranges: [
        [0, null],
        [-2.5, -1],
      ],
    })
  })

  it('are not told apart where nothing is older', () => {
    expect(count(new ClosedDays(), { oldest: new Map() }).ranges).toEqual([[-2.5, null]])
    expect(count(new ClosedDays(), { oldest: oldestOf(at(0, HOUR)) }).ranges).toEqual([[-2.5, null]])
  })
})
