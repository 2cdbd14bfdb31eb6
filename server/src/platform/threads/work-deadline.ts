import { setTimeout as delay } from 'node:timers/promises'
import type { Functions } from './calls.ts'
import type { Thread } from './open-thread.ts'

/** On a machine that is busy with something else, work may take this many times as long. */
const LONGEST_WAIT = 6
const SHORTEST_PAUSE_MS = 50

/**
 * A signal that fires once a thread has worked for so many milliseconds, counted by the processor time it used from
 * now on: what else the machine does is not its fault. In any case it fires after six times as long.
 */
export function workDeadline(
  thread: Pick<Thread<Functions>, 'cpuMs' | 'usageAtRest'>,
  ms: number,
): { readonly signal: AbortSignal } & Disposable {
  const late = new AbortController()
  const over = new AbortController()

  const before = thread.usageAtRest().cpuMs
  const watch = async (): Promise<void> => {
    for (let waited = 0, rest = ms; rest > 0 && waited < ms * LONGEST_WAIT;) {
      const pause = Math.max(rest, SHORTEST_PAUSE_MS)
      await delay(pause, undefined, { signal: over.signal, ref: false })
      waited += pause
      rest = ms - ((await thread.cpuMs()) - before)
    }
    late.abort(new DOMException(`It worked for longer than ${ms} ms.`, 'TimeoutError'))
  }
  // It ends with the thread, or with the work.
  watch().catch(() => undefined)
  return { signal: late.signal, [Symbol.dispose]: () => over.abort() }
}
