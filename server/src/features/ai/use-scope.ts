import { addAbortListener } from 'node:events'
import { AiFailure } from '../../adapters/ai-provider/ai-failure.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'

/** How long one use may last. */
export type UseScope = {
  readonly signal: AbortSignal
  /** Rejects with the failure of the scope as soon as it ends; the work itself may go on unheeded. */
  readonly race: <T>(work: Promise<T>) => Promise<T>
  /** Throws if the scope has ended. */
  readonly check: () => void
  /** Removes the listeners from long-lived signals and stops the timer. */
  readonly close: () => void
}

type Ends = { readonly caller: AbortSignal; readonly stopping: AbortSignal; readonly timeoutMs: number }

/** Ends with the caller's signal, when the server stops, or when its time is over. */
export function openUseScope(clock: Clock, { caller, stopping, timeoutMs }: Ends): UseScope {
  const controller = new AbortController()
  const ended = Promise.withResolvers<never>()
  // Nobody may be waiting when it ends.
  ended.promise.catch(() => undefined)
  const end = (failure: AiFailure) => {
    if (controller.signal.aborted) return
    controller.abort(failure)
    ended.reject(failure)
  }
  const cancel = () => end(new AiFailure('cancelled', 'The question was cancelled.'))
  const stop = () => end(new AiFailure('cancelled', 'The server is stopping.'))
  const timer = clock.setTimer(
    () => end(new AiFailure('timeout', `The AI provider did not answer within ${timeoutMs / SECOND} s.`)),
    timeoutMs,
  )
  // The listeners of a signal that has already aborted are called later.
  if (caller.aborted) cancel()
  if (stopping.aborted) stop()
  const listeners = [addAbortListener(caller, cancel), addAbortListener(stopping, stop)]
  return {
    signal: controller.signal,
    race: (work) => Promise.race([ended.promise, work]),
    check: () => {
      if (controller.signal.aborted) throw controller.signal.reason
    },
    close: () => {
      timer.cancel()
      for (const listener of listeners) listener[Symbol.dispose]()
    },
  }
}
