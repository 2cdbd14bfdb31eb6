import type { Logger } from 'pino'
import type { Following, Streams } from '../../adapters/cache/streams.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Frame } from './channel.ts'

const PROGRESS_EVERY_MS = 250
/** The minimum interval between two progress frames, as a fraction of the time elapsed so far. */
const PROGRESS_PART = 0.01

type Options = {
  readonly streams: Streams
  /** When there are more, the oldest is dropped. */
  readonly maxLength: number
  /** For the log: `run`, `import`. */
  readonly what: string
  readonly logger: Logger
}

export type FrameStream<F extends Frame> = {
  /** Publishes a frame, in order with those before it, without being awaited. */
  readonly tell: (key: string, frame: F, ttlMs: number) => void
  /** Whether a frame of this key is still being published. */
  readonly isPending: (key: string) => boolean
  /** Replays the frames so far, then delivers new ones; nothing while the cache is down. */
  readonly follow: (key: string, onFrame: (frame: F) => void) => Promise<Pick<Following, 'unsubscribe'>>
}

/**
 * The progress of a long-running operation, for all processes. Frames may be lost, so followers need another way to
 * learn of the end.
 */
export function createFrameStream<F extends Frame>({ streams, maxLength, what, logger }: Options): FrameStream<F> {
  const pending = new Map<string, Promise<void>>()

  async function append(key: string, frame: F, ttlMs: number): Promise<void> {
    try {
      await streams.append(key, frame, { ttlMs, maxLength })
    } catch (error) {
      logger.warn({ err: error, key, frame: frame.type }, `could not publish the progress of a ${what}`)
    }
  }

  return {
    tell: (key, frame, ttlMs) => {
      const published = (pending.get(key) ?? Promise.resolve()).then(() => append(key, frame, ttlMs))
      pending.set(key, published)
      void published.then(() => {
        if (pending.get(key) === published) pending.delete(key)
      })
    },
    isPending: (key) => pending.has(key),
    follow: async (key, onFrame) => {
      try {
        return await streams.streamFrom(key, ({ frame }) => onFrame(frame as F))
      } catch (error) {
        logger.warn({ err: error, key }, `could not follow the progress of a ${what}`)
        return { unsubscribe: () => undefined }
      }
    },
  }
}

/** Whether a part may report its progress again: less and less often the longer it takes. */
export function createProgressThrottle(clock: Clock): (part: string) => boolean {
  const parts = new Map<string, { readonly since: number; readonly last: number }>()
  return (part) => {
    const now = clock.now().getTime()
    const { since, last } = parts.get(part) ?? { since: now, last: -Infinity }
    if (now - last < Math.max(PROGRESS_EVERY_MS, (now - since) * PROGRESS_PART)) return false
    parts.set(part, { since, last: now })
    return true
  }
}
