import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { orNotFound } from '../../kernel/errors.ts'
import { nextVersionTime } from '../../kernel/versions.ts'
import type { Events } from '../../platform/events/events.ts'
import { type Audit, notesOn } from '../audit/index.ts'
import { lockUserAgainstDeletion } from '../users/index.ts'
import { taskChanges, resumeTask } from './change-task.ts'
import type { TaskFields } from './check-task-body.ts'
import { publishDue } from './publish-due.ts'
import { measuresAlike } from './metrics/measures-alike.ts'
import { deleteSeriesOf } from './metrics/query-series.store.ts'
import type { TaskChange } from './read-task.ts'
import {
  deleteTask,
  insertTask,
  lockTask,
  replaceGrants,
  type TaskChanges,
  type TaskRow,
  updateTask,
} from './schedules.store.ts'
import { getOwned } from './task-access.ts'
import { slotAfter } from './task-schedule.ts'

export type TaskWriting = {
  readonly database: Database
  readonly events: Events
  readonly audit: Audit
  readonly clock: Clock
}

const noteOf = ({ audit }: TaskWriting) => notesOn(audit, 'Scheduled task', 'scheduled_task')

/** Locks the owner before the task, as every transaction does. */
export async function lockOwnedTask(tx: Executor, caller: Caller, id: string): Promise<TaskRow> {
  const { task } = await getOwned(tx, caller, id)
  await lockUserAgainstDeletion(tx, task.ownerId)
  return orNotFound(await lockTask(tx, id))
}

export async function insertNewTask(
  parts: TaskWriting,
  tx: Executor,
  ownerId: number,
  id: string,
  fields: TaskFields,
): Promise<void> {
  const { grantedGroups, ...columns } = fields
  const now = parts.clock.now()
  const schedule = { ...columns, anchorAt: now, dueSince: columns.enabled ? now : null }
  const nextRunAt = columns.enabled ? slotAfter(schedule, now) : null
  await insertTask(tx, { id, ownerId, ...schedule, nextRunAt, createdAt: now, updatedAt: now })
  await replaceGrants(tx, id, grantedGroups)
  publishDue(parts, nextRunAt)
  await noteOf(parts)(tx, 'task_create', { id, name: fields.name }, 'was created', fields)
}

export async function writeTaskChange(
  parts: TaskWriting,
  tx: Executor,
  { row, before, fields, regrants }: TaskChange,
): Promise<void> {
  const now = parts.clock.now()
  await updateLocked(parts, tx, row, taskChanges(row, fields, now), now)
  if (regrants) await replaceGrants(tx, row.id, fields.grantedGroups)
  if (!measuresAlike(row, { ...row, ...fields })) await deleteSeriesOf(tx, row.id)
  await noteOf(parts)(tx, 'task_update', row, 'was changed', { before: visible(before), after: fields })
}

export async function enableTask(parts: TaskWriting, tx: Executor, caller: Caller, id: string): Promise<void> {
  const row = await lockOwnedTask(tx, caller, id)
  const now = parts.clock.now()
  if (!row.enabled || row.pausedAt) await updateLocked(parts, tx, row, resumeTask(row, now), now)
  await noteOf(parts)(tx, 'task_enable', row, 'was enabled')
}

export async function disableTask(parts: TaskWriting, tx: Executor, caller: Caller, id: string): Promise<void> {
  const row = await lockOwnedTask(tx, caller, id)
  const changes = { enabled: false, nextRunAt: null, dueSince: null }
  if (row.enabled) await updateLocked(parts, tx, row, changes, parts.clock.now())
  await noteOf(parts)(tx, 'task_disable', row, 'was disabled')
}

export async function eraseTask(parts: TaskWriting, tx: Executor, row: TaskRow): Promise<void> {
  await deleteTask(tx, row.id)
  await noteOf(parts)(tx, 'task_delete', row, 'was deleted', visible(row))
}

async function updateLocked(
  parts: TaskWriting,
  tx: Executor,
  row: TaskRow,
  changes: TaskChanges,
  now: Date,
): Promise<void> {
  await updateTask(tx, row.id, { ...changes, updatedAt: nextVersionTime(now, row.updatedAt) })
  publishDue(parts, changes.nextRunAt)
}

/** The fields of a task that a user sets, for the audit log. */
function visible({
  name,
  savedQueryId,
  controllerConnections,
  merge,
  allowPartial,
  scheduleType,
  cronExpression,
  intervalMinutes,
  timezone,
  ...row
}: TaskRow) {
  const { enabled, notifyOnFailure, notifyOnChanges, captureSnapshot, retentionPolicy, variables, onChanges } = row
  const { diffKeyFields, diffIgnoreFields, metric } = row
  const schedule = { scheduleType, cronExpression, intervalMinutes, timezone }
  return {
    name,
    savedQueryId,
    controllerConnections,
    merge,
    allowPartial,
    ...schedule,
    enabled,
    notifyOnFailure,
    notifyOnChanges,
    captureSnapshot,
    retentionPolicy,
    diffKeyFields,
    diffIgnoreFields,
    variables,
    onChanges,
    metric,
  }
}
