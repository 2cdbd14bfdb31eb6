import { randomUUID } from 'node:crypto'
import type { Executor } from '../../adapters/database/database.ts'
import type { RunsService } from '../executions/index.ts'
import { insertFirings, insertFiringRuns, advanceTasks, type NewFiring, type NewFiringRun } from './firings.store.ts'
import { measureOf } from './metrics/measures-alike.ts'
import type { TaskRow } from './schedules.store.ts'
import type { Trigger } from './schedules.tables.ts'
import { capturesOf, taskConnections } from './task-runs.ts'

/** Runs start after the commit, in any worker. */
export type StartsRuns = Pick<RunsService, 'startScheduledMany'>

/** A task to fire now. */
export type FiringPlan = {
  readonly task: TaskRow
  readonly owner: string
  /** Null for a manual run. */
  readonly slot: Date | null
  readonly trigger: Trigger
  readonly nextRunAt: Date | null
}
type StartedFiring = FiringPlan & { readonly firing: NewFiring }

/**
 * Starts firings of locked tasks without an open one, with the runs of each new firing. Needs few
 * statements, however many tasks there are.
 */
export async function startFirings(
  executions: StartsRuns,
  tx: Executor,
  plans: readonly FiringPlan[],
  now: Date,
): Promise<NewFiringRun[]> {
  const planned = plans.map((plan) => ({ ...plan, firing: firingOf(plan, now) }))
  const inserted = await insertFirings(
    tx,
    planned.map(({ firing }) => firing),
  )
  const isNew = ({ firing }: StartedFiring): boolean => inserted.has(firing.id)
  const runs = await startRuns(executions, tx, planned.filter(isNew), now)
  await advanceTasks(
    tx,
    planned.map((plan) => ({
      id: plan.task.id,
      nextRunAt: plan.nextRunAt,
      firing: isNew(plan) ? plan.firing.id : null,
    })),
    now,
  )
  return runs
}

const firingOf = ({ task, slot, trigger }: FiringPlan, now: Date): NewFiring => ({
  id: randomUUID(),
  taskId: task.id,
  slot,
  trigger,
  status: 'running',
  startedAt: now,
})

async function startRuns(
  executions: StartsRuns,
  tx: Executor,
  firings: readonly StartedFiring[],
  now: Date,
): Promise<NewFiringRun[]> {
  const wanted = firings.flatMap((firing) =>
    taskConnections(firing.task).map((connections, position) => ({ firing, connections, position })),
  )
  const executionIds = await executions.startScheduledMany(
    tx,
    wanted.map(({ firing: { task, owner }, connections }) => ({
      ...connections,
      savedQueryId: task.savedQueryId,
      userId: task.ownerId,
      username: owner,
      variables: task.variables,
      measure: task.metric && measureOf(task.metric),
    })),
  )
  const runs = wanted.map(
    ({ firing: { firing, task, slot, trigger }, connections: { connection, merged }, position }, index) => ({
      id: randomUUID(),
      firingId: firing.id,
      taskId: task.id,
      savedQueryId: task.savedQueryId,
      controllerConnectionId: connection,
      controllerConnectionIds: merged ? [...merged.ids] : null,
      position,
      captureSnapshot: capturesOf(task),
      executionId: executionIds[index]!,
      status: 'running' as const,
      trigger,
      scheduledFor: slot ?? now,
      startedAt: now,
    }),
  )
  await insertFiringRuns(tx, runs)
  return runs
}
