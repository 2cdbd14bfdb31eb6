import type { Row } from '@heddle/domain/values/row.ts'
import { BadGateway } from '../../../kernel/errors.ts'
import type { Lane } from '../../../kernel/lane.ts'
import type { WhyFailure, WhyPart } from '../../planning/index.ts'
import {
  executePlan,
  type PackedRun,
  type ResultChunk,
  type RunFailure,
  type RunTime,
  type Stage,
} from '../../run-engine/index.ts'
import { clientOf, type PerformParts } from '../life/perform-run.ts'
import { readCapture } from '../requests/read-capture.ts'
import { chunkLines } from '../results/result-stream.ts'

export type WhyRunParts = Pick<PerformParts, 'connections' | 'controllers' | 'database' | 'archive' | 'engines'> & {
  readonly limits: PerformParts['limits']
}

export type WhyTerms = {
  readonly lane: Lane
  readonly startedAt: Date
  readonly time: RunTime
  readonly disconnected: AbortSignal
  readonly stop: AbortSignal
}

/** What a part of a query gives. */
export type PartResult = {
  readonly columns: readonly string[]
  readonly rowCount: number
  readonly chunks: readonly ResultChunk[]
  readonly stages: readonly Stage[]
}

/** Runs a part of a query as any run is, but without a log. Throws a `BadGateway` if it fails. */
export async function runPart(parts: WhyRunParts, input: PackedRun, terms: WhyTerms): Promise<PartResult> {
  const { engines, limits } = parts
  const { lane, startedAt, time, disconnected, stop } = terms
  const { outcome, chunks } = await executePlan(engines, {
    ...{ input, lane, time, disconnected, stop },
    clientOf: (connection) => clientOf(parts, connection),
    capturedRows: (order, signal) => readCapture(parts, order, startedAt, signal),
    limits: { maxRows: limits.maxResultRows, maxHeapBytes: limits.maxHeapBytes },
    onEvent: () => undefined,
    onStage: () => undefined,
  })
  if (!outcome.ok) throw partFailed(outcome.failure)
  const { columns, rowCount, stages } = outcome
  return { columns, rowCount, chunks, stages }
}

/** The rows before a part that works on them. */
export const startingFrom = ({ columns, rowCount, chunks }: PartResult): PackedRun['past'] => ({
  ...{ name: 'rows', columns, rowCount, chunks, warnings: [] },
})

export const partFailed = ({ message, reason }: Pick<RunFailure, 'message' | 'reason'>): BadGateway =>
  new BadGateway(message, { reason })

/** What could be found out; what takes too long fails like a run that is too big. */
export function orFail<Found extends object>(found: Found | WhyFailure): Found {
  if ('failure' in found) throw partFailed({ message: found.failure, reason: 'too_big' })
  return found
}

/** The first rows, as many as one chunk has. */
export async function firstRows({ chunks }: PartResult): Promise<readonly Row[]> {
  for await (const lines of chunkLines(chunks.slice(0, 1))) return lines.map((line) => JSON.parse(line) as Row)
  return []
}

export type RunWhyPart = (part: WhyPart, from?: PartResult) => Promise<PartResult>
