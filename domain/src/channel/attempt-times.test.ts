import { expect, it } from 'vitest'
import { nextAttemptAt } from './attempt-times.ts'

const START = new Date('2026-03-02T09:00:00Z')
const after = (seconds: number) => new Date(START.getTime() + seconds * 1_000)
const HOUR = 3_600

it('tries at the times that the contract names, and gives up after three days', () => {
  const times: number[] = [0]
  for (let attempts = 1; ; attempts += 1) {
    const now = after(times.at(-1)!)
    const next = nextAttemptAt({ createdAt: START, firstAttemptAt: START, attempts }, now)
    if (next === null) break
    times.push((next.getTime() - START.getTime()) / 1_000)
  }

  expect(times).toEqual([
    ...[0, 5, 60, 300, 1_800, 2 * HOUR, 5 * HOUR, 10 * HOUR],
    ...[22, 34, 46, 58, 70, 72].map((hours) => hours * HOUR),
  ])
})

it('tries what waited behind another message once when its three days are over', () => {
  const late = after(80 * HOUR)

  expect(nextAttemptAt({ createdAt: START, firstAttemptAt: late, attempts: 1 }, late)).toBeNull()
})

it('ends with the three days of the message, not of its first attempt', () => {
  const first = after(71 * HOUR)

  const next = nextAttemptAt({ createdAt: START, firstAttemptAt: first, attempts: 5 }, after(71.6 * HOUR))

  expect(next).toEqual(after(72 * HOUR))
})

it('goes on with the times to come after the server was off', () => {
  const next = nextAttemptAt({ createdAt: START, firstAttemptAt: START, attempts: 2 }, after(3 * HOUR))

  expect(next).toEqual(after(5 * HOUR))
})

it('tries at once what became due during a slow attempt', () => {
  const next = nextAttemptAt({ createdAt: START, firstAttemptAt: START, attempts: 1 }, after(15))

  expect(next).toEqual(after(15))
})
