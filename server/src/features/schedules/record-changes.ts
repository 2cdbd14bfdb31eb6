import type { Executor } from '../../adapters/database/database.ts'
import type { Events } from '../../platform/events/events.ts'
import { wantsFollowUp } from './on-changes.ts'
import { namedTask } from './pause-task.ts'
import { findRunWithTask, setChanges } from './scheduled-executions.store.ts'
import type { Static } from 'typebox'
import { type TaskChangedRow, followUpDue, taskChangesFound } from './schedules.events.ts'
import type { CountedChanges } from './schedules.tables.ts'

export type CapturedChanges = {
  readonly snapshotId: string
  /** The snapshot before; null for the first one. */
  readonly previousId: string | null
  readonly changes: CountedChanges | null
  /** The first changed rows, with their values before and after. */
  readonly changedRows: readonly TaskChangedRow[]
  /** Relative path of the comparison. */
  readonly link: string
  /** Called instead of announcing the changes, which the caller then does once it knows who made them. */
  readonly onChanges?: (tx: Executor, found: TaskChangesFound) => Promise<void>
}
export type TaskChangesFound = Static<typeof taskChangesFound.schema>

export const announceChanges = (events: Events, tx: Executor, found: TaskChangesFound): Promise<void> =>
  events.raise(tx, taskChangesFound, found)

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
  const announce = found.onChanges ?? ((inside, changed) => announceChanges(events, inside, changed))
  await announce(tx, {
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
