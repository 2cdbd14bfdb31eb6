import type { Logger } from 'pino'
import type { Clock, Timer } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'
import type { Events } from '../../platform/events/events.ts'
import { taskDueChanged } from './schedules.events.ts'
import type { SchedulesService } from './schedules.service.ts'
import { createWatchdog } from './watchdog.ts'

export type Scheduler = {
  /** `fires` is set in worker processes; the watchdog runs in every process. */
  readonly start: (options: { readonly fires: boolean }) => void
  readonly close: () => Promise<void>
}

type Dependencies = {
  readonly schedules: SchedulesService
  readonly events: Events
  readonly clock: Clock
  readonly logger: Logger
}

// Hints may get lost: no check is later than this.
const LOOK_AGAIN_MS = 10 * SECOND
// A due task that was not claimed is locked by another process at the moment.
const HELD_MS = 50

/** Wakes when the next task is due, or earlier on a hint that one is due sooner. */
export function createScheduler({ schedules, events, clock, logger }: Dependencies): Scheduler {
  const watchdog = createWatchdog({ schedules, clock, logger })
  let timer: Timer | undefined
  let wakesAt = Infinity
  let running: Promise<void> | undefined
  let asked = 0
  let closed = false
  let fires = false

  function wakeAt(instant: number): void {
    if (closed || instant >= wakesAt) return
    timer?.cancel()
    wakesAt = instant
    timer = clock.setTimer(look, instant - clock.now().getTime())
  }

  async function look(): Promise<void> {
    wakesAt = Infinity
    asked += 1
    running ??= fireUntilQuiet().finally(() => (running = undefined))
    await running
  }

  /** Checks again when asked to during a pass: a task that became due meanwhile may have been missed by it. */
  async function fireUntilQuiet(): Promise<void> {
    while (asked > 0 && !closed) {
      asked = 0
      await fireAndRearm()
    }
  }

  async function fireAndRearm(): Promise<void> {
    const nextDue = await schedules.fireDue().catch((error: unknown) => {
      logger.error({ err: error }, 'could not fire scheduled tasks; trying again soon')
      return undefined
    })
    const now = clock.now().getTime()
    const due = nextDue === undefined ? Infinity : Math.max(nextDue.getTime(), now + HELD_MS)
    wakeAt(Math.min(due, now + LOOK_AGAIN_MS))
  }

  events.on(taskDueChanged, ({ next_run_at }) => {
    if (fires) wakeAt(Math.max(Date.parse(next_run_at), clock.now().getTime()))
  })

  return {
    start: (options) => {
      fires = options.fires
      watchdog.start()
      if (fires) wakeAt(clock.now().getTime())
    },
    close: async () => {
      closed = true
      timer?.cancel()
      watchdog.close()
      await running
    },
  }
}
