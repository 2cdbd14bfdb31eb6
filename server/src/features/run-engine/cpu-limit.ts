import type { Functions } from '../../platform/threads/calls.ts'
import type { Thread } from '../../platform/threads/open-thread.ts'
import type { RunFailure } from './engine-types.ts'

const LOOK_MS = 1_000

/**
 * Calls `end` once a thread that rests has used so much processor time from now on. What it waits for costs none. A
 * thread that does not even say how much it has used is computing, so that time counts too.
 */
export function watchCpu(
  thread: Pick<Thread<Functions>, 'cpuMs' | 'usageAtRest'>,
  limitMs: number,
  end: () => void,
): Disposable {
  const before = thread.usageAtRest().cpuMs
  let usedMs = 0
  let askedAt: number | undefined

  const look = async (): Promise<void> => {
    const silentMs = askedAt === undefined ? 0 : performance.now() - askedAt
    if (usedMs + silentMs > limitMs) end()
    if (askedAt !== undefined) return
    askedAt = performance.now()
    usedMs = (await thread.cpuMs()) - before
    askedAt = undefined
    if (usedMs > limitMs) end()
  }
  const timer = setInterval(() => void look(), LOOK_MS).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

export const tooMuchCpu = (limitMs: number): RunFailure => ({
  reason: 'too_big',
  message: `The run took more than ${limitMs / 1_000} s of processor time, the most that a run may take here (MAX_RUN_CPU_SECONDS). Narrow it with filters or a scope, or use fewer steps.`,
})
