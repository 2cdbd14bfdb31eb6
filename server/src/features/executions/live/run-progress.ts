import type { Logger } from 'pino'
import type { Following, Streams } from '../../../adapters/cache/streams.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { HOUR, MINUTE } from '../../../kernel/durations.ts'
import type { Frame } from '../../../platform/realtime/channel.ts'
import { createFrameStream, createProgressThrottle } from '../../../platform/realtime/frame-stream.ts'
import type { EngineEvent } from '../engine/engine-types.ts'
import { frameOf, type RunFrame } from './run-frames.ts'

/** Enough for any run: the longer a node takes, the less often it reports progress. */
const MOST_FRAMES = 5_000
/** Later subscribers get frames rebuilt from the stored run. */
const KEPT_AFTER_END_MS = 2 * MINUTE

type Dependencies = { readonly streams: Streams; readonly runTimeoutMs: number; readonly clock: Clock; readonly logger: Logger }

export type RunProgress = ReturnType<typeof createRunProgress>

const keyOf = (executionId: string): string => `run:${executionId}`

/**
 * Publishes the progress of runs to all processes. Frames may get lost; followers then get them rebuilt from the stored
 * run.
 */
export function createRunProgress({ streams, runTimeoutMs, clock, logger }: Dependencies) {
  const frames = createFrameStream<RunFrame>({ streams, maxLength: MOST_FRAMES, what: 'run', logger })
  const tell = (executionId: string, frame: RunFrame, ttlMs: number): void => frames.tell(keyOf(executionId), frame, ttlMs)

  return {
    /** Returns a listener for the engine events of one attempt. */
    openRun: (executionId: string, attempt: number): ((event: EngineEvent) => void) => {
      const isDue = createProgressThrottle(clock)
      return (event) => {
        // Only progress may be dropped, so that it does not pile up behind a slow cache.
        if (event.type === 'node_progress' && (frames.isPending(keyOf(executionId)) || !isDue(event.node_id))) return
        tell(executionId, { ...frameOf(event), attempt }, runTimeoutMs + HOUR)
      }
    },
    end: (executionId: string, frame: Frame): void => tell(executionId, { ...frame, attempt: Number.MAX_SAFE_INTEGER }, KEPT_AFTER_END_MS),
    /** Streams the frames so far, then new ones; none while the cache is unavailable. */
    follow: (executionId: string, onFrame: (frame: RunFrame) => void): Promise<Pick<Following, 'unsubscribe'>> =>
      frames.follow(keyOf(executionId), onFrame),
  }
}
