import type { Logger } from 'pino'
import type { Clock, Timer } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/durations.ts'
import type { Events } from '../../../platform/events/events.ts'
import { driverWanted } from '../automation.events.ts'

/** What there may be to do. It wakes the driver when there is more to do at once. */
type Step = { readonly name: string; readonly work: (wake: () => void) => Promise<unknown> }

type Dependencies = {
  /** None waits for an automation server. */
  readonly steps: readonly Step[]
  /** Whether there is a request or an execution that a step may have to look at, now or later. */
  readonly isAnythingOpen: () => Promise<boolean>
  readonly events: Events
  readonly clock: Clock
  readonly logger: Logger
}

export type Driver = {
  readonly listen: () => void
  readonly start: () => void
  readonly stop: () => Promise<void>
}

const TICK_MS = SECOND
/** While nothing is open: whatever opens something wakes the driver, but that may get lost. */
const QUIET_TICKS = 10

/**
 * Looks in the tables when woken, and each second while something is open, for what is to be done on automation
 * servers. There is no other queue, so a process that starts goes on where another one stopped.
 */
export function createDriver({ steps, isAnythingOpen, events, clock, logger }: Dependencies): Driver {
  let timer: Timer | undefined
  let running: Promise<void> | undefined
  let wanted = false
  let isOpen = false
  let quietTicks = 0

  /** Looks once more when woken during a pass, which may have missed what it was woken for. */
  async function look(): Promise<void> {
    wanted = true
    running ??= lookUntilQuiet().finally(() => (running = undefined))
    await running
  }

  async function lookUntilQuiet(): Promise<void> {
    while (wanted && isOpen) {
      wanted = false
      for (const { name, work } of steps) {
        await work(wake).catch((error: unknown) =>
          logger.error({ err: error, step: name }, 'a step of the automation driver failed'),
        )
      }
    }
  }

  function wake(): void {
    quietTicks = 0
    if (isOpen) void look()
  }

  async function tick(): Promise<void> {
    if (quietTicks > 0) {
      quietTicks -= 1
      return
    }
    // Before asking: what wakes the driver meanwhile ends the quiet.
    quietTicks = QUIET_TICKS - 1
    if (!(await mayBeOpen())) return
    quietTicks = 0
    await look()
  }

  const mayBeOpen = (): Promise<boolean> =>
    isAnythingOpen().catch((error: unknown) => {
      logger.error({ err: error }, 'cannot see what the automation driver has to do')
      return false
    })

  return {
    listen: (): void => {
      events.on(driverWanted, wake)
    },
    start: (): void => {
      isOpen = true
      timer = clock.repeat(tick, TICK_MS)
      wake()
    },
    stop: async (): Promise<void> => {
      isOpen = false
      timer?.cancel()
      await running
    },
  }
}
