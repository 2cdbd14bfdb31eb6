import type { ExpectationResult } from '@heddle/contract/executions.ts'
import type { Static } from 'typebox'
import type { Executor } from '../../adapters/database/database.ts'
import type { runEnded } from '../executions/index.ts'
import { lockUserAgainstDeletion } from '../users/index.ts'
import { endFiringAfterLastRun, type EndingParts } from './end-firing.ts'
import { endCapturingRun, endFiringRun, type FiringRunRow, type LockedRun, lockRunWithTask } from './firings.store.ts'
import { recordSeries } from './metrics/record-series.ts'
import { namedTask, pauseAtOnce } from './pause-task.ts'
import { raiseExpectation } from './raise-expectation.ts'
import { recordFollowUp } from './record-follow-up.ts'
import { scheduledRunEnded } from './schedules.events.ts'
import { lockTask, type TaskRow } from './schedules.store.ts'
import type { RunStatus } from './schedules.tables.ts'
import { capturesOf } from './task-runs.ts'

type RunEnded = Static<(typeof runEnded)['schema']>
type OwnedRun = Pick<FiringRunRow, 'id' | 'taskId'> & { readonly ownerId: number }
export type FiringRunOutcome = {
  readonly status: RunStatus
  readonly rowCount: number
  readonly errorMessage: string | null
  readonly expectation?: ExpectationResult | null
  readonly setAside?: boolean
  readonly measurement?: RunEnded['measurement']
}

export const isOfSchedule = ({ trigger }: Pick<RunEnded, 'trigger'>): boolean => trigger === 'schedule'

/** Ends the run of a firing when its execution has ended. */
export async function endRunOfExecution(parts: EndingParts, tx: Executor, ended: RunEnded): Promise<void> {
  if (!isOfSchedule(ended)) return
  const locked = await lockRunWithTask(tx, { executionId: ended.execution_id })
  if (!locked) return
  await endScheduledRun(parts, tx, locked, {
    status: ended.cancelled ? 'cancelled' : ended.status,
    rowCount: ended.row_count,
    errorMessage: ended.error_message,
    expectation: ended.expectation,
    setAside: ended.set_aside,
    measurement: ended.measurement,
  })
}

/**
 * Ends a run and, with the last run of a firing, the firing. A handler of the event may reopen the run: one that is
 * captured ends together with its snapshot. Owner, task and run are locked in this order, so that two runs of a firing
 * that end at once see each other.
 */
export async function endScheduledRun(
  parts: EndingParts,
  tx: Executor,
  { run, task: before }: LockedRun,
  { setAside = false, measurement = null, ...outcome }: FiringRunOutcome,
): Promise<void> {
  const { events, clock } = parts
  const { executionId } = run
  const event = executionId === null ? undefined : runEndedOf(before, { ...run, executionId }, outcome)
  const concern = event ? events.concern(scheduledRunEnded, event) : false
  const ended = await endFiringRun(tx, run, { ...outcome, finishedAt: clock.now() }, concern)
  if (!ended) return
  if (measurement !== null) await recordSeries(tx, before, ended, measurement, clock.now())
  await raiseExpectation(events, tx, before, ended)
  const task = setAside ? await pauseAtOnce(parts, tx, before) : before
  if (event && ended.concerns) await events.raise(tx, scheduledRunEnded, event)
  const runs = ended.isAlone && !ended.concerns ? [ended] : undefined
  await endFiringAfterLastRun(parts, tx, task, { firingId: ended.firingId, runs })
}

/** Ends a run that was left open for its snapshot, which exists now, or never will for the reason given. */
export async function endCapturedRun(
  parts: EndingParts,
  tx: Executor,
  run: OwnedRun,
  errorMessage: string | null,
): Promise<void> {
  await lockUserAgainstDeletion(tx, run.ownerId)
  const task = await lockTask(tx, run.taskId)
  if (!task) return
  const ended = await endCapturingRun(tx, run.id, { errorMessage, finishedAt: parts.clock.now() })
  if (!ended) return
  if (errorMessage !== null && task.onChanges)
    await recordFollowUp(parts.events, tx, run.id, { request: null, error: errorMessage })
  await endFiringAfterLastRun(parts, tx, task, ended)
}

function runEndedOf(
  task: TaskRow,
  run: FiringRunRow & { executionId: string },
  { status }: Pick<FiringRunOutcome, 'status'>,
): Static<(typeof scheduledRunEnded)['schema']> {
  return {
    ...namedTask(task),
    scheduled_execution_id: run.id,
    execution_id: run.executionId,
    saved_query: run.savedQueryId,
    controller_connection: run.controllerConnectionId,
    status,
    // Without a snapshot there are no changes to follow up.
    capture_snapshot: capturesOf(task),
    retention_policy: task.retentionPolicy,
    diff_key_fields: task.diffKeyFields && [...task.diffKeyFields],
    diff_ignore_fields: task.diffIgnoreFields && [...task.diffIgnoreFields],
  }
}
