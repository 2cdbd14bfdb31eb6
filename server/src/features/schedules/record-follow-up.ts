import type { FollowUp } from '@heddle/contract/schedules.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Events } from '../../platform/events/events.ts'
import { namedTask } from './pause-task.ts'
import { findRunWithTask, setFollowUp } from './scheduled-executions.store.ts'
import { followUpFailed } from './schedules.events.ts'

/** Once: false when the run has a follow-up already, or no longer exists. The owner is notified of an error. */
export async function recordFollowUp(
  events: Events,
  tx: Executor,
  runId: string,
  followUp: FollowUp,
): Promise<boolean> {
  if (!(await setFollowUp(tx, runId, followUp))) return false
  const found = await findRunWithTask(tx, runId)
  if (found && followUp.error !== null) {
    await events.raise(tx, followUpFailed, {
      ...namedTask(found.task),
      scheduled_execution_id: runId,
      error: followUp.error,
    })
  }
  return true
}
