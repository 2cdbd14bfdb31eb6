import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createExpiringMap } from './expiring-map.ts'

describe('an expiring map', () => {
  it('stays within its size by evicting the entry written longest ago', () => {
    const map = createExpiringMap<number>(createManualClock(), 3)
    for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index, HOUR)
    map.set('a', 9, HOUR)

    map.set('d', 3, HOUR)

    expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([9, undefined, 2, 3])
    expect(map.size()).toBe(3)
  })

  it('frees expired entries when swept', async () => {
    const clock = createManualClock()
    const map = createExpiringMap<number>(clock, 100)
    map.set('short', 1, MINUTE)
    map.set('long', 2, HOUR)

    await clock.advance(MINUTE)
    map.sweep()

    expect(map.size()).toBe(1)
    expect([map.get('long'), map.get('short')]).toEqual([2, undefined])
  })

  it('updates live entries, and keeps an entry when there is no change', async () => {
    const clock = createManualClock()
    const map = createExpiringMap<number>(clock, 100)
    map.set('ended', 1, MINUTE)
    await clock.advance(MINUTE)
    map.set('kept', 2, HOUR)

    map.update('ended', (held, nowMs) => ({ value: held ? 0 : 10, expiresAtMs: nowMs + MINUTE }))
    map.update('kept', () => undefined)

    expect([map.get('ended'), map.get('kept')]).toEqual([10, 2])
  })
})
