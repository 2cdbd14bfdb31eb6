import { type Clock, repeatWith, type Task, type Timer } from '../kernel/clock.ts'

export type ManualClock = Clock & {
  /** Moves time forward and runs timers as they fall due, in order, awaiting each. Rejects when a task does. */
  readonly advance: (ms: number) => Promise<void>
  /**
   * Moves time in one leap, as on a machine that slept: each overdue timer runs once. For days, in which `advance`
   * would run thousands of polls.
   */
  readonly leap: (ms: number) => Promise<void>
  /** How many timers are pending: a component that was closed leaves none. */
  readonly pendingTimers: () => number
}

type Entry = { readonly dueMs: number; readonly task: Task }

/** A clock that only moves when a test moves it. */
export function createManualClock(start: Date | string = '2026-03-02T09:00:00Z'): ManualClock {
  let nowMs = new Date(start).getTime()
  const entries = new Set<Entry>()

  const setTimer = (task: Task, delayMs: number): Timer => {
    const entry = { dueMs: nowMs + Math.max(0, delayMs), task }
    entries.add(entry)
    return { cancel: () => void entries.delete(entry) }
  }

  return {
    now: () => new Date(nowMs),
    setTimer,
    repeat: (task, intervalMs) => repeatWith(setTimer, task, intervalMs),
    advance: async (ms) => {
      const untilMs = nowMs + ms
      for (let entry = earliest(entries, untilMs); entry; entry = earliest(entries, untilMs)) {
        entries.delete(entry)
        nowMs = Math.max(nowMs, entry.dueMs)
        await entry.task()
      }
      nowMs = untilMs
    },
    leap: async (ms) => {
      nowMs += ms
      const due = [...entries].filter((entry) => entry.dueMs <= nowMs).sort((a, b) => a.dueMs - b.dueMs)
      for (const entry of due) {
        // An earlier task may have cancelled it.
        if (entries.delete(entry)) await entry.task()
      }
    },
    pendingTimers: () => entries.size,
  }
}

/** Sorting is stable and a set keeps its order, so timers due at the same time run in the order they were set. */
function earliest(entries: ReadonlySet<Entry>, untilMs: number): Entry | undefined {
  return [...entries].filter((entry) => entry.dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0]
}
