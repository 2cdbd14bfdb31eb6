import type { Executor } from '../../adapters/database/database.ts'
import type { Events } from '../../platform/events/events.ts'
import { wantsFollowUp } from './on-changes.ts'
import { namedTask } from './pause-task.ts'
import { findRunWithTask, setChanges } from './scheduled-executions.store.ts'
import { type ChangedRow, followUpDue, taskChangesFound } from './schedules.events.ts'
import type { Changes } from './schedules.tables.ts'

export type CapturedChanges = {
  readonly snapshotId: string
  /** The snapshot before; null for the first one. */
  readonly previousId: string | null
  readonly changes: Changes | null
  /** The first changed rows, with their values before and after. */
  readonly changedRows: readonly ChangedRow[]
  /** Relative path of the comparison. */
  readonly link: string
}

/**
 * Stores how the snapshot of a run differs from the previous one; `changes` is null for the first one. A run has one
 * snapshot: returns false when there already is one, or when the run no longer exists or is being deleted.
 */
export async function recordChanges(
  events: Events,
  tx: Executor,
  runId: string,
  { changes, ...found }: CapturedChanges,
): Promise<boolean> {
  const run = await findRunWithTask(tx, runId)
  if (!run || !(await setChanges(tx, runId, { snapshotId: found.snapshotId, changes }))) return false
  if (!changes || changes.added + changes.removed + changes.changed === 0) return true
  const named = { ...namedTask(run.task), scheduled_execution_id: runId }
  await events.raise(tx, taskChangesFound, {
    ...named,
    ...changes,
    changed_rows: [...found.changedRows],
    link: found.link,
    notify_on_changes: run.task.notifyOnChanges,
  })
  if (found.previousId !== null && wantsFollowUp(run.task.onChanges, changes)) {
    await events.raise(tx, followUpDue, { ...named, snapshot_a: found.previousId, snapshot_b: found.snapshotId })
  }
  return true
}
