import { expect, it, vi } from 'vitest'
import { workDeadline } from './work-deadline.ts'

/** A thread that uses this much of the processor time there is. */
function threadWith(share: number): Parameters<typeof workDeadline>[0] {
  const startedAt = performance.now()
  return { cpuMs: async () => 1_000 + (performance.now() - startedAt) * share, usageAtRest }
}
const usageAtRest = () => ({ cpuMs: 1_000, heapBytes: 0 })

it('fires once the thread has worked for that long', async () => {
  using deadline = workDeadline(threadWith(1), 60)

  await vi.waitFor(() => expect(deadline.signal.aborted).toBe(true))
})

it('gives a thread that hardly gets to work more time, but not any amount', async () => {
  const startedAt = performance.now()
  using deadline = workDeadline(threadWith(0.01), 60)

  await vi.waitFor(() => expect(deadline.signal.aborted).toBe(true))
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(60 * 5)
})

it('does not fire once the work is over, and does not mind a thread that has ended', async () => {
  const gone = new Error('it has ended')
  using ended = workDeadline({ cpuMs: () => Promise.reject(gone), usageAtRest }, 1)
  const over = workDeadline(threadWith(1), 60)
  over[Symbol.dispose]()
  using other = workDeadline(threadWith(1), 120)

  await vi.waitFor(() => expect(other.signal.aborted).toBe(true))
  expect([over.signal.aborted, ended.signal.aborted]).toEqual([false, false])
})
