import { describe, expect, it } from 'vitest'
import { HOUR, SECOND } from '../../kernel/durations.ts'
import { admitAt } from './leaky-bucket.ts'

const us = 1000
const now = Date.UTC(2026, 2, 2) * us
/** Five per minute, one every twelve seconds, with a burst of three. */
const rate = { intervalMs: 12 * SECOND, burst: 3 }
const interval = rate.intervalMs * us

describe('a leaky bucket', () => {
  it.each([
    ['is empty', undefined, { admitted: true, dueUs: now + interval, retryAfterUs: 0 }],
    ['ran empty long ago', now - 5 * interval, { admitted: true, dueUs: now + interval, retryAfterUs: 0 }],
    ['has room for exactly one', now + 3 * interval, { admitted: true, dueUs: now + 4 * interval, retryAfterUs: 0 }],
    ['lacks a microsecond of room', now + 3 * interval + 1, { admitted: false, retryAfterUs: 1 }],
    ['is full', now + 4 * interval, { admitted: false, retryAfterUs: interval }],
  ])('that %s admits or refuses accordingly', (_, held, decision) => {
    expect(admitAt(now, held, rate)).toEqual(decision)
  })

  it('locks no one out when the clock is set back', () => {
    expect(admitAt(now - HOUR * us, now + interval, rate)).toMatchObject({ admitted: true })
  })

  it('admits one per interval without a burst', () => {
    const first = admitAt(now, undefined, { ...rate, burst: 0 })

    expect(first).toMatchObject({ admitted: true, dueUs: now + interval })
    expect(admitAt(now + interval - 1, now + interval, { ...rate, burst: 0 })).toEqual({
      admitted: false,
      retryAfterUs: 1,
    })
    expect(admitAt(now + interval, now + interval, { ...rate, burst: 0 })).toMatchObject({ admitted: true })
  })
})
