import type { Logger } from 'pino'
import type { Streams } from '../../../adapters/cache/streams.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { HOUR } from '../../../kernel/durations.ts'
import { createProgressStream, type ProgressStream } from '../../../platform/work/progress-stream.ts'
import type { SentRunFrame } from './run-frames.ts'

/** Enough for any run: the longer a node takes, the less often it reports progress. */
const MOST_FRAMES = 5_000

type Dependencies = {
  readonly streams: Streams
  readonly runTimeoutMs: number
  readonly clock: Clock
  readonly logger: Logger
}

/** The live frames of each run, by its id. */
export type RunProgress = ProgressStream<string, SentRunFrame>

export function createRunProgress({ streams, runTimeoutMs, clock, logger }: Dependencies): RunProgress {
  const keyOf = (executionId: string): string => `run:${executionId}`
  return createProgressStream({
    streams,
    keyOf,
    maxLength: MOST_FRAMES,
    ttlMs: runTimeoutMs + HOUR,
    what: 'run',
    clock,
    logger,
  })
}
