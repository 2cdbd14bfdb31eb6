import type { Logger } from 'pino'
import type { Following, Streams } from '../../adapters/cache/streams.ts'
import type { Clock } from '../clock.ts'
import type { Frame } from './channel.ts'

const PROGRESS_EVERY_MS = 250
/** Between two frames of progress passes at least this part of the time that was taken so far. */
const PROGRESS_PART = 0.01

type Options = {
  readonly streams: Streams
  /** The oldest goes when there are more. */
  readonly maxLength: number
  /** For the log: `run`, `import`. */
  readonly what: string
  readonly logger: Logger
}

export type ToldFrames<F extends Frame> = {
  /** One after the other, so that frames stand in their order; nobody waits for them. */
  readonly tell: (key: string, frame: F, ttlMs: number) => void
  /** Is a frame of this key still on its way? */
  readonly isPending: (key: string) => boolean
  /** What was told so far, then what is told from now on; nothing while the cache is away. */
  readonly follow: (key: string, onFrame: (frame: F) => void) => Promise<Pick<Following, 'unsubscribe'>>
}

/** What something long tells while it lasts, for all processes. It may be lost: whoever follows has another way to learn of the end. */
export function createToldFrames<F extends Frame>({ streams, maxLength, what, logger }: Options): ToldFrames<F> {
  const pending = new Map<string, Promise<void>>()

  async function append(key: string, frame: F, ttlMs: number): Promise<void> {
    try {
      await streams.append(key, frame, { ttlMs, maxLength })
    } catch (error) {
      logger.warn({ err: error, key, frame: frame.type }, `the progress of a ${what} can not be told`)
    }
  }

  return {
    tell: (key, frame, ttlMs) => {
      const told = (pending.get(key) ?? Promise.resolve()).then(() => append(key, frame, ttlMs))
      pending.set(key, told)
      void told.then(() => {
        if (pending.get(key) === told) pending.delete(key)
      })
    },
    isPending: (key) => pending.has(key),
    follow: async (key, onFrame) => {
      try {
        return await streams.streamFrom(key, ({ frame }) => onFrame(frame as F))
      } catch (error) {
        logger.warn({ err: error, key }, `the progress of a ${what} can not be followed`)
        return { unsubscribe: () => undefined }
      }
    },
  }
}

/** Says whether a part of it may tell its progress again: less and less often the longer it takes. */
export function progressPace(clock: Clock): (part: string) => boolean {
  const parts = new Map<string, { readonly since: number; readonly last: number }>()
  return (part) => {
    const now = clock.now().getTime()
    const { since, last } = parts.get(part) ?? { since: now, last: -Infinity }
    if (now - last < Math.max(PROGRESS_EVERY_MS, (now - since) * PROGRESS_PART)) return false
    parts.set(part, { since, last: now })
    return true
  }
}
