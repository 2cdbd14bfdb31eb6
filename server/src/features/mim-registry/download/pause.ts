import type { Clock } from '../../../kernel/clock.ts'

/** Waits by the service's clock, or until the signal fires. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal.aborted) resolve()
  const timer = clock.setTimer(resolve, ms)
  const wake = (): void => resolve()
  signal.addEventListener('abort', wake, { once: true })
  return promise.finally(() => {
    timer.cancel()
    signal.removeEventListener('abort', wake)
  })
}
