import { type Clock, createSystemClock } from '../kernel/clock.ts'

export type SteppedClock = Clock & { readonly step: (ms: number) => void; readonly stepTo: (time: Date) => void }

/** The time stands still between steps, so that what is written shows chosen times; timers run in real time. */
export function createSteppedClock(start: string, onError: (error: unknown) => void): SteppedClock {
  const { setTimer, repeat } = createSystemClock(onError)
  let nowMs = Date.parse(start)
  return {
    now: () => new Date(nowMs),
    setTimer,
    repeat,
    step: (ms) => void (nowMs += ms),
    stepTo: (time) => void (nowMs = time.getTime()),
  }
}
