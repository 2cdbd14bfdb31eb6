import type { Logger } from 'pino'
import type { Clock, Timer } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'
import type { Events } from '../../platform/events/events.ts'
import { repositoriesDue } from './repositories.events.ts'

type Parts = {
  /** Whether there was one. */
  readonly syncOne: (signal: AbortSignal) => Promise<boolean>
  readonly hasDue: () => Promise<boolean>
  readonly events: Events
  readonly clock: Clock
  readonly logger: Logger
}

export type RepositoryDriver = {
  readonly listen: () => void
  readonly start: () => void
  readonly stop: () => Promise<void>
}

const TICK_MS = SECOND
/** While nothing is due: what makes a repository due wakes the driver, but that may get lost. */
const QUIET_TICKS = 10

/**
 * Brings repositories in step while some are due, in every process that works; a lease gives each to one of them. One
 * that starts goes on where another one stopped.
 */
export function createRepositoryDriver({ syncOne, hasDue, events, clock, logger }: Parts): RepositoryDriver {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let timer: Timer | undefined
  let quietTicks = 0
  let isStarted = false

  async function syncWhileDue(): Promise<void> {
    try {
      while (!stopping.signal.aborted && (await syncOne(stopping.signal)));
    } catch (error: unknown) {
      logger.error({ err: error }, 'cannot look for repositories that are due')
    }
  }

  async function tick(): Promise<void> {
    if (running || stopping.signal.aborted) return
    if (quietTicks > 0) {
      quietTicks -= 1
      return
    }
    try {
      if (!(await hasDue())) {
        quietTicks = QUIET_TICKS - 1
        return
      }
    } catch (error: unknown) {
      logger.error({ err: error }, 'cannot see whether repositories are due')
      return
    }
    look()
  }

  function look(): void {
    if (!isStarted || running || stopping.signal.aborted) return
    running = syncWhileDue().finally(() => {
      running = undefined
    })
  }

  return {
    listen: () =>
      events.on(repositoriesDue, () => {
        quietTicks = 0
        look()
      }),
    start: () => {
      isStarted = true
      timer = clock.repeat(tick, TICK_MS)
      look()
    },
    stop: async () => {
      stopping.abort()
      timer?.cancel()
      await running
    },
  }
}
