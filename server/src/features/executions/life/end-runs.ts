import type { Database, Transaction } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Events } from '../../../platform/events/events.ts'
import { actAs } from '../../../platform/request-scope.ts'
import { storable } from '../../../platform/text/storable.ts'
import type { Audit } from '../../audit/index.ts'
import type { RunAdmission } from './admission.ts'
import { CANCELLED_ENDING, type Ending, isCancelled } from '../ending.ts'
import { presentConnections } from '../../planning/index.ts'
import { closedStages, type FoundFindings, type ResultChunk, type Stage } from '../../run-engine/index.ts'
import { insertFindings } from '../logs/findings.store.ts'
import { runEnded } from '../executions.events.ts'
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

export type RunEnd = {
  readonly ending: Ending
  /** Without them, the stages stored during the run are closed. */
  readonly stages?: readonly Stage[]
  readonly chunks?: readonly ResultChunk[]
  readonly findings?: FoundFindings | null
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
  const { ended, ending, chunks, findings } = await write(tx, run, end)
  if (!ended) return undefined
  const stages =
    end.stages ??
    closedStages(await readStages(tx, run.id), isCancelled(ending) ? 'cancelled' : 'failure', clock.now().getTime())
  await endPipeline(tx, run.id, ending, { stages, finishedAt: clock.now() })
  await insertChunks(tx, run.id, chunks)
  await insertFindings(tx, run.id, findings)
  await audit.record(tx, auditEntry(ended, ending, end.subject))
  await events.raise(tx, runEnded, endedEvent(ended, ending, end.setAside === true))
  if (owner !== null) await admission.admit(tx, owner)
  database.afterCommit(() => progress.end(run.id))
  return ending
}

/** Once a cancel request was accepted, the run ends as cancelled, even if its rows are already there. */
async function write(tx: Transaction, { id }: RunRef, { ending, facts = {}, attempt, ...found }: RunEnd) {
  const { chunks = [], findings = null } = found
  if (isCancelled(ending)) return { ended: await endRun(tx, id, ending, facts, { attempt }), ending, ...NOTHING_FOUND }
  const ended = await endRun(tx, id, ending, facts, { attempt, cancelRequested: false })
  if (ended) return { ended, ending, chunks, findings }
  const cancelled = { ...CANCELLED_ENDING, durationMs: ending.durationMs, actualQueryPath: ending.actualQueryPath }
  return {
    ended: await endRun(tx, id, cancelled, facts, { attempt, cancelRequested: true }),
    ending: cancelled,
    ...NOTHING_FOUND,
  }
}

const NOTHING_FOUND = { chunks: [], findings: null }

const endedEvent = (run: EndedRun, ending: Ending, set_aside: boolean) => ({
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
  set_aside,
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
