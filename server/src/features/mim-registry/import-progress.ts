import type { Logger } from 'pino'
import type { Streams } from '../../adapters/cache/streams.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY } from '../../kernel/durations.ts'
import { createProgressStream, type Publisher, type ProgressStream } from '../../platform/work/progress-stream.ts'
import { type ImportFrame, phaseFrame, type ProgressStep, progressFrame } from './import-frames.ts'
import type { ImportPhase } from './mim-registry.tables.ts'

/** Enough for any import: the longer it runs, the less often it reports progress. */
const MOST_FRAMES = 2_000

type Dependencies = { readonly streams: Streams; readonly clock: Clock; readonly logger: Logger }
/** A resumed import starts a new stream of progress. */
type ProgressKey = { readonly id: string; readonly generation: number }

/** The live frames of each import. */
export type ImportStream = ProgressStream<ProgressKey, ImportFrame>

export function createImportProgress({ streams, clock, logger }: Dependencies): ImportStream {
  const keyOf = ({ id, generation }: ProgressKey): string => `mim-import:${id}:${generation}`
  return createProgressStream({
    streams,
    keyOf,
    maxLength: MOST_FRAMES,
    ttlMs: DAY,
    what: 'class model import',
    clock,
    logger,
  })
}

export type PublishedImport = ReturnType<typeof publishImport>

/** Publishes how far an import is. */
export const publishImport = ({ send, report }: Publisher<ImportFrame>) => ({
  phase: (phase: ImportPhase): void => send(phaseFrame(phase)),
  step: (step: ProgressStep, current: number, total: number): void =>
    report(step, progressFrame(step, current, total), current >= total),
})
