export type Task = () => void | Promise<void>
export type Timer = { readonly cancel: () => void }

/** Gives services and adapters the time and runs timers. Tests control it, see `testing/manual-clock.ts`. */
export type Clock = {
  readonly now: () => Date
  /** Runs the task once after the delay. */
  readonly setTimer: (task: Task, delayMs: number) => Timer
  /** Runs the task repeatedly; the interval starts at the end of a run, so runs never overlap. */
  readonly repeat: (task: Task, intervalMs: number) => Timer
}

// Node fires a timer with a longer delay immediately.
const LONGEST_DELAY_MS = 2 ** 31 - 1

/** The real time. A timer's task is not awaited, so its failure goes to `onError`. */
export function createSystemClock(onError: (error: unknown) => void): Clock {
  const setTimer = (task: Task, delayMs: number): Timer => startTimer(() => void runTask(task, onError), delayMs)
  return {
    now: () => new Date(),
    setTimer,
    repeat: (task, intervalMs) => repeatWith(setTimer, task, intervalMs),
  }
}

/** Implements `repeat` with `setTimer`. */
export function repeatWith(setTimer: Clock['setTimer'], task: Task, intervalMs: number): Timer {
  let cancelled = false
  const runAndRearm = async (): Promise<void> => {
    try {
      await task()
    } finally {
      if (!cancelled) timer = setTimer(runAndRearm, intervalMs)
    }
  }
  let timer = setTimer(runAndRearm, intervalMs)
  return {
    cancel: () => {
      cancelled = true
      timer.cancel()
    },
  }
}

function startTimer(fire: () => void, delayMs: number): Timer {
  let timeout: NodeJS.Timeout
  const wait = (remainingMs: number): void => {
    const stepMs = Math.min(remainingMs, LONGEST_DELAY_MS)
    timeout = setTimeout(() => (remainingMs > stepMs ? wait(remainingMs - stepMs) : fire()), stepMs)
  }
  wait(Math.max(0, delayMs))
  return { cancel: () => clearTimeout(timeout) }
}

async function runTask(task: Task, onError: (error: unknown) => void): Promise<void> {
  try {
    await task()
  } catch (error) {
    onError(error)
  }
}
