import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../platform/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createExpiringMap } from './expiring-map.ts'

describe('an expiring map', () => {
  it('stays within its size: what was written longest ago makes room', () => {
    const map = createExpiringMap<number>(createManualClock(), 3)
    for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index, HOUR)
    map.set('a', 9, HOUR)

    map.set('d', 3, HOUR)

    expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([9, undefined, 2, 3])
    expect(map.size()).toBe(3)
  })

  it('frees what has ended when swept', async () => {
    const clock = createManualClock()
    const map = createExpiringMap<number>(clock, 100)
    map.set('short', 1, MINUTE)
    map.set('long', 2, HOUR)

    await clock.advance(MINUTE)
    map.sweep()

    expect(map.size()).toBe(1)
    expect(map.remainingMs('long')).toBe(59 * MINUTE)
    expect(map.remainingMs('short')).toBe(0)
  })
})
