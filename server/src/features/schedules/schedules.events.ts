import { type Static, Type } from 'typebox'
import { Nullable, Uuid } from '@heddle/contract/common.ts'
import { EXPECTATION_STATUSES } from '@heddle/contract/executions.ts'
import { SCHEDULED_RUN_ENDINGS } from '@heddle/contract/schedules.ts'
import { defineEvent } from '../../platform/events/events.ts'

const Task = { task_id: Uuid, task_name: Type.String(), owner_id: Type.Integer() }

/** All events here except the last are raised, see `Events.raise`. */

/**
 * The query of a firing has run on one connection. Triggers snapshots; `capture_snapshot` null means: use the owner's
 * settings.
 */
export const scheduledRunEnded = defineEvent(
  'scheduled-run-ended',
  Type.Object({
    ...Task,
    scheduled_execution_id: Uuid,
    execution_id: Uuid,
    saved_query: Uuid,
    controller_connection: Uuid,
    status: Type.Enum([...SCHEDULED_RUN_ENDINGS]),
    capture_snapshot: Nullable(Type.Boolean()),
    retention_policy: Nullable(Type.String()),
    diff_key_fields: Type.Optional(Nullable(Type.Array(Type.String()))),
    diff_ignore_fields: Type.Optional(Nullable(Type.Array(Type.String()))),
  }),
)

/** A firing has failed: at least one of its runs did. */
export const taskFailed = defineEvent(
  'scheduled-task-failed',
  Type.Object({
    ...Task,
    /** The first run of the firing that failed. */
    scheduled_execution_id: Uuid,
    error_message: Type.String(),
    /** Failed firings since the last success, including this one. */
    failure_streak: Type.Integer(),
    notify_on_failure: Type.Boolean(),
  }),
)

/** A firing has succeeded, unlike the one before. */
export const taskRecovered = defineEvent('scheduled-task-recovered', Type.Object(Task))

/** A task was paused automatically: after too many failed firings in a row, unless there is another reason. */
export const taskPaused = defineEvent(
  'scheduled-task-paused',
  Type.Object({
    ...Task,
    failure_streak: Type.Integer(),
    reason: Type.Optional(Type.String()),
    /** It was not its owner's alone to notice: the server stopped. */
    concerns_administrators: Type.Optional(Type.Boolean()),
  }),
)

const Value = Type.Unknown()
const ChangedRow = Type.Object({
  key: Type.Record(Type.String(), Value),
  fields: Type.Record(Type.String(), Type.Object({ before: Value, after: Value })),
})
export type TaskChangedRow = Static<typeof ChangedRow>

/** A run's snapshot differs from the one before. */
export const taskChangesFound = defineEvent(
  'scheduled-task-changes-found',
  Type.Object({
    ...Task,
    scheduled_execution_id: Uuid,
    added: Type.Integer(),
    removed: Type.Integer(),
    changed: Type.Integer(),
    /** The first changed rows. */
    changed_rows: Type.Array(ChangedRow),
    /** Who changed most of the rows, by the audit log of the controller; three at most. */
    people: Type.Optional(Type.Array(Type.String())),
    /** Relative path of the comparison. */
    link: Type.String(),
    notify_on_changes: Type.Boolean(),
  }),
)

/** The rows of a run are as its query expects, or are not, unlike those of the run before on the same connection. */
export const taskExpectationChanged = defineEvent(
  'scheduled-task-expectation-changed',
  Type.Object({
    ...Task,
    scheduled_execution_id: Uuid,
    query_name: Nullable(Type.String({ description: 'Null once the query has been deleted.' })),
    connection_names: Type.Array(Type.String()),
    status: Type.Enum([...EXPECTATION_STATUSES]),
    reason: Nullable(Type.String()),
    /** The first rows that are not as expected. */
    failing_rows: Type.Array(Type.Record(Type.String(), Value)),
    notify_on_expectation: Type.Boolean(),
  }),
)

/** The snapshots of a run differ in a way for which its task wants a request. */
export const followUpDue = defineEvent(
  'scheduled-follow-up-due',
  Type.Object({ ...Task, scheduled_execution_id: Uuid, snapshot_a: Uuid, snapshot_b: Uuid }),
)

/** The changes that a run found, if any, made no request. */
export const followUpFailed = defineEvent(
  'scheduled-follow-up-failed',
  Type.Object({ ...Task, scheduled_execution_id: Uuid, error: Type.String() }),
)

/** Tasks are due, but no worker claims them: none is running, or all are stuck. */
export const schedulesStalled = defineEvent(
  'schedules-stalled',
  Type.Object({ due_tasks: Type.Integer(), oldest_due_at: Type.String({ description: 'ISO 8601.' }) }),
)

/** Published, not raised: a task may be due earlier than the schedulers expect. A hint; they also poll. */
export const taskDueChanged = defineEvent(
  'scheduled-task-due-changed',
  Type.Object({ next_run_at: Type.String({ description: 'ISO 8601.' }) }),
)
