import type { Logger } from 'pino'
import type { SiemCollector } from '../../adapters/siem/siem-collectors.ts'
import type { Clock, Timer } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'

type Parts = {
  readonly collectors: readonly SiemCollector[]
  readonly deliver: (collector: SiemCollector, signal: AbortSignal) => Promise<void>
  /** Before the first delivery. */
  readonly begin: (collector: SiemCollector) => Promise<void>
  readonly clock: Clock
  readonly logger: Logger
}

export type RecordsDriver = { readonly start: () => void; readonly stop: () => Promise<void> }

/** A connection for each batch: rather a batch every five seconds than one for each record. */
const LOOK_MS = 5 * SECOND

/** Looks for records to send, in every process that works. A collector that is slow does not hold up the other one. */
export function createRecordsDriver({ collectors, deliver, begin, clock, logger }: Parts): RecordsDriver {
  const stopping = new AbortController()
  const timers: Timer[] = []
  const running = new Map<SiemCollector, Promise<void>>()
  const begun = new Set<SiemCollector>()

  async function look(collector: SiemCollector): Promise<void> {
    try {
      if (!begun.has(collector)) await begin(collector)
      begun.add(collector)
      if (!stopping.signal.aborted) await deliver(collector, stopping.signal)
    } catch (error: unknown) {
      logger.error({ err: error, target: collector.target }, 'cannot send records to the collector')
    }
  }

  function lookOnce(collector: SiemCollector): Promise<void> {
    const work = look(collector).finally(() => running.delete(collector))
    running.set(collector, work)
    return work
  }

  return {
    start: () => {
      for (const collector of collectors) {
        void lookOnce(collector)
        timers.push(clock.repeat(() => running.get(collector) ?? lookOnce(collector), LOOK_MS))
      }
    },
    stop: async () => {
      stopping.abort()
      for (const timer of timers) timer.cancel()
      await Promise.all(running.values())
    },
  }
}
