import { expectationNews } from '@heddle/domain/expectation/expectation-news.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Events } from '../../platform/events/events.ts'
import type { FiringRunRow } from './firings.store.ts'
import { namedTask } from './pause-task.ts'
import { findJudgedBefore, namesOfRun } from './scheduled-executions.store.ts'
import { taskExpectationChanged } from './schedules.events.ts'
import type { TaskRow } from './schedules.store.ts'

/** Compares with the run before on the same connection. */
export async function raiseExpectation(events: Events, tx: Executor, task: TaskRow, run: FiringRunRow): Promise<void> {
  if (!run.expectation) return
  const { status, reason, failing_rows } = run.expectation
  if (!expectationNews((await findJudgedBefore(tx, run))?.status, status)) return
  const names = await namesOfRun(tx, run)
  await events.raise(tx, taskExpectationChanged, {
    ...namedTask(task),
    scheduled_execution_id: run.id,
    query_name: names.query,
    connection_names: names.connections,
    status,
    reason,
    failing_rows,
    notify_on_expectation: task.notifyOnExpectation,
  })
}
