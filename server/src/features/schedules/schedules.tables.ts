import { sql } from 'drizzle-orm'
import type { Series } from '@heddle/domain/query-metric/exposition.ts'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ExpectationResult } from '@heddle/contract/executions.ts'
import type {
  FollowUp,
  OnChanges,
  QueryMetric,
  SCHEDULED_RUN_ENDINGS,
  ScheduledExecution,
} from '@heddle/contract/schedules.ts'
import { instant } from '../../platform/sql/columns.ts'
import { executions } from '../executions/index.ts'
import { savedQueries } from '../queries/index.ts'
import { groups, users } from '../users/index.ts'

export type RunStatus = (typeof SCHEDULED_RUN_ENDINGS)[number]
export type Trigger = ScheduledExecution['trigger']
export type CountedChanges = { readonly added: number; readonly removed: number; readonly changed: number }

/** A saved query that runs on a schedule, against one or more connections. */
export const scheduledTasks = pgTable(
  'scheduled_tasks',
  {
    id: uuid().primaryKey(),
    /** Runs act for the owner; the task is personal, so it is deleted with the owner. */
    ownerId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    savedQueryId: uuid()
      .notNull()
      .references(() => savedQueries.id, { onDelete: 'cascade' }),
    /** No foreign keys: a deleted connection stays listed, and its runs fail. */
    controllerConnections: uuid().array().notNull(),
    scheduleType: text().$type<'cron' | 'interval'>().notNull(),
    cronExpression: text(),
    intervalMinutes: integer(),
    /** Intervals count from here: creation, or the last change of the schedule. */
    anchorAt: instant().notNull(),
    timezone: text().notNull(),
    enabled: boolean().notNull(),
    /**
     * Since when its slots are due: its creation, the last change of its schedule or of what it captures, or when it
     * was last enabled, but not when a pause ended, because the slots of a pause were due. Null while it is disabled.
     */
    dueSince: instant(),
    /** Set when the task was paused automatically; enabling it resumes. */
    pausedAt: instant(),
    notifyOnFailure: boolean().notNull(),
    notifyOnChanges: boolean().notNull(),
    notifyOnExpectation: boolean().notNull().default(true),
    /** One run for all connections, whose rows are put together; with `allowPartial` without those that fail. */
    merge: boolean().notNull().default(false),
    allowPartial: boolean().notNull().default(false),
    /** Null: use the owner's snapshot settings. */
    captureSnapshot: boolean(),
    /** Null: use the owner's default. */
    retentionPolicy: text().$type<'7d' | '30d' | '90d' | '1y' | 'forever'>(),
    /** How its snapshots are compared with the one before. Null: as the owner's settings say. */
    diffKeyFields: jsonb().$type<readonly string[]>(),
    diffIgnoreFields: jsonb().$type<readonly string[]>(),
    variables: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Makes a request of what the snapshots of a firing show to have changed. */
    onChanges: jsonb().$type<OnChanges>(),
    metric: jsonb().$type<QueryMetric>(),
    /** The oldest slot not yet fired; null while disabled or paused. */
    nextRunAt: instant(),
    lastRunAt: instant(),
    lastRunStatus: text().$type<RunStatus>(),
    /** Failed firings since the last success. */
    failureStreak: integer().notNull().default(0),
    /** The streak at the last resumption: only later failures count towards a pause. */
    forgivenFailures: integer().notNull().default(0),
    /** The firing in progress: a task never overlaps itself. */
    openFiring: uuid(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    index('scheduled_tasks_due_idx')
      .on(table.nextRunAt)
      .where(sql`${table.nextRunAt} is not null and ${table.openFiring} is null`),
    index('scheduled_tasks_owner_idx').on(table.ownerId, table.createdAt),
    index('scheduled_tasks_query_idx').on(table.savedQueryId),
    index('scheduled_tasks_metric_idx')
      .on(sql`(${table.metric} ->> 'name')`, table.createdAt, table.id)
      .where(sql`${table.metric} is not null`),
  ],
)

/** What the last successful run of a task measured on a connection, for the metric of the task. */
export const querySeries = pgTable(
  'query_series',
  {
    taskId: uuid()
      .notNull()
      .references(() => scheduledTasks.id, { onDelete: 'cascade' }),
    /** Like that of its execution: for a merged run the id that stands for its connections together. */
    controllerConnectionId: uuid().notNull(),
    measuredAt: instant().notNull(),
    /** When two firings since then should have measured anew. */
    staleAt: instant().notNull(),
    /** At most 200, and 64,000 characters of labels. */
    series: jsonb().$type<readonly Series[]>().notNull(),
    dropped: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.controllerConnectionId] })],
)

/** Groups whose members may see a task and run it. */
export const scheduledTaskGroups = pgTable(
  'scheduled_task_groups',
  {
    taskId: uuid()
      .notNull()
      .references(() => scheduledTasks.id, { onDelete: 'cascade' }),
    groupId: integer()
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.groupId] }),
    index('scheduled_task_groups_group_idx').on(table.groupId),
  ],
)

/**
 * One firing of a task, with a run for each of its connections. The unique slot is the claim: the process that inserts
 * it fires.
 */
export const scheduledFirings = pgTable(
  'scheduled_firings',
  {
    id: uuid().primaryKey(),
    taskId: uuid()
      .notNull()
      .references(() => scheduledTasks.id, { onDelete: 'cascade' }),
    /** Null for a manual run. */
    slot: instant(),
    trigger: text().$type<Trigger>().notNull(),
    status: text().$type<'running' | RunStatus>().notNull(),
    startedAt: instant().notNull(),
    finishedAt: instant(),
  },
  (table) => [
    uniqueIndex('scheduled_firings_slot_key').on(table.taskId, table.slot),
    index('scheduled_firings_started_idx').on(table.startedAt),
  ],
)

/** One run of a firing. */
export const scheduledExecutions = pgTable(
  'scheduled_executions',
  {
    id: uuid().primaryKey(),
    firingId: uuid()
      .notNull()
      .references(() => scheduledFirings.id, { onDelete: 'cascade' }),
    taskId: uuid()
      .notNull()
      .references(() => scheduledTasks.id, { onDelete: 'cascade' }),
    savedQueryId: uuid().notNull(),
    /** Like that of its execution: for a merged run the id that stands for its connections together. */
    controllerConnectionId: uuid().notNull(),
    /** The connections of a merged run; null for any other. */
    controllerConnectionIds: uuid().array(),
    /** Its position among the runs of the firing, same as that of its connection in the task. */
    position: integer().notNull(),
    /** The execution log; it may be deleted before this row. */
    executionId: uuid().references(() => executions.id, { onDelete: 'set null' }),
    snapshotId: uuid(),
    /** As it was in the task when it fired. */
    captureSnapshot: boolean(),
    status: text().$type<'running' | RunStatus>().notNull(),
    /** Set while a successful run is shown as running because its snapshot is still being captured. */
    capturesSince: instant(),
    trigger: text().$type<Trigger>().notNull(),
    scheduledFor: instant().notNull(),
    startedAt: instant().notNull(),
    finishedAt: instant(),
    rowCount: integer().notNull().default(0),
    errorMessage: text(),
    expectation: jsonb().$type<ExpectationResult>(),
    changes: jsonb().$type<CountedChanges>(),
    /** Null while there is none. */
    followUp: jsonb().$type<FollowUp>(),
  },
  (table) => [
    index('scheduled_executions_task_idx').on(table.taskId, table.startedAt, table.id),
    index('scheduled_executions_status_idx').on(table.taskId, table.status, table.startedAt, table.id),
    index('scheduled_executions_expectation_idx').on(
      table.taskId,
      sql`(${table.expectation} ->> 'status')`,
      table.startedAt,
      table.id,
    ),
    index('scheduled_executions_judged_idx')
      .on(table.taskId, table.controllerConnectionId, table.startedAt, table.id)
      .where(sql`${table.expectation} is not null`),
    index('scheduled_executions_started_idx').on(table.startedAt, table.id),
    index('scheduled_executions_execution_idx').on(table.executionId),
    index('scheduled_executions_firing_idx').on(table.firingId),
  ],
)
