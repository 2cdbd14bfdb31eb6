import { type Clock, createSystemClock } from '../kernel/clock.ts'

/** Real time that runs several times as fast, for tests of what waits for seconds. */
export function createHurriedClock(times: number, onError: (error: unknown) => void): Clock {
  const real = createSystemClock(onError)
  const startMs = Date.now()
  return {
    now: () => new Date(startMs + (Date.now() - startMs) * times),
    setTimer: (task, delayMs) => real.setTimer(task, delayMs / times),
    repeat: (task, intervalMs) => real.repeat(task, intervalMs / times),
  }
}
