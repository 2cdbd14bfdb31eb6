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

/**
 * Looks in the tables each second, and when woken, for what is to be done on automation servers. There is no other
 * queue, so a process that starts goes on where another one stopped.
 */
export function createDriver({ steps, events, clock, logger }: Dependencies): Driver {
  let timer: Timer | undefined
  let running: Promise<void> | undefined
  let wanted = false
  let isOpen = false

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
    if (isOpen) void look()
  }

  return {
    listen: (): void => {
      events.on(driverWanted, wake)
    },
    start: (): void => {
      isOpen = true
      timer = clock.repeat(look, TICK_MS)
      wake()
    },
    stop: async (): Promise<void> => {
      isOpen = false
      timer?.cancel()
      await running
    },
  }
}
