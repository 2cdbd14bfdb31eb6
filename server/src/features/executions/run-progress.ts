import type { Logger } from 'pino'
import type { Following, Streams } from '../../adapters/cache/streams.ts'
import type { Clock } from '../../platform/clock.ts'
import { HOUR, MINUTE } from '../../platform/durations.ts'
import type { Frame } from '../../platform/realtime/channel.ts'
import type { EngineEvent } from './engine/engine-types.ts'
import { frameOf, type KeptFrame } from './run-frames.ts'

/** Enough for any run: how often a node tells its progress falls with the time it takes. */
const MOST_FRAMES = 5_000
const PROGRESS_EVERY_MS = 250
/** Between two frames of progress passes at least this part of the time that the node has taken. */
const PROGRESS_PART = 0.01
/** Who comes later is told from the stored run. */
const KEPT_AFTER_END_MS = 2 * MINUTE

type Dependencies = { readonly streams: Streams; readonly runTimeoutMs: number; readonly clock: Clock; readonly logger: Logger }

export type RunProgress = ReturnType<typeof createRunProgress>

const keyOf = (executionId: string): string => `run:${executionId}`

/** What runs tell while they last, for all processes. It may be lost: then followers are told from the stored run. */
export function createRunProgress({ streams, runTimeoutMs, clock, logger }: Dependencies) {
  const pending = new Map<string, Promise<void>>()

  /** One after the other, so that frames stand in their order; nobody waits for them. */
  function tell(executionId: string, frame: KeptFrame, ttlMs: number): void {
    const before = pending.get(executionId) ?? Promise.resolve()
    const told = before.then(() => append(executionId, frame, ttlMs))
    pending.set(executionId, told)
    void told.then(() => {
      if (pending.get(executionId) === told) pending.delete(executionId)
    })
  }

  async function append(executionId: string, frame: KeptFrame, ttlMs: number): Promise<void> {
    try {
      await streams.append(keyOf(executionId), frame, { ttlMs, maxLength: MOST_FRAMES })
    } catch (error) {
      logger.warn({ err: error, execution_id: executionId, frame: frame.type }, 'the progress of a run can not be told')
    }
  }

  return {
    /** Hears the engine's events of one attempt. */
    openRun: (executionId: string, attempt: number): ((event: EngineEvent) => void) => {
      const isDue = progressPace(clock)
      return (event) => {
        // Progress is the only thing that may be left out; it does not queue up behind a cache that is slow.
        if (event.type === 'node_progress' && (pending.has(executionId) || !isDue(event.node_id))) return
        tell(executionId, { ...frameOf(event), attempt }, runTimeoutMs + HOUR)
      }
    },
    end: (executionId: string, frame: Frame): void => tell(executionId, { ...frame, attempt: Number.MAX_SAFE_INTEGER }, KEPT_AFTER_END_MS),
    /** What was told so far, then what is told from now on; nothing while the cache is away. */
    follow: async (executionId: string, onFrame: (frame: KeptFrame) => void): Promise<Pick<Following, 'unsubscribe'>> => {
      try {
        return await streams.streamFrom(keyOf(executionId), ({ frame }) => onFrame(frame as KeptFrame))
      } catch (error) {
        logger.warn({ err: error, execution_id: executionId }, 'the progress of a run can not be followed')
        return { unsubscribe: () => undefined }
      }
    },
  }
}

/** Says whether a node may tell its progress again. */
function progressPace(clock: Clock): (nodeId: string) => boolean {
  const nodes = new Map<string, { readonly since: number; readonly last: number }>()
  return (nodeId) => {
    const now = clock.now().getTime()
    const { since, last } = nodes.get(nodeId) ?? { since: now, last: -Infinity }
    if (now - last < Math.max(PROGRESS_EVERY_MS, (now - since) * PROGRESS_PART)) return false
    nodes.set(nodeId, { since, last: now })
    return true
  }
}
