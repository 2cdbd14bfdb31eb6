import { type Static, Type } from 'typebox'
import { Mapping, ROW_CHANGES } from './automation.ts'
import { VARIABLES_BUDGET } from './canvas-budget.ts'
import {
  ConnectionName,
  connectionNameFields,
  Nullable,
  Ordering,
  PageQuery,
  Search,
  Timestamp,
  Uuid,
} from './common.ts'
import { ExpectationFilter, ExpectationResult, RUN_ENDINGS } from './executions.ts'
import { fieldNames, RETENTION_POLICIES } from './history.ts'

export const SCHEDULE_TYPES = ['cron', 'interval'] as const
export const LONGEST_INTERVAL_MINUTES = 525_600
export const MOST_CONNECTIONS = 100

/** The execution log of a cancelled run says `failure`. */
export const SCHEDULED_RUN_ENDINGS = [...RUN_ENDINGS, 'cancelled'] as const
export const SCHEDULED_RUN_STATUSES = ['running', ...SCHEDULED_RUN_ENDINGS] as const
const Variables = Type.Record(Type.String(), Type.Unknown(), {
  description: `Values for {{name}} in the saved query. ${VARIABLES_BUDGET}`,
})
const ScheduleType = Type.Enum([...SCHEDULE_TYPES])
const CaptureSnapshot = Nullable(Type.Boolean({ description: "Null: use the owner's snapshot settings." }))
const diffFields = {
  diff_key_fields: Nullable(
    Type.Array(fieldNames.items, {
      ...{ minItems: 1, maxItems: 500, uniqueItems: true },
      description:
        "Columns that make two rows the same row when its snapshots are compared. Null: as in the owner's settings.",
    }),
  ),
  diff_ignore_fields: Nullable(
    Type.Array(fieldNames.items, {
      ...{ maxItems: 500, uniqueItems: true },
      description: "Fields that do not count as a change of its snapshots. Null: those of the owner's settings.",
    }),
  ),
}
const RetentionPolicy = Nullable(Type.Enum([...RETENTION_POLICIES], { description: "Null: use the owner's default." }))

export const LONGEST_FILTER = 10_000
/** The request that a firing makes for each connection whose snapshot has such changes. */
export const OnChanges = Type.Object({
  template: Type.String({ format: 'uuid', description: 'Automation template.' }),
  mapping: Mapping,
  changes: Type.Array(Type.Enum([...ROW_CHANGES])),
  filter: Nullable(Type.String({ description: 'An expression over the columns of the comparison.' })),
  requires_approval: Type.Boolean({
    description: 'The request waits until somebody other than the owner approves it.',
  }),
})
export type OnChanges = Static<typeof OnChanges>
export const OnChangesWrite = Type.Object({
  template: Uuid,
  // Errors inside are found by the rules for mappings, which report all of them.
  mapping: Type.Optional(Type.Unknown({ description: 'Schema column to column of the comparison, or to `{value}`.' })),
  changes: Type.Optional(
    Type.Array(Type.Enum([...ROW_CHANGES]), {
      minItems: 1,
      maxItems: 3,
      uniqueItems: true,
      description: 'Absent: all of them.',
    }),
  ),
  filter: Type.Optional(Nullable(Type.String({ maxLength: LONGEST_FILTER }))),
  requires_approval: Type.Optional(Type.Boolean({ default: true })),
})
export type OnChangesWrite = Static<typeof OnChangesWrite>

export const MOST_METRIC_LABELS = 10
/** What a firing gives Prometheus. */
export const QueryMetric = Type.Object(
  {
    name: Type.String({
      pattern: '^[a-z_][a-z0-9_]*$',
      maxLength: 100,
      description: 'Served as `heddle_query_<name>`.',
    }),
    help: Type.Optional(Type.String({ maxLength: 500, description: 'What it says; absent: the name of the task.' })),
    value: Type.String({
      minLength: 1,
      maxLength: 500,
      description: '`rows` for their number, or a column whose values are numbers.',
    }),
    labels: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
      ...{ maxItems: MOST_METRIC_LABELS, uniqueItems: true },
      description: 'Columns; characters that a label cannot have become `_`.',
    }),
  },
  { additionalProperties: false },
)
export type QueryMetric = Static<typeof QueryMetric>
const Metric = Nullable(QueryMetric)
const MetricWrite = Nullable(
  Type.Object(
    { ...QueryMetric.properties, labels: Type.Optional(QueryMetric.properties.labels) },
    { additionalProperties: false },
  ),
)

export const ScheduledTask = Type.Object({
  id: Uuid,
  name: Type.String(),
  owner: Type.String({ description: 'Username; runs act for this user.' }),
  saved_query: Uuid,
  saved_query_name: Nullable(Type.String()),
  controller_connections: Type.Array(Uuid, {
    description: 'Each firing starts a run for each of them, or with `merge` one for all.',
  }),
  controller_connection_names: Type.Array(ConnectionName, { description: 'In the order of `controller_connections`.' }),
  merge: Type.Boolean({ description: 'One run puts the rows of all connections together.' }),
  allow_partial: Type.Boolean({ description: 'With `merge`, a connection that fails is a warning.' }),
  schedule_type: ScheduleType,
  cron_expression: Nullable(Type.String({ description: 'Null for an interval.' })),
  interval_minutes: Nullable(Type.Integer({ description: 'Null for a cron expression.' })),
  timezone: Type.String(),
  enabled: Type.Boolean(),
  notify_on_failure: Type.Boolean(),
  notify_on_changes: Type.Boolean(),
  notify_on_expectation: Type.Boolean({
    description: 'When a run no longer meets what its query expects, and when it does again.',
  }),
  granted_groups: Type.Array(Type.Integer(), { description: 'Their members see the task and may run it.' }),
  capture_snapshot: CaptureSnapshot,
  retention_policy: RetentionPolicy,
  ...diffFields,
  variables: Variables,
  on_changes: Nullable(OnChanges),
  metric: Metric,
  next_run_at: Nullable(Timestamp),
  next_runs: Type.Array(Type.String({ format: 'date-time' }), {
    description: "The next five, with the offset of the task's time zone; empty while disabled or paused.",
  }),
  last_run_at: Nullable(Timestamp),
  last_run_status: Nullable(Type.Enum([...SCHEDULED_RUN_ENDINGS])),
  failure_streak: Type.Integer({ description: 'Failed firings since the last success.' }),
  paused: Type.Boolean({ description: 'Paused automatically after failing too often in a row; enabling it resumes.' }),
  paused_at: Nullable(Timestamp),
  running: Type.Boolean({ description: 'A firing is in progress.' }),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type ScheduledTask = Static<typeof ScheduledTask>

export const ScheduledTaskCreate = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  saved_query: Uuid,
  controller_connections: Type.Array(Uuid, {
    minItems: 1,
    maxItems: MOST_CONNECTIONS,
    description: 'Each connection at most once.',
  }),
  merge: Type.Optional(Type.Boolean({ default: false })),
  allow_partial: Type.Optional(Type.Boolean({ default: false })),
  schedule_type: ScheduleType,
  cron_expression: Type.Optional(
    Nullable(Type.String({ maxLength: 500, description: 'Five fields; required for cron.' })),
  ),
  interval_minutes: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: LONGEST_INTERVAL_MINUTES, description: 'Required for interval.' })),
  ),
  timezone: Type.Optional(
    Type.String({ maxLength: 100, description: 'IANA name; defaults to `default_timezone` of the task settings.' }),
  ),
  enabled: Type.Optional(Type.Boolean({ default: true })),
  notify_on_failure: Type.Optional(Type.Boolean({ default: true })),
  notify_on_changes: Type.Optional(Type.Boolean({ default: false })),
  notify_on_expectation: Type.Optional(Type.Boolean({ default: true })),
  granted_groups: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), { maxItems: 1000, default: [] }),
  ),
  capture_snapshot: Type.Optional(CaptureSnapshot),
  retention_policy: Type.Optional(RetentionPolicy),
  diff_key_fields: Type.Optional(diffFields.diff_key_fields),
  diff_ignore_fields: Type.Optional(diffFields.diff_ignore_fields),
  variables: Type.Optional(Variables),
  on_changes: Type.Optional(Nullable(OnChangesWrite)),
  metric: Type.Optional(MetricWrite),
})
export type ScheduledTaskCreate = Static<typeof ScheduledTaskCreate>

export const ScheduledTaskPatch = Type.Partial(ScheduledTaskCreate)
export type ScheduledTaskPatch = Static<typeof ScheduledTaskPatch>

export const ScheduledTaskListQuery = Type.Object({
  ...PageQuery,
  enabled: Type.Optional(Type.Boolean()),
  saved_query: Type.Optional(Uuid),
  search: Search,
  ordering: Ordering,
})
export const TASK_ORDERS = ['name', 'created_at', 'next_run_at', 'last_run_at'] as const

export const ScheduleDensityQuery = Type.Object({
  timezone: Type.Optional(
    Type.String({ maxLength: 100, description: 'IANA name of the clocks to show; UTC if absent.' }),
  ),
})
export const ScheduleDensity = Type.Object({
  timezone: Type.String(),
  tasks: Type.Integer({ description: 'Those that are enabled and not paused.' }),
  firings: Type.Integer({ description: 'Of these tasks in these days.' }),
  is_complete: Type.Boolean({ description: 'False if there are more different schedules than are counted.' }),
  days: Type.Array(
    Type.Object({
      date: Type.String({ format: 'date' }),
      hours: Type.Array(Type.Integer(), { description: 'Firings in each of the 24 hours.' }),
    }),
    { description: 'Seven, from today on.' },
  ),
})
export type ScheduleDensity = Static<typeof ScheduleDensity>

export const RunNowReply = Type.Object({
  execution_id: Uuid,
  execution_ids: Type.Array(Uuid, { description: 'Scheduled executions, one for each connection.' }),
})
export type RunNowReply = Static<typeof RunNowReply>

export const ScheduledExecution = Type.Object({
  id: Uuid,
  scheduled_task: Uuid,
  saved_query: Uuid,
  saved_query_name: Nullable(Type.String({ description: 'Null for a query that was deleted.' })),
  controller_connection: Nullable(Type.String({ format: 'uuid', description: 'Null for a merged run.' })),
  controller_connections: Nullable(Type.Array(Uuid, { description: 'The connections of a merged run.' })),
  ...connectionNameFields,
  execution: Nullable(
    Type.String({ format: 'uuid', description: 'The execution log; null once it has been deleted.' }),
  ),
  snapshot: Nullable(Uuid),
  status: Type.Enum([...SCHEDULED_RUN_STATUSES]),
  trigger: Type.Enum(['schedule', 'manual', 'catch_up']),
  scheduled_for: Timestamp,
  started_at: Timestamp,
  finished_at: Nullable(Timestamp),
  row_count: Type.Integer(),
  error_message: Nullable(Type.String()),
  expectation: Nullable(ExpectationResult),
  changes: Nullable(Type.Object({ added: Type.Integer(), removed: Type.Integer(), changed: Type.Integer() })),
  follow_up: Nullable(
    Type.Object({
      request: Nullable(Type.String({ format: 'uuid', description: 'The automation request that `on_changes` made.' })),
      error: Nullable(Type.String({ description: 'Why there is none.' })),
    }),
  ),
})
export type ScheduledExecution = Static<typeof ScheduledExecution>

export type FollowUp = NonNullable<ScheduledExecution['follow_up']>

export const ScheduledExecutionListQuery = Type.Object({
  ...PageQuery,
  scheduled_task: Type.Optional(Uuid),
  status: Type.Optional(Type.Enum([...SCHEDULED_RUN_STATUSES])),
  expectation: Type.Optional(ExpectationFilter),
  ordering: Ordering,
})
