import type { Logger } from 'pino'
import type { Following, Streams } from '../../adapters/cache/streams.ts'
import type { Clock } from '../../platform/clock.ts'
import { DAY, MINUTE } from '../../platform/durations.ts'
import type { Frame } from '../../platform/realtime/channel.ts'
import { phaseFrame, type ProgressStep, progressFrame } from './import-frames.ts'
import type { RunPhase } from './mim-registry.tables.ts'

/** Enough for any import: how often progress is told falls with the time it takes. */
const MOST_FRAMES = 2_000
const PROGRESS_EVERY_MS = 250
const PROGRESS_PART = 0.01
/** Who comes later is told from the stored run. */
const KEPT_AFTER_END_MS = 2 * MINUTE

type Dependencies = { readonly streams: Streams; readonly clock: Clock; readonly logger: Logger }
/** A resumed import tells everything anew. */
export type ToldRun = { readonly id: string; readonly generation: number }

/** Sent when an import has ended; followers make the terminal frame from the stored run. */
const ENDED: Frame = { type: 'ended', data: {} }
export const isEnd = ({ type }: Frame): boolean => type === ENDED.type

const keyOf = ({ id, generation }: ToldRun): string => `mim-import:${id}:${generation}`

export type ImportProgress = ReturnType<typeof createImportProgress>
export type ToldProgress = ReturnType<ImportProgress['open']>

/** What imports tell while they last, for all processes. It may be lost: then followers are told from the stored run. */
export function createImportProgress({ streams, clock, logger }: Dependencies) {
  const pending = new Map<string, Promise<void>>()

  /** One after the other, so that frames stand in their order; nobody waits for them. */
  function tell(run: ToldRun, frame: Frame, ttlMs: number): void {
    const key = keyOf(run)
    const told = (pending.get(key) ?? Promise.resolve()).then(() => append(run, frame, ttlMs))
    pending.set(key, told)
    void told.then(() => {
      if (pending.get(key) === told) pending.delete(key)
    })
  }

  async function append(run: ToldRun, frame: Frame, ttlMs: number): Promise<void> {
    try {
      await streams.append(keyOf(run), frame, { ttlMs, maxLength: MOST_FRAMES })
    } catch (error) {
      logger.warn({ err: error, run_id: run.id, frame: frame.type }, 'the progress of an import can not be told')
    }
  }

  return {
    open: (run: ToldRun) => {
      const isDue = progressPace(clock)
      return {
        phase: (phase: RunPhase): void => tell(run, phaseFrame(phase), DAY),
        /** The end of a step is always told. */
        step: (step: ProgressStep, current: number, total: number): void => {
          if (isDue(step) || current >= total) tell(run, progressFrame(step, current, total), DAY)
        },
      }
    },
    end: (run: ToldRun): void => tell(run, ENDED, KEPT_AFTER_END_MS),
    /** What was told so far, then what is told from now on; nothing while the cache is away. */
    follow: async (run: ToldRun, onFrame: (frame: Frame) => void): Promise<Pick<Following, 'unsubscribe'>> => {
      try {
        return await streams.streamFrom(keyOf(run), ({ frame }) => onFrame(frame as Frame))
      } catch (error) {
        logger.warn({ err: error, run_id: run.id }, 'the progress of an import can not be followed')
        return { unsubscribe: () => undefined }
      }
    },
  }
}

/** Says whether the progress of a step may be told again: less and less often the longer it takes. */
function progressPace(clock: Clock): (step: ProgressStep) => boolean {
  const steps = new Map<ProgressStep, { readonly since: number; readonly last: number }>()
  return (step) => {
    const now = clock.now().getTime()
    const { since, last } = steps.get(step) ?? { since: now, last: -Infinity }
    if (now - last < Math.max(PROGRESS_EVERY_MS, (now - since) * PROGRESS_PART)) return false
    steps.set(step, { since, last: now })
    return true
  }
}
