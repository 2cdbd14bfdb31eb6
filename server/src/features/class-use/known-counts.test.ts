import { expect, it } from 'vitest'
import { MINUTE } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createKnownCounts } from './known-counts.ts'

it('keeps the newest count of a class for ten minutes, for its connection only', async () => {
  const clock = createManualClock('2026-03-02T09:00:00Z')
  const counts = createKnownCounts(clock)
  counts.open('a').remember('fvBD', 4)
  counts.open('a').remember('fvBD', 5)

  expect([...counts.of('a')]).toEqual([['fvBD', 5]])
  expect(counts.of('b').size).toBe(0)
  await clock.advance(10 * MINUTE)
  expect(counts.of('a').size).toBe(0)
})

it('forgets the counts of a connection, also those that a run still brings', () => {
  const counts = createKnownCounts(createManualClock('2026-03-02T09:00:00Z'))
  const ofRun = counts.open('a')
  ofRun.remember('fvBD', 5)

  counts.forget('a')
  ofRun.remember('fvBD', 6)

  expect(counts.of('a').size).toBe(0)
})
