import type { Static } from 'typebox'
import type { MeasureOrder, Measurement } from '@heddle/domain/query-metric/measure-rows.ts'
import type { Database, Transaction } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Events } from '../../../platform/events/events.ts'
import { actAs } from '../../../platform/request-scope.ts'
import { storable } from '../../../platform/text/storable.ts'
import type { Audit } from '../../audit/index.ts'
import type { RunAdmission } from './admission.ts'
import { CANCELLED_ENDING, type Ending, isCancelled } from '../ending.ts'
import { presentConnections } from '../../planning/index.ts'
import {
  closedStages,
  type FoundFindings,
  type ResultChunk,
  type Stage,
  type TableHead,
} from '../../run-engine/index.ts'
import { executionRowsBefore } from '../executions.tables.ts'
import { tellRowsBefore } from '../results/rows-before.store.ts'
import { insertFindings } from '../logs/findings.store.ts'
import { runEnded, runTold } from '../executions.events.ts'
import type { RunProgress } from '../live/run-progress.ts'
import {
  type EndedRun,
  endPipeline,
  endRun,
  insertChunks,
  readStages,
  type RunFacts,
  type RunRef,
} from './runs.store.ts'

type EndParts = {
  readonly database: Database
  readonly events: Events
  readonly audit: Audit
  readonly admission: RunAdmission
  readonly progress: RunProgress
  readonly clock: Clock
}

/** With what it is a measurement of. */
export type RunMeasurement = Measurement & { readonly of: MeasureOrder }

/** What the first step got. */
export type RowsBeforeSteps = { readonly head: TableHead; readonly chunks: readonly ResultChunk[] }

export type RunEnd = {
  readonly ending: Ending
  /** Without them, the stages stored during the run are closed. */
  readonly stages?: readonly Stage[]
  readonly chunks?: readonly ResultChunk[]
  readonly rowsBefore?: RowsBeforeSteps | null
  readonly findings?: FoundFindings | null
  readonly measurement?: RunMeasurement | null
  readonly facts?: RunFacts
  /** What was run, in words. */
  readonly subject?: string
  /** Two processes died at it: whatever asked for it should not do so again. */
  readonly setAside?: boolean
  /** Ends the run only while this attempt is the latest. */
  readonly attempt?: number
}

/**
 * The one place where runs end, exactly once: storing the end, raising its event and admitting the next run are one
 * transaction. Both return the ending that was stored; undefined when the run had already ended.
 */
export type RunEnds = {
  readonly end: (run: RunRef, end: RunEnd) => Promise<Ending | undefined>
  /**
   * For a run ended by another user's request: its audit entry names the run's user, without the address of that
   * request.
   */
  readonly endForOther: (tx: Transaction, run: RunRef, end: RunEnd) => Promise<Ending | undefined>
}

// A deadlock with a transaction that locks in another order is resolved by retrying.
const RETRIES = 3

export function createRunEnds(parts: EndParts): RunEnds {
  return {
    end: (run, end) => parts.database.transaction((tx) => endIn(parts, tx, run, end), { retries: RETRIES }),
    endForOther: (tx, run, end) => actAs(NOBODY, () => endIn(parts, tx, run, end)),
  }
}

const NOBODY = { userId: null, username: 'system', ipAddress: null, userAgent: null, apiToken: null }

async function endIn(parts: EndParts, tx: Transaction, run: RunRef, end: RunEnd): Promise<Ending | undefined> {
  const { database, events, audit, admission, progress, clock } = parts
  const owner = run.trigger === 'background' ? run.userId : null
  if (owner !== null) await admission.lock(tx, owner)
  else if (run.trigger === 'schedule' && run.userId !== null) await admission.lockAgainstDeletion(tx, run.userId)
  const finishedAt = clock.now()
  const { ended, ending, isClosed, chunks, rowsBefore, findings, measurement } = await write(tx, run, end, finishedAt)
  if (!ended) return undefined
  if (!isClosed) await closePipeline(tx, run, { ending, stages: end.stages, finishedAt })
  await insertChunks(tx, run.id, chunks)
  if (rowsBefore) await storeRowsBefore(tx, run.id, rowsBefore)
  await insertFindings(tx, run.id, findings)
  await audit.record(tx, auditEntry(ended, ending, end.subject))
  const event = endedEvent(ended, ending, measurement, end.setAside === true)
  await events.raise(tx, runEnded, event)
  if (owner !== null) await admission.admit(tx, owner)
  database.afterCommit(() => {
    progress.end(run.id)
    void events.publish(runTold, toldEvent(event))
  })
  return ending
}

type PipelineEnding = {
  readonly ending: Ending
  readonly stages: readonly Stage[] | undefined
  readonly finishedAt: Date
}

async function closePipeline(tx: Transaction, { id }: RunRef, { ending, stages, finishedAt }: PipelineEnding) {
  const reason = isCancelled(ending) ? 'cancelled' : 'failure'
  const closed = stages ?? closedStages(await readStages(tx, id), reason, finishedAt.getTime())
  await endPipeline(tx, id, ending, { stages: closed, finishedAt })
}

/**
 * Once a cancel request was accepted, the run ends as cancelled, even if its rows are already there. A small result is
 * stored by the statement that ends the run, with its pipeline.
 */
async function write(tx: Transaction, { id }: RunRef, end: RunEnd, finishedAt: Date) {
  const { ending, stages, facts = {}, attempt, chunks = [] } = end
  const { rowsBefore = null, findings = null, measurement = null } = end
  if (isCancelled(ending))
    return { ended: await endRun(tx, id, { ending, facts }, { attempt }), ending, ...NOTHING_FOUND }
  const rest = stages && chunks.length <= 1 ? { stages, finishedAt, chunk: chunks[0] } : undefined
  const ended = await endRun(tx, id, { ending, facts, rest }, { attempt, cancelRequested: false })
  const isClosed = rest !== undefined
  if (ended) return { ended, ending, isClosed, chunks: isClosed ? [] : chunks, rowsBefore, findings, measurement }
  const cancelled = { ...CANCELLED_ENDING, durationMs: ending.durationMs, actualQueryPath: ending.actualQueryPath }
  return {
    ended: await endRun(tx, id, { ending: cancelled, facts }, { attempt, cancelRequested: true }),
    ending: cancelled,
    ...NOTHING_FOUND,
  }
}

const NOTHING_FOUND = { isClosed: false, chunks: [], rowsBefore: null, findings: null, measurement: null }

async function storeRowsBefore(tx: Transaction, id: string, { head, chunks }: RowsBeforeSteps): Promise<void> {
  await insertChunks(tx, id, chunks, executionRowsBefore)
  await tellRowsBefore(tx, id, head)
}

const endedEvent = (run: EndedRun, ending: Ending, measurement: RunMeasurement | null, set_aside: boolean) => ({
  execution_id: run.id,
  saved_query: run.savedQueryId,
  controller_connection: run.controllerConnectionId,
  trigger: run.trigger,
  status: ending.status,
  cancelled: isCancelled(ending),
  row_count: ending.rowCount,
  error_message: ending.errorMessage,
  duration_ms: ending.durationMs,
  expectation: storable(ending.expectation),
  measurement: storable(measurement && eventOf(measurement)),
  set_aside,
})

const toldEvent = (ended: Static<typeof runEnded.schema>): Static<typeof runTold.schema> => ({
  execution_id: ended.execution_id,
  saved_query: ended.saved_query,
  controller_connection: ended.controller_connection,
  trigger: ended.trigger,
  status: ended.status,
  cancelled: ended.cancelled,
  row_count: ended.row_count,
  duration_ms: ended.duration_ms,
  expectation: ended.expectation?.status ?? null,
})

const eventOf = ({ of, series, dropped }: RunMeasurement) => ({
  of: { ...of, labels: [...of.labels] },
  series: series.map(([labels, value]): [string, number] => [labels, value]),
  dropped,
})

function auditEntry(
  run: EndedRun,
  ending: Ending,
  subject = run.draft ? 'A draft' : 'A saved query',
): Parameters<Audit['record']>[1] {
  const { savedQueryId, trigger, userId, username } = run
  return {
    action: 'query_run',
    description: `${subject} was run: ${ending.status}`,
    target: { type: 'execution_log', id: run.id },
    metadata: {
      saved_query: savedQueryId,
      draft: run.draft,
      ...presentConnections(run),
      trigger,
      status: ending.status,
      row_count: ending.rowCount,
    },
    content: { generated_query: run.generatedQuery, variables: run.variables, error_message: ending.errorMessage },
    actor: { userId, username },
  }
}
