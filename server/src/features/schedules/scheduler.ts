import type { Logger } from 'pino'
import type { Clock, Timer } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'
import type { Events } from '../../platform/events/events.ts'
import { taskDueChanged } from './schedules.events.ts'
import type { SchedulesService } from './schedules.service.ts'
import { createWatchdog } from './watchdog.ts'

type SchedulerParts = {
  readonly schedules: Pick<SchedulesService, 'fireDue' | 'findStalled' | 'raiseStalled'>
  readonly events: Events
  readonly clock: Clock
  readonly logger: Logger
}

// Hints may get lost: no check is later than this.
const LOOK_AGAIN_MS = 10 * SECOND
// A due task that was not claimed is locked by another process at the moment.
const HELD_MS = 50

/** Wakes when the next task is due, or earlier on a hint that one is due sooner. */
export class Scheduler {
  readonly #parts: SchedulerParts
  readonly #watchdog: ReturnType<typeof createWatchdog>
  #timer: Timer | undefined
  #wakesAt = Infinity
  #running: Promise<void> | undefined
  #isAsked = false
  #isClosed = false
  #fires = false

  constructor(parts: SchedulerParts) {
    this.#parts = parts
    this.#watchdog = createWatchdog(parts)
    parts.events.on(taskDueChanged, ({ next_run_at }) => {
      if (this.#fires) this.#wakeAt(Math.max(Date.parse(next_run_at), this.#now()))
    })
  }

  /** `fires` is set in worker processes; the watchdog runs in every process. */
  start({ fires }: { readonly fires: boolean }): void {
    this.#fires = fires
    this.#watchdog.start()
    if (fires) this.#wakeAt(this.#now())
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#timer?.cancel()
    this.#watchdog.close()
    await this.#running
  }

  #now(): number {
    return this.#parts.clock.now().getTime()
  }

  #wakeAt(instant: number): void {
    if (this.#isClosed || instant >= this.#wakesAt) return
    this.#timer?.cancel()
    this.#wakesAt = instant
    this.#timer = this.#parts.clock.setTimer(() => this.#look(), instant - this.#now())
  }

  async #look(): Promise<void> {
    this.#wakesAt = Infinity
    this.#isAsked = true
    this.#running ??= this.#fireUntilQuiet().finally(() => (this.#running = undefined))
    await this.#running
  }

  /** Checks again when asked to during a pass: a task that became due meanwhile may have been missed by it. */
  async #fireUntilQuiet(): Promise<void> {
    while (this.#isAsked && !this.#isClosed) {
      this.#isAsked = false
      await this.#fireAndRearm()
    }
  }

  async #fireAndRearm(): Promise<void> {
    const { schedules, logger } = this.#parts
    const nextDue = await schedules.fireDue().catch((error: unknown) => {
      logger.error({ err: error }, 'could not fire scheduled tasks; trying again soon')
      return undefined
    })
    const now = this.#now()
    const due = nextDue === undefined ? Infinity : Math.max(nextDue.getTime(), now + HELD_MS)
    this.#wakeAt(Math.min(due, now + LOOK_AGAIN_MS))
  }
}
