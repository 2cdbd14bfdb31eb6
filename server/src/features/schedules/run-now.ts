import type { RunNowReply } from '@heddle/contract/schedules.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Conflict, orNotFound } from '../../kernel/errors.ts'
import type { Audit } from '../audit/index.ts'
import { lockUserAgainstDeletion } from '../users/index.ts'
import { findRunIds } from './firings.store.ts'
import { lockTask, type TaskRow } from './schedules.store.ts'
import { startFirings, type StartsRuns } from './start-firings.ts'
import { getVisible } from './task-access.ts'

type ManualParts = {
  readonly database: Database
  readonly executions: StartsRuns
  readonly audit: Audit
  readonly clock: Clock
}

/** Works even while the task is disabled or paused; its slots do not change. */
export const runTaskNow = (parts: ManualParts, caller: Caller, id: string): Promise<RunNowReply> =>
  parts.database.transaction(async (tx) => {
    const { task: seen, owner } = await getVisible(tx, caller, id)
    await lockUserAgainstDeletion(tx, seen.ownerId)
    const task = orNotFound(await lockTask(tx, id))
    await refuseOverlap(tx, task)
    const firing = { task, owner, slot: null, trigger: 'manual', nextRunAt: task.nextRunAt } as const
    const runs = await startFirings(parts.executions, tx, [firing], parts.clock.now())
    const execution_ids = runs.map((run) => run.id)
    await parts.audit.record(tx, {
      action: 'task_run',
      description: `Scheduled task "${task.name}" was run manually`,
      target: { type: 'scheduled_task', id },
      metadata: { scheduled_executions: execution_ids },
    })
    return { execution_id: execution_ids[0]!, execution_ids }
  })

async function refuseOverlap(tx: Executor, { openFiring }: TaskRow): Promise<void> {
  if (openFiring === null) return
  const [active_run_id] = await findRunIds(tx, openFiring)
  throw new Conflict('The task is already running.', 'already_running', { active_run_id })
}
