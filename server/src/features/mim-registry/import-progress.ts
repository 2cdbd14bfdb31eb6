import type { Logger } from 'pino'
import type { Following, Streams } from '../../adapters/cache/streams.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY, MINUTE } from '../../kernel/durations.ts'
import type { Frame } from '../../platform/realtime/channel.ts'
import { createFrameStream, createProgressThrottle } from '../../platform/realtime/frame-stream.ts'
import { phaseFrame, type ProgressStep, progressFrame } from './import-frames.ts'
import type { ImportPhase } from './mim-registry.tables.ts'

/** Enough for any import: the longer it runs, the less often it reports progress. */
const MOST_FRAMES = 2_000
/** Clients that connect later get frames built from the stored run. */
const KEPT_AFTER_END_MS = 2 * MINUTE

type Dependencies = { readonly streams: Streams; readonly clock: Clock; readonly logger: Logger }
/** A resumed import starts a new stream of progress. */
export type ProgressKey = { readonly id: string; readonly generation: number }

/** Sent when an import has ended; followers build the terminal frame from the stored run. */
const ENDED: Frame = { type: 'ended', data: {} }
export const isEnd = ({ type }: Frame): boolean => type === ENDED.type

const keyOf = ({ id, generation }: ProgressKey): string => `mim-import:${id}:${generation}`

export type ImportProgress = ReturnType<typeof createImportProgress>
export type OpenProgress = ReturnType<ImportProgress['open']>

/**
 * Publishes the progress of running imports to all processes. Frames may be lost; followers then use the stored run.
 */
export function createImportProgress({ streams, clock, logger }: Dependencies) {
  const frames = createFrameStream({ streams, maxLength: MOST_FRAMES, what: 'class model import', logger })

  return {
    open: (run: ProgressKey) => {
      const isDue = createProgressThrottle(clock)
      const send = (frame: Frame): void => frames.tell(keyOf(run), frame, DAY)
      return {
        phase: (phase: ImportPhase): void => send(phaseFrame(phase)),
        /** The end of a step is always reported. */
        step: (step: ProgressStep, current: number, total: number): void => {
          if (isDue(step) || current >= total) send(progressFrame(step, current, total))
        },
      }
    },
    end: (run: ProgressKey): void => frames.tell(keyOf(run), ENDED, KEPT_AFTER_END_MS),
    follow: (run: ProgressKey, onFrame: (frame: Frame) => void): Promise<Pick<Following, 'unsubscribe'>> =>
      frames.follow(keyOf(run), onFrame),
  }
}
