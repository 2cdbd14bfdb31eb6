import { and } from 'drizzle-orm'
import type { Database, Transaction } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Events } from '../../../platform/events/events.ts'
import { actAs } from '../../../platform/request-scope.ts'
import { storable } from '../../../platform/text/storable.ts'
import type { Audit } from '../../audit/index.ts'
import type { RunAdmission } from './admission.ts'
import { CANCELLED_ENDING, type Ending, isCancelled } from '../ending.ts'
import { closedStages, type Stage } from '../../run-engine/index.ts'
import { executionRowsBefore } from '../executions.tables.ts'
import { tellRowsBefore } from '../results/rows-before.store.ts'
import { insertFindings } from '../logs/findings.store.ts'
import { runEnded, runTold } from '../executions.events.ts'
import { auditEntry, endedEvent, toldEvent } from './describe-end.ts'
import { endAtOnce, hasItsUser } from './end-at-once.ts'
import type { EndingRun, RowsBeforeSteps, RunEnd, RunEndedEvent } from './run-end.ts'
import type { RunProgress } from '../live/run-progress.ts'
import { insertChunks } from './chunks.store.ts'
import { endPipeline, endRun, readStages, type RestOfEnd, type RunRef } from './runs.store.ts'

type EndDependencies = {
  readonly database: Database
  readonly events: Events
  readonly audit: Audit
  readonly admission: RunAdmission
  readonly progress: RunProgress
  readonly clock: Clock
}
type EndParts = EndDependencies & {
  /** Call it once the end of a run is stored. */
  readonly told: (ended: RunEndedEvent) => void
}

/**
 * The one place where runs end, exactly once: storing the end, raising its event and admitting the next run are one
 * transaction. Both return the ending that was stored; undefined when the run had already ended.
 */
export type RunEnds = {
  readonly end: (run: EndingRun, end: RunEnd) => Promise<Ending | undefined>
  /**
   * For a run ended by another user's request: its audit entry names the run's user, without the address of that
   * request.
   */
  readonly endForOther: (tx: Transaction, run: RunRef, end: RunEnd) => Promise<Ending | undefined>
  /** Calls the listener in the process that has ended a run, once that is stored. */
  readonly onEnded: (listener: (ended: RunEndedEvent) => void) => void
}

// A deadlock with a transaction that locks in another order is resolved by retrying.
const RETRIES = 3

export function createRunEnds(dependencies: EndDependencies): RunEnds {
  const listeners: ((ended: RunEndedEvent) => void)[] = []
  const parts = { ...dependencies, told: (ended: RunEndedEvent) => tell(dependencies, listeners, ended) }
  const { database } = parts
  return {
    end: async (run, end) =>
      (await database.statement((db) => endAtOnce(parts, db, run, end), { retries: RETRIES })) ??
      (await database.transaction((tx) => endIn(parts, tx, run, end), { retries: RETRIES })),
    endForOther: (tx, run, end) => actAs(NOBODY, () => endIn(parts, tx, run, end)),
    onEnded: (listener) => void listeners.push(listener),
  }
}

function tell(
  { progress, events }: EndDependencies,
  listeners: readonly ((ended: RunEndedEvent) => void)[],
  ended: RunEndedEvent,
): void {
  progress.end(ended.execution_id)
  void events.publish(runTold, toldEvent(ended))
  for (const listener of listeners) listener(ended)
}

const NOBODY = { userId: null, username: 'system', ipAddress: null, userAgent: null, apiToken: null }

async function endIn(parts: EndParts, tx: Transaction, run: EndingRun, end: RunEnd): Promise<Ending | undefined> {
  const { database, events, audit, admission, clock } = parts
  const owner = run.trigger === 'background' ? run.userId : null
  if (owner !== null) await admission.lock(tx, owner)
  else if (run.trigger === 'schedule' && run.userId !== null) await admission.lockAgainstDeletion(tx, run.userId)
  const finishedAt = clock.now()
  const written = await write(parts, tx, run, end, finishedAt)
  const { ended, ending, isClosed, isRecorded, chunks, rowsBefore, findings, measurement } = written
  if (!ended) return undefined
  if (!isClosed) await closePipeline(tx, run, { ending, stages: end.stages, finishedAt })
  await insertChunks(tx, run.id, chunks)
  if (rowsBefore) await storeRowsBefore(tx, run.id, rowsBefore)
  await insertFindings(tx, run.id, findings)
  if (!isRecorded) await audit.record(tx, auditEntry(ended, ending, end.subject))
  const event = endedEvent(ended, ending, measurement, end.setAside === true)
  await events.raise(tx, runEnded, event, ended)
  if (owner !== null) await admission.admit(tx, owner)
  database.afterCommit(() => parts.told(event))
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
 * stored by the statement that ends the run, with its pipeline and its audit entry.
 */
async function write(parts: EndParts, tx: Transaction, run: EndingRun, end: RunEnd, finishedAt: Date) {
  const { ending, stages, facts = {}, attempt, chunks = [] } = end
  const { rowsBefore = null, findings = null, measurement = null } = end
  const { id } = run
  if (isCancelled(ending))
    return { ended: await endRun(tx, id, { ending, facts }, { attempt }), ending, ...NOTHING_FOUND }
  const rest = stages && chunks.length <= 1 ? { stages, finishedAt, chunk: chunks[0] } : undefined
  const found = { ending, isClosed: rest !== undefined, chunks: rest ? [] : chunks, rowsBefore, findings, measurement }
  const recorded = rest && (await endRecorded(parts, tx, run, end, rest))
  if (recorded) return { ended: recorded, isRecorded: true, ...found }
  const ended = await endRun(tx, id, { ending, facts, rest }, { attempt, cancelRequested: false })
  if (ended) return { ended, isRecorded: false, ...found }
  const cancelled = { ...CANCELLED_ENDING, durationMs: ending.durationMs, actualQueryPath: ending.actualQueryPath }
  return {
    ended: await endRun(tx, id, { ending: cancelled, facts }, { attempt, cancelRequested: true }),
    ending: cancelled,
    ...NOTHING_FOUND,
  }
}

/**
 * With its audit entry, and what the handlers of its event ask the database. Undefined, with nothing written, where
 * this process does not know what the entry is to say.
 */
async function endRecorded(
  { audit, events }: EndParts,
  tx: Transaction,
  { id, logged: before }: EndingRun,
  end: RunEnd,
  rest: RestOfEnd,
) {
  const { ending, facts = {}, attempt, measurement = null, setAside = false } = end
  const logged = before && { ...before, generatedQuery: storable(facts.generatedQuery ?? before.generatedQuery) }
  const entry = logged && audit.prepare(auditEntry(logged, ending, end.subject))
  if (!entry) return undefined
  const ended = await endRun(
    tx,
    id,
    {
      ...{ ending, facts, rest: { ...rest, entry } },
      concern: events.openConcern(runEnded, endedEvent(logged, ending, measurement, setAside)),
    },
    { attempt, cancelRequested: false, and: and(entry.isCurrent, hasItsUser(logged)) },
  )
  if (ended) entry.noteWritten()
  return ended
}

const NOTHING_FOUND = {
  ...{ isClosed: false, isRecorded: false },
  ...{ chunks: [], rowsBefore: null, findings: null, measurement: null },
}

async function storeRowsBefore(tx: Transaction, id: string, { head, chunks }: RowsBeforeSteps): Promise<void> {
  await insertChunks(tx, id, chunks, executionRowsBefore)
  await tellRowsBefore(tx, id, head)
}
