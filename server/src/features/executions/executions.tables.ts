import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ExecutionStatus, ExpectationResult } from '@heddle/contract/executions.ts'
import type { PipelineStatus } from '@heddle/contract/pipelines.ts'
import type { MeasureOrder } from '@heddle/domain/query-metric/measure-rows.ts'
import { bytea, instant } from '../../platform/sql/columns.ts'
import { users } from '../users/index.ts'
import type { Stage, TableHead } from '../run-engine/index.ts'
import type { StoredDraft } from './read-draft.ts'

/** One run of a saved query, or of a draft: the execution log. */
export const executions = pgTable(
  'executions',
  {
    id: uuid().primaryKey(),
    /** No foreign keys to query and connection: a log outlives both. Null for a draft of no saved query. */
    savedQueryId: uuid(),
    /** Null for a draft. */
    savedQueryVersion: integer(),
    /** It runs what `execution_drafts` holds, not what is saved. */
    draft: boolean().notNull().default(false),
    /** For a merged run the id that stands for its connections together, see `merged-connection.ts`. */
    controllerConnectionId: uuid().notNull(),
    /** The connections of a merged run; null for any other. */
    controllerConnectionIds: uuid().array(),
    allowPartial: boolean().notNull().default(false),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Kept when the user is deleted. */
    username: text().notNull(),
    trigger: text().$type<'manual' | 'background' | 'schedule'>().notNull(),
    status: text().$type<ExecutionStatus>().notNull(),
    reason: text(),
    errorMessage: text(),
    warnings: jsonb().$type<string[]>().notNull().default([]),
    variables: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    columns: jsonb().$type<string[]>(),
    /** Null without an expectation, and for a run that did not succeed. */
    expectation: jsonb().$type<ExpectationResult>(),
    rowCount: integer().notNull().default(0),
    resultsTruncated: boolean().notNull().default(false),
    generatedQuery: text().notNull().default(''),
    actualQueryPath: text().notNull().default(''),
    executedAt: instant().notNull(),
    durationMs: integer(),
    /** How much of the duration it waited for its turn; null until it has ended. */
    waitedMs: integer(),
    /** When a background run was admitted: null while it waits for earlier ones of its user. */
    admittedAt: instant(),
    /** When a process last claimed the run; null until then. */
    startedAt: instant(),
    /** How often a process has claimed the run. */
    attempts: integer().notNull().default(0),
    /** How many of those claims never finished preparing: their process died, or is still at it. */
    attemptsPreparing: integer().notNull().default(0),
    /** How many of the claims ended with a clean stop of their process, which uses up no attempt. */
    handBacks: integer().notNull().default(0),
    cancelRequestedAt: instant(),
    /** The check that it is part of: where its query does not apply, nothing is read. */
    checkId: uuid(),
    skipPostProcessors: boolean().notNull().default(false),
    /** Whether to keep what the first step gets, for those who look at what the steps make of it. */
    keepsRowsBefore: boolean().notNull().default(false),
    /** What `execution_rows_before` holds, until it is swept. */
    rowsBefore: jsonb().$type<TableHead>(),
    /** What to measure of the rows, for the metric of the task that asked for the run. */
    measure: jsonb().$type<MeasureOrder>(),
    /**
     * A run still `running` after this instant has lost its process. By the database's clock, as processes may disagree
     * about the time. The process of a manual run moves it on while it lives.
     */
    deadlineAt: instant().notNull(),
    resultBytes: bigint({ mode: 'number' }).notNull().default(0),
    /** The class whose columns have no prefix; null until the run has ended. */
    className: text(),
    /** The digest of what a manual run works on, by which the deaths of its processes are counted. */
    work: text(),
    /**
     * The run was captured: this snapshot, or another of the same run, holds its rows instead of chunks. May have been
     * deleted.
     */
    snapshotId: uuid(),
  },
  (table) => [
    index('executions_executed_idx').on(table.executedAt, table.id),
    index('executions_query_idx').on(table.savedQueryId, table.executedAt, table.id),
    index('executions_query_status_idx').on(table.savedQueryId, table.status, table.executedAt, table.id),
    index('executions_user_idx').on(table.userId, table.executedAt),
    index('executions_status_idx').on(table.status, table.executedAt, table.id),
    index('executions_connection_idx').on(table.controllerConnectionId, table.executedAt, table.id),
    index('executions_expectation_idx').on(sql`(${table.expectation} ->> 'status')`, table.executedAt, table.id),
    index('executions_merged_idx')
      .using('gin', table.controllerConnectionIds)
      .where(sql`${table.controllerConnectionIds} is not null`),
    index('executions_background_idx')
      .on(table.userId, table.executedAt)
      .where(sql`${table.status} = 'running' and ${table.trigger} = 'background'`),
    index('executions_rows_before_idx')
      .on(table.executedAt)
      .where(sql`${table.rowsBefore} is not null`),
  ],
)

/** What the run of a draft runs; in a table of its own, because it is large and lists do not show it. */
export const executionDrafts = pgTable('execution_drafts', {
  executionId: uuid()
    .primaryKey()
    .references(() => executions.id, { onDelete: 'cascade' }),
  canvas: jsonb().$type<StoredDraft>().notNull(),
})

/** Result rows: zstd over newline-delimited JSON, a few hundred rows or kilobytes a chunk, so that exports stream. */
export const executionResultChunks = pgTable(
  'execution_result_chunks',
  {
    executionId: uuid().notNull(),
    index: integer().notNull(),
    rowCount: integer().notNull(),
    body: bytea().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.executionId, table.index] }),
    foreignKey({ columns: [table.executionId], foreignColumns: [executions.id] }).onDelete('cascade'),
  ],
)

/** What the first step of a run got, as its result is stored; for an hour. */
export const executionRowsBefore = pgTable(
  'execution_rows_before',
  {
    executionId: uuid().notNull(),
    index: integer().notNull(),
    rowCount: integer().notNull(),
    body: bytea().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.executionId, table.index] }),
    foreignKey({ columns: [table.executionId], foreignColumns: [executions.id] }).onDelete('cascade'),
  ],
)

/** What a run found, a hundred findings a row, as the JSON text of a list. */
export const executionFindings = pgTable(
  'execution_findings',
  {
    executionId: uuid().notNull(),
    index: integer().notNull(),
    /** The order in which findings of all runs were written, apart from when they were committed. */
    sequence: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    count: integer().notNull(),
    items: text().notNull(),
    /** There were more than are kept. */
    truncated: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.executionId, table.index] }),
    foreignKey({ columns: [table.executionId], foreignColumns: [executions.id] }).onDelete('cascade'),
    uniqueIndex('execution_findings_sequence_key').on(table.sequence),
  ],
)

/** The pipeline execution of a run: one entry per fetch, join and post-processor. */
export const pipelineExecutions = pgTable(
  'pipeline_executions',
  {
    id: uuid().primaryKey(),
    executionId: uuid()
      .notNull()
      .references(() => executions.id, { onDelete: 'cascade' }),
    savedQueryId: uuid(),
    status: text().$type<PipelineStatus>().notNull(),
    stages: jsonb().$type<Stage[]>().notNull().default([]),
    /** For lists, which show only the number: the stages with their samples are large. */
    stageCount: integer()
      .notNull()
      .generatedAlwaysAs(sql`jsonb_array_length(stages)`),
    startedAt: instant().notNull(),
    finishedAt: instant(),
  },
  (table) => [
    index('pipeline_executions_query_idx').on(table.savedQueryId, table.startedAt, table.id),
    index('pipeline_executions_status_idx').on(table.status, table.startedAt, table.id),
    index('pipeline_executions_started_idx').on(table.startedAt, table.id),
    index('pipeline_executions_execution_idx').on(table.executionId),
  ],
)

/** Per-user settings for runs; the row is created by the first change. */
export const taskSettings = pgTable('task_settings', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  maxConcurrentBackground: integer().notNull(),
  executionLogRetentionDays: integer().notNull(),
  /** Null: the time zone of the user's preferences. */
  defaultTimezone: text(),
  /** A scheduled task pauses after this many failed firings in a row; 0 means never. */
  pauseAfterFailures: integer().notNull().default(10),
})

export type ExecutionRow = typeof executions.$inferSelect
export type NewExecution = typeof executions.$inferInsert
