import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchCpu } from './cpu-limit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const SECONDS = 1_000

/** A thread that has used some time before, and whose answers the test gives. */
function watched(limitMs: number) {
  let answer = (): Promise<number> => Promise.resolve(7_000)
  const end = vi.fn()
  const watch = watchCpu({ cpuMs: () => answer(), usageAtRest: () => ({ cpuMs: 7_000, heapBytes: 0 }) }, limitMs, end)
  return {
    end,
    watch,
    says: (ms: number) => (answer = async () => ms),
    isSilent: () => (answer = () => new Promise(() => undefined)),
  }
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('the processor time of a run', () => {
  it('counts from its beginning, in a thread that has run others', async () => {
    const { end, says } = watched(3 * SECONDS)
    await wait(SECONDS)

    says(10_000)
    await wait(SECONDS)
    expect(end).not.toHaveBeenCalled()

    says(10_001)
    await wait(SECONDS)
    expect(end).toHaveBeenCalled()
  })

  it('does not grow while the run waits', async () => {
    const { end } = watched(3 * SECONDS)

    await wait(3_600 * SECONDS)

    expect(end).not.toHaveBeenCalled()
  })

  it('grows while its thread does not even answer', async () => {
    const { end, says, isSilent } = watched(5 * SECONDS)
    await wait(SECONDS)
    says(9_000)
    await wait(SECONDS)

    isSilent()
    await wait(4 * SECONDS)
    expect(end).not.toHaveBeenCalled()
    await wait(SECONDS)

    expect(end).toHaveBeenCalled()
  })

  it('is not looked at once the run has ended', async () => {
    const { end, watch, says } = watched(3 * SECONDS)
    await wait(SECONDS)

    watch[Symbol.dispose]()
    says(1e9)
    await wait(10 * SECONDS)

    expect(end).not.toHaveBeenCalled()
  })
})
