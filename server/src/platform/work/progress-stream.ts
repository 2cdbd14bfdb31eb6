import type { Logger } from 'pino'
import type { Following, Streams } from '../../adapters/cache/streams.ts'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE } from '../../kernel/durations.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { Frame } from '../realtime/channel.ts'
import { createProgressThrottle } from './progress-throttle.ts'

type Options<Key> = {
  readonly streams: Streams
  readonly keyOf: (key: Key) => string
  /** When there are more frames, the oldest is dropped. */
  readonly maxLength: number
  /** How long frames are kept after the latest one, unless the end follows. */
  readonly ttlMs: number
  /** For the log: `run`, `import`. */
  readonly what: string
  readonly clock: Clock
  readonly logger: Logger
}

/** Publishes frames in order, without being awaited. */
export type Publisher<F extends Frame> = {
  readonly send: (frame: F) => void
  /**
   * Reports how far a part of the work is. May be dropped: when the part reported recently, or while the cache is slow
   * to take earlier frames. The last report of a part is always sent.
   */
  readonly report: (part: string, frame: F, isLast?: boolean) => void
}

export type StreamListener<F extends Frame> = { readonly onFrame: (frame: F) => void; readonly onEnd: () => void }
/** Delivers what has been published, then what is published next. */
export type Follow<F extends Frame> = (listener: StreamListener<F>) => Promise<Pick<Following, 'unsubscribe'>>

export type ProgressStream<Key, F extends Frame> = {
  readonly open: (key: Key) => Publisher<F>
  /** Tells followers to look up how the work ended. */
  readonly end: (key: Key) => void
  /** Delivers nothing while the cache is unavailable. */
  readonly follow: (key: Key, listener: StreamListener<F>) => ReturnType<Follow<F>>
}

/** Clients that connect later get frames built from what is stored. */
const KEPT_AFTER_END_MS = 2 * MINUTE
const END = { type: 'stream_end', data: {} }

/**
 * The progress of a piece of work, published to all processes. Frames carry the time they were sent; they may get lost,
 * so followers also look at what is stored, see `followStored`.
 */
export function createProgressStream<Key, F extends Frame>(options: Options<Key>): ProgressStream<Key, F> {
  const { streams, keyOf, maxLength, ttlMs, what, clock, logger } = options
  const pending = new Map<string, Promise<void>>()

  async function append(key: string, frame: Frame, keptMs: number): Promise<void> {
    try {
      await streams.append(key, frame, { ttlMs: keptMs, maxLength })
    } catch (error) {
      logger.warn({ err: error, key, frame: frame.type }, `could not publish the progress of a ${what}`)
    }
  }

  function publish(key: string, frame: Frame, keptMs: number): void {
    const stamped = { ...frame, timestamp: timestamp(clock.now()) }
    const published = (pending.get(key) ?? Promise.resolve()).then(() => append(key, stamped, keptMs))
    pending.set(key, published)
    void published.then(() => {
      if (pending.get(key) === published) pending.delete(key)
    })
  }

  return {
    open: (of) => {
      const key = keyOf(of)
      const isDue = createProgressThrottle(clock)
      const send = (frame: F): void => publish(key, frame, ttlMs)
      return {
        send,
        report: (part, frame, isLast = false) => {
          if (isLast || (!pending.has(key) && isDue(part))) send(frame)
        },
      }
    },
    end: (key) => publish(keyOf(key), END, KEPT_AFTER_END_MS),
    follow: async (of, { onFrame, onEnd }) => {
      const key = keyOf(of)
      try {
        return await streams.streamFrom(key, ({ frame }) =>
          (frame as F).type === END.type ? onEnd() : onFrame(frame as F),
        )
      } catch (error) {
        logger.warn({ err: error, key }, `could not follow the progress of a ${what}`)
        return { unsubscribe: () => undefined }
      }
    },
  }
}
