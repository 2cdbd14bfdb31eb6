import type { Logger } from 'pino'
import type { MeasureOrder } from '@heddle/domain/query-metric/measure-rows.ts'
import type { ControllerPool } from '../../../adapters/controller/controller-pool.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/durations.ts'
import type { Lane } from '../../../kernel/lane.ts'
import type { ConnectionRow, ControllerConnectionsService } from '../../controller-connections/index.ts'
import type { RunMeasurement } from './describe-end.ts'
import type { RunEnds } from './end-runs.ts'
import type { EndingRun, RowsBeforeSteps } from './run-end.ts'
import type { SnapshotArchive } from '../../archive/index.ts'
import { type Ending, endingOf } from '../ending.ts'
import { readCapture } from '../requests/read-capture.ts'
import type { CountLog, KnownCounts } from '../../class-use/index.ts'
import type { PlannedInput } from '../../planning/index.ts'
import {
  type EnginePool,
  type NamedClient,
  executePlan,
  type ResultChunk,
  type RunEndTerms,
  type RunResult,
  RunTime,
} from '../../run-engine/index.ts'
import { storeStagesPeriodically } from './store-stages.ts'
import { nameOfSubject, type RunSubject } from '../requests/find-query.ts'
import { publishEvents } from '../live/run-frames.ts'
import type { RunProgress } from '../live/run-progress.ts'
import type { RunningRuns } from './running-runs.ts'
import type { AnswersOfRun } from './answers-of-run.ts'
import type { SharedAnswers } from './shared-answers.ts'

/** Measured on objects with all their attributes. */
const BYTES_PER_OBJECT = 2_000

export type PerformParts = {
  readonly database: Database
  readonly connections: Pick<ControllerConnectionsService, 'find' | 'targetOfRead'>
  readonly controllers: ControllerPool
  readonly engines: EnginePool
  readonly running: RunningRuns
  readonly progress: RunProgress
  readonly ends: RunEnds
  readonly counts: KnownCounts
  readonly answers: SharedAnswers
  readonly archive: Pick<SnapshotArchive, 'newest' | 'rows'>
  readonly limits: { readonly maxResultRows: number; readonly maxHeapBytes: number }
  readonly clock: Clock
  readonly logger: Logger
}

/** A run that this process has claimed. */
export type StartedRun = EndingRun & {
  /** Whose turn it takes. */
  readonly lane: Lane
  readonly attempt: number
  readonly startedAt: Date
  readonly subject: RunSubject
  readonly plan: PlannedInput
  readonly read?: ReadConnections
  /** The check that it is part of. */
  readonly checkId?: string | null
  readonly measure?: MeasureOrder | null
  readonly keepsRowsBefore?: boolean
}

export type RunTerms = Omit<RunEndTerms, 'cancel' | 'time'> & {
  readonly time?: RunTime
  readonly timeoutMs: number
  readonly mostWaitMs?: number
  /** A stop leaves the run open for another process to claim. */
  readonly requeueOnStop: boolean
  /** Whether nobody waits for the run; by default only for a manual one somebody does. */
  readonly background?: boolean
}

/**
 * Returns the stored ending, which may differ from the run's own. Undefined if the run was handed back or had already
 * ended.
 */
export type PerformRun = (run: StartedRun, terms: RunTerms) => Promise<PerformedRun | undefined>
type PerformedRun = { readonly ending: Ending; readonly chunks: readonly ResultChunk[] }

/** Executes one run from its start to its stored end. */
export async function performRun(
  parts: PerformParts,
  run: StartedRun,
  terms: RunTerms,
): Promise<PerformedRun | undefined> {
  const { running, ends, clock } = parts
  const { signal: cancel, done } = running.begin({ id: run.id })
  const time = terms.time ?? new RunTime(terms)
  try {
    const result = await execute(parts, run, { ...terms, time, cancel })
    if (result.stopped && terms.requeueOnStop) return undefined
    const own = endingOf(result, {
      durationMs: clock.now().getTime() - run.startedAt.getTime(),
      waitedMs: time.waitedMs(),
    })
    const ending = await ends.end(run, {
      ending: own,
      stages: result.outcome.stages,
      chunks: result.chunks,
      rowsBefore: rowsBeforeOf(result),
      findings: result.outcome.ok ? result.outcome.findings : null,
      measurement: measurementOf(run, result),
      facts: { savedQueryVersion: run.subject.version, generatedQuery: run.plan.text, className: run.plan.className },
      subject: nameOfSubject(run.subject),
      attempt: run.attempt,
    })
    if (!ending) return undefined
    logEnd(parts, run, ending)
    return { ending, chunks: ending === own ? result.chunks : [] }
  } finally {
    time.close()
    done()
  }
}

async function execute(
  parts: PerformParts,
  run: StartedRun,
  terms: RunTerms & { readonly time: RunTime; readonly cancel: AbortSignal },
): Promise<RunResult> {
  const { engines, progress, counts, answers, limits } = parts
  const shared = run.checkId == null ? undefined : await answers.open(run.checkId)
  const stages = storeStagesPeriodically({ ...parts, run })
  const logs = new Map<string, CountLog>()
  const onEvent = publishEvents(progress.open(run.id), run.attempt)
  const background = terms.background ?? run.trigger !== 'manual'
  try {
    return await executePlan(engines, {
      input: {
        ...{ packed: run.plan.packed, past: run.plan.past, measure: run.measure ?? undefined },
        keepsRowsBefore: run.keepsRowsBefore,
      },
      lane: run.lane,
      clientOf: (connection) => {
        logs.set(connection, counts.open(connection))
        return clientOf(parts, connection, { read: run.read, shared: shared?.answers })
      },
      capturedRows: (order, signal) => readCapture(parts, order, run.startedAt, signal),
      onCount: ({ connection, class_name, objects }) => logs.get(connection)?.remember(class_name, objects),
      ...terms,
      limits: {
        maxRows: limits.maxResultRows,
        maxHeapBytes: limits.maxHeapBytes,
        expectedBytes: run.plan.expectedObjects * BYTES_PER_OBJECT,
        background,
        // A check asks for a hundred things at once: what it reads is counted by the pages alone, as in a manual run.
        countsAgain: background && run.checkId == null,
      },
      onEvent,
      onStage: stages.changed,
    })
  } finally {
    shared?.close()
    stages.close()
  }
}

const rowsBeforeOf = ({ outcome, chunksBefore }: RunResult): RowsBeforeSteps | null =>
  outcome.ok && outcome.before ? { head: outcome.before, chunks: chunksBefore } : null

const measurementOf = ({ measure }: StartedRun, { outcome }: RunResult): RunMeasurement | null =>
  measure && outcome.ok && outcome.measurement ? { of: measure, ...outcome.measurement } : null

/** The connections of a run, read along with something else: a run that waits for a thread reads them anew. */
export type ReadConnections = { readonly at: number; readonly byId: ReadonlyMap<string, ConnectionRow> }
const RECENT_MS = SECOND

export const readJustNow = (rows: readonly ConnectionRow[]): ReadConnections => ({
  at: performance.now(),
  byId: new Map(rows.map((row) => [row.id, row])),
})

const ifRecent = ({ at, byId }: ReadConnections, id: string): ConnectionRow | undefined =>
  performance.now() - at < RECENT_MS ? byId.get(id) : undefined

/** The client of a connection; undefined if the connection has been deleted. */
export async function clientOf(
  { connections, controllers }: Pick<PerformParts, 'connections' | 'controllers'>,
  connection: string,
  { read, shared }: { readonly read?: ReadConnections | undefined; readonly shared?: AnswersOfRun | undefined } = {},
): Promise<NamedClient | undefined> {
  const row = (read && ifRecent(read, connection)) ?? (await connections.find(connection))
  if (!row) return undefined
  const target = await connections.targetOfRead(row)
  const client = controllers.client(target)
  if (!shared) return { name: row.name, client }
  // Another account may see other objects.
  const key = `${connection} ${target.revision}`
  const get: NamedClient['client']['get'] = (path, options) =>
    shared.get(key, path, options, ({ onState }) => client.get(path, { ...options, onState }))
  return { name: row.name, client: { get } }
}

function logEnd({ logger }: PerformParts, { id, trigger }: StartedRun, ending: Ending): void {
  const { status, reason, rowCount: rows, durationMs: ms, waitedMs: waited_ms } = ending
  logger.info({ execution_id: id, trigger, status, reason, rows, ms, waited_ms }, 'query run')
}
