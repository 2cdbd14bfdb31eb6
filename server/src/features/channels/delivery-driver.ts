import type { Logger } from 'pino'
import type { Clock, Timer } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'
import type { Events } from '../../platform/events/events.ts'
import { deliveriesWanted } from './channels.events.ts'

type Parts = {
  /** False when no channel has anything due. */
  readonly deliverOne: (signal: AbortSignal) => Promise<boolean>
  readonly hasWaiting: () => Promise<boolean>
  readonly events: Events
  readonly clock: Clock
  readonly logger: Logger
}

export type DeliveryDriver = {
  readonly listen: () => void
  readonly start: () => void
  readonly stop: () => Promise<void>
}

const TICK_MS = SECOND
/** While nothing waits: what writes a message wakes the driver, but that may get lost. */
const QUIET_TICKS = 10
/** So many slow receivers hold up nobody else. */
const CHANNELS_AT_ONCE = 8

/**
 * Delivers while something is due, in every process that works. There is no other queue than the table, so a process
 * that starts goes on where another one stopped.
 */
export function createDeliveryDriver({ deliverOne, hasWaiting, events, clock, logger }: Parts): DeliveryDriver {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let timer: Timer | undefined
  let quietTicks = 0
  let isStarted = false

  async function deliverWhileDue(): Promise<void> {
    try {
      while (!stopping.signal.aborted && (await deliverOne(stopping.signal)));
    } catch (error: unknown) {
      logger.error({ err: error }, 'cannot look for messages of channels')
    }
  }

  /** One looks, and each that finds something lets another one look too. */
  async function look(): Promise<void> {
    if (!isStarted || stopping.signal.aborted || running.size >= CHANNELS_AT_ONCE) return
    const work = deliverWhileDue()
    running.add(work)
    await work.finally(() => running.delete(work))
  }

  async function tick(): Promise<void> {
    if (quietTicks > 0) {
      quietTicks -= 1
      return
    }
    try {
      if (!(await hasWaiting())) {
        quietTicks = QUIET_TICKS - 1
        return
      }
    } catch (error: unknown) {
      logger.error({ err: error }, 'cannot see whether messages of channels wait')
      return
    }
    void look()
  }

  return {
    listen: () =>
      events.on(deliveriesWanted, () => {
        quietTicks = 0
        void look()
      }),
    start: () => {
      isStarted = true
      timer = clock.repeat(tick, TICK_MS)
      void look()
    },
    stop: async () => {
      stopping.abort()
      timer?.cancel()
      await Promise.all(running)
    },
  }
}
