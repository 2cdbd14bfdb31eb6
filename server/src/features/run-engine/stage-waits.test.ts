import { expect, it } from 'vitest'
import { waitedAlone, watchStageWaits } from './stage-waits.ts'

it('counts the time in which every request of a stage waits', () => {
  const spans = [
    { from: 0, sent: 10, to: 20 },
    { from: 5, sent: 30, to: 40 },
    { from: 15, sent: 15, to: 25 },
  ]

  expect(waitedAlone(spans)).toBe(10 + 5)
  expect(waitedAlone([])).toBe(0)
})

it('learns from each answer how long its request waited', async () => {
  const clock = { now: 100 }
  const waits = watchStageWaits(() => clock.now)
  const { promise, resolve }: PromiseWithResolvers<{ waitedMs: number }> = Promise.withResolvers()
  const watched = waits.watch(promise)
  clock.now = 150
  resolve({ waitedMs: 30 })
  await watched

  expect(waits.waitedMs()).toBe(30)
})
