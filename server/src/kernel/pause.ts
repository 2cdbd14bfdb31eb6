import { addAbortListener } from 'node:events'
import type { Clock } from './clock.ts'

/** Waits by the service's clock, or until the signal fires. */
export async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  using _listener = addAbortListener(signal, () => resolve())
  const timer = clock.setTimer(resolve, ms)
  await promise
  timer.cancel()
}
