import type { AuditCategory } from '@heddle/domain/audit/categories.ts'
import { DAY, HOUR } from '../../kernel/durations.ts'

/** Entries of a category from an instant up to another; to the newest without one. */
export type CountedRange = { readonly category: AuditCategory; readonly from: number; readonly to: number | null }
export type CountPlan = {
  /** How many entries the days have that need not be counted. */
  readonly known: ReadonlyMap<AuditCategory, number>
  readonly ranges: readonly CountedRange[]
}

/** No transaction takes as long, and no clock is as wrong: nothing is added to a day that ended so long ago. */
const CLOSED_AFTER_MS = HOUR
const LONGEST_WINDOW_DAYS = 32

/**
 * How many entries of each category the days had that are over. Retention deletes the oldest entries of a category
 * first: while there is one from before a day, that day is whole.
 */
export class ClosedDays {
  readonly #counts = new Map<string, number>()

  /** What remains to be counted for a window, given the instant of each category's oldest entry. */
  plan(
    categories: readonly AuditCategory[],
    { since, now, oldest }: { since: number; now: number; oldest: ReadonlyMap<AuditCategory, number> },
  ): CountPlan {
    const closedUpTo = Math.floor((now - CLOSED_AFTER_MS) / DAY) * DAY
    const known = new Map<AuditCategory, number>()
    const ranges = categories.flatMap((category): CountedRange[] => {
      const wholeFrom = nextDay(Math.max(since - 1, oldest.get(category) ?? Infinity))
      if (wholeFrom >= closedUpTo) return [{ category, from: since, to: null }]
      const counted: CountedRange[] = [{ category, from: closedUpTo, to: null }]
      if (since < wholeFrom) counted.push({ category, from: since, to: wholeFrom })
      for (let day = wholeFrom; day < closedUpTo; day += DAY) {
        const count = this.#counts.get(keyOf(category, day))
        if (count === undefined) counted.push({ category, from: day, to: day + DAY })
        else known.set(category, (known.get(category) ?? 0) + count)
      }
      return counted
    })
    return { known, ranges }
  }

  /** Remembers the ranges that are whole days, and forgets days before any window. */
  learn(
    ranges: readonly CountedRange[],
    counts: readonly number[],
    { now, oldest }: { now: number; oldest: ReadonlyMap<AuditCategory, number> },
  ): void {
    for (const key of this.#counts.keys()) if (dayOf(key) < now - LONGEST_WINDOW_DAYS * DAY) this.#counts.delete(key)
    for (const [index, { category, from, to }] of ranges.entries()) {
      const isWholeDay = from % DAY === 0 && to === from + DAY && (oldest.get(category) ?? Infinity) < from
      if (isWholeDay) this.#counts.set(keyOf(category, from), counts[index]!)
    }
  }
}

const nextDay = (ms: number): number => (Math.floor(ms / DAY) + 1) * DAY
const keyOf = (category: AuditCategory, day: number): string => `${day} ${category}`
const dayOf = (key: string): number => Number.parseInt(key, 10)
