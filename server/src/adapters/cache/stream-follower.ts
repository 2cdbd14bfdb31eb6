import type { Logger } from 'pino'
import type { StreamEntry, StreamHandler } from './streams.ts'

type Options = {
  readonly read: () => Promise<StreamEntry[]>
  readonly handler: StreamHandler
  readonly logger: Logger
  readonly key: string
}

/** Joins what is kept and what is announced of one stream into one order without holes and doubles. */
export type Follower = {
  /** Hands over what is kept; its number. What was announced before waits its turn. */
  readonly start: () => Promise<number>
  readonly receive: (entry: StreamEntry) => void
  /** Looks for what was missed. */
  readonly catchUp: () => void
  readonly stop: () => void
}

export function createFollower({ read, handler, logger, key }: Options): Follower {
  let lastSequence = 0
  let stopped = false
  // One thing after the other: an announcement waits while an earlier hole is being filled.
  let work: Promise<unknown> = Promise.resolve()

  const handOver = (entry: StreamEntry): boolean => {
    if (stopped || entry.sequence <= lastSequence) return false
    lastSequence = entry.sequence
    try {
      handler(entry)
    } catch (error) {
      logger.error({ err: error, stream: key }, 'a follower of a stream failed')
    }
    return true
  }
  const handOverKept = async (): Promise<number> => (stopped ? 0 : (await read()).filter(handOver).length)
  const handOverAnnounced = async (entry: StreamEntry): Promise<void> => {
    if (entry.sequence > lastSequence + 1) await handOverKept()
    // Fallen out of what is kept already: late is better than never.
    handOver(entry)
  }
  const enqueue = (step: () => Promise<unknown>): void => {
    work = work
      .then(step)
      .catch((error: unknown) => logger.warn({ err: error, stream: key }, 'a stream can not be read now, it will be caught up with'))
  }

  return {
    start: async () => {
      const first = handOverKept()
      enqueue(() => first)
      return first
    },
    receive: (entry) => enqueue(() => handOverAnnounced(entry)),
    catchUp: () => enqueue(handOverKept),
    stop: () => {
      stopped = true
    },
  }
}
