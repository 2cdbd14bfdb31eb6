import { describe, expect, it } from 'vitest'
import { type Refusal, refuse } from '../outbound/controller-failure.ts'
import { delayMs, withRetries } from './retries.ts'

const busy = refuse('busy', 'HTTP 503', { next: 'retry' })
const never = new AbortController().signal
const policy = { tries: 3, retryDelayMs: 1 }

function answering(...outcomes: (Refusal | { ok: true })[]) {
  const calls = { count: 0 }
  const attempt = () => Promise.resolve(outcomes[calls.count++] ?? busy)
  return { calls, attempt }
}

describe('withRetries', () => {
  it('retries what is worth retrying until it works', async () => {
    const { calls, attempt } = answering(busy, busy, { ok: true })

    const outcome = await withRetries(attempt, policy, never)

    expect(outcome).toEqual({ ok: true })
    expect(calls.count).toBe(3)
  })

  it('gives up after the given number of tries', async () => {
    const { calls, attempt } = answering()

    const outcome = await withRetries(attempt, policy, never)

    expect(outcome).toBe(busy)
    expect(calls.count).toBe(3)
  })

  it('does not retry what would fail the same way', async () => {
    const { calls, attempt } = answering(refuse('too_big', 'too big'))

    const outcome = await withRetries(attempt, policy, never)

    expect(outcome).toMatchObject({ failure: { reason: 'too_big' } })
    expect(calls.count).toBe(1)
  })

  it('reports the last failure when the wait is interrupted', async () => {
    const abort = new AbortController()
    const { attempt } = answering()
    const outcome = withRetries(attempt, { tries: 3, retryDelayMs: 60_000 }, abort.signal)

    abort.abort(new DOMException('time limit reached', 'TimeoutError'))

    expect(await outcome).toMatchObject({
      failure: { reason: 'deadline', message: 'The run exceeded its time limit. Last attempt: HTTP 503' },
    })
  })
})

describe('delayMs', () => {
  it('triples up to half a minute, half of it random', () => {
    const policy = { tries: 9, retryDelayMs: 1000 }

    const shortest = [1, 2, 3, 9].map((tried) => delayMs(policy, tried, () => 0))
    const longest = [1, 2, 3, 9].map((tried) => delayMs(policy, tried, () => 1))

    expect(shortest).toEqual([500, 1500, 4500, 15_000])
    expect(longest).toEqual([1000, 3000, 9000, 30_000])
  })
})
