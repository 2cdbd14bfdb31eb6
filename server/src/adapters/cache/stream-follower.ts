import type { Logger } from 'pino'
import type { StreamEntry, StreamHandler } from './streams.ts'

type Options = {
  readonly read: () => Promise<StreamEntry[]>
  readonly handler: StreamHandler
  readonly logger: Logger
  readonly key: string
}

/** Merges the stored and the published frames of a stream into one order without gaps or duplicates. */
export type Follower = {
  /** Delivers the stored frames and resolves to their number. Frames published meanwhile wait their turn. */
  readonly start: () => Promise<number>
  readonly receive: (entry: StreamEntry) => void
  /** Delivers frames that were missed. */
  readonly catchUp: () => void
  readonly stop: () => void
}

export function createFollower({ read, handler, logger, key }: Options): Follower {
  let lastSequence = 0
  let stopped = false
  // One step at a time: a published frame waits while an earlier gap is being filled.
  let work: Promise<unknown> = Promise.resolve()

  const deliver = (entry: StreamEntry): boolean => {
    if (stopped || entry.sequence <= lastSequence) return false
    lastSequence = entry.sequence
    try {
      handler(entry)
    } catch (error) {
      logger.error({ err: error, stream: key }, 'a stream follower failed')
    }
    return true
  }
  const deliverStored = async (): Promise<number> => (stopped ? 0 : (await read()).filter(deliver).length)
  const deliverPublished = async (entry: StreamEntry): Promise<void> => {
    if (entry.sequence > lastSequence + 1) await deliverStored()
    // No longer stored, so it was not delivered above: deliver it now.
    deliver(entry)
  }
  const enqueue = (step: () => Promise<unknown>): void => {
    work = work
      .then(step)
      .catch((error: unknown) =>
        logger.warn({ err: error, stream: key }, 'cannot read a stream now, will catch up later'),
      )
  }

  return {
    start: async () => {
      const first = deliverStored()
      enqueue(() => first)
      return first
    },
    receive: (entry) => enqueue(() => deliverPublished(entry)),
    catchUp: () => enqueue(deliverStored),
    stop: () => {
      stopped = true
    },
  }
}
