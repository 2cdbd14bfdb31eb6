import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type {
  JobExecutionStatus,
  Mapping,
  RequestSource,
  RequestStatus,
  VerificationBlame,
  VerifyBody,
} from '@heddle/contract/automation.ts'
import type { RowBlame } from '@heddle/contract/blame.ts'
import type { ExecutionMode } from '@heddle/contract/automation-templates.ts'
import type { SchemaColumn } from '@heddle/domain/automation/column.ts'
import type { JobKind } from '../../adapters/automation-server/automation-server.ts'
import { bytea, instant } from '../../platform/sql/columns.ts'
import { users } from '../users/index.ts'

/** Who changed a row of a request until it was checked. */
export type CheckedRowBlame = RowBlame & { readonly index: number }

/** The template as it was at the launch. */
export type LaunchTemplate = {
  readonly name: string
  readonly connectionId: string
  readonly jobTemplateId: number
  readonly executionMode: ExecutionMode
  readonly rowConcurrency: number
  /** With everything filled in that they referred to. */
  readonly columns: readonly SchemaColumn[]
}

/** How the rows were chosen, so that they can be asked for again. */
export type LaunchSelection = {
  readonly savedQuery: string
  readonly savedQueryVersion: number | null
  /** Of a merged run, the id that stands for its connections. */
  readonly controllerConnection: string
  /** The connections of a merged run. */
  readonly mergedConnections?: readonly string[]
  readonly variables: Readonly<Record<string, unknown>>
  /** Of the run that was captured. */
  readonly skipPostProcessors: boolean
  readonly mapping: Mapping
  readonly filter: string | null
}

/** Launched rows and their outcome. */
export const automationRequests = pgTable(
  'automation_requests',
  {
    id: uuid().primaryKey(),
    /** No foreign key: requests outlive their template. */
    templateId: uuid().notNull(),
    template: jsonb().$type<LaunchTemplate>().notNull(),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    username: text().notNull(),
    status: text().$type<RequestStatus>().notNull(),
    comment: text().notNull(),
    rowCount: integer().notNull(),
    executionCount: integer().notNull(),
    warnings: jsonb().$type<string[]>().notNull(),
    scmRevision: text(),
    relaunchOf: uuid(),

    source: jsonb().$type<RequestSource>(),
    /** For filters: the ids within `source`, that of the query too for snapshots and comparisons. */
    sourceSavedQueryId: uuid(),
    sourceSnapshotIds: uuid().array().notNull(),
    selection: jsonb().$type<LaunchSelection>(),

    /** Null: none is needed. */
    approvalStatus: text().$type<'waiting' | 'approved' | 'declined'>(),
    approvalDecidedBy: text(),
    approvalDecidedAt: instant(),
    approvalNote: text(),
    /** A request that waits longer than this is declined. */
    approvalExpiresAt: instant(),

    verifyAfter: jsonb().$type<VerifyBody>(),

    cancelRequestedAt: instant(),
    cancelRequestedBy: text(),
    createdAt: instant().notNull(),
    startedAt: instant(),
    finishedAt: instant(),
  },
  (table) => [
    index('automation_requests_created_idx').on(table.createdAt, table.id),
    index('automation_requests_template_idx').on(table.templateId, table.createdAt),
    index('automation_requests_user_idx').on(table.userId, table.createdAt),
    index('automation_requests_open_idx')
      .on(table.templateId)
      .where(sql`${table.status} in ('pending', 'running')`),
    index('automation_requests_waiting_idx')
      .on(table.approvalExpiresAt)
      .where(sql`${table.approvalStatus} = 'waiting'`),
    index('automation_requests_query_idx').on(table.sourceSavedQueryId, table.createdAt),
    index('automation_requests_snapshots_idx').using('gin', table.sourceSnapshotIds),
  ],
)

export const automationRequestRows = pgTable(
  'automation_request_rows',
  {
    requestId: uuid()
      .notNull()
      .references(() => automationRequests.id, { onDelete: 'cascade' }),
    index: integer().notNull(),
    /** With defaults filled in, each in the type of its column. */
    values: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The row it was mapped from. */
    source: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [primaryKey({ columns: [table.requestId, table.index] })],
)

/**
 * How far the launch of an execution got. `launching` is committed before anything is sent, so a process that dies
 * leaves it behind; nothing in this state is ever sent again.
 */
export type LaunchState = 'queued' | 'launching' | 'launched' | 'refused' | 'uncertain' | 'dropped'

export type Transition = { readonly from: JobExecutionStatus; readonly to: JobExecutionStatus; readonly at: string }

/** One job on the automation server, or the attempt to start it. */
export const automationExecutions = pgTable(
  'automation_executions',
  {
    id: uuid().primaryKey(),
    requestId: uuid()
      .notNull()
      .references(() => automationRequests.id, { onDelete: 'cascade' }),
    /** Order within the request. */
    position: integer().notNull(),
    /** Null: all rows of the request. */
    rowIndex: integer(),
    /** No foreign key: a connection with open executions cannot be deleted, others may go. */
    connectionId: uuid().notNull(),
    jobTemplateId: integer().notNull(),
    extraVars: jsonb().$type<Record<string, unknown>>().notNull(),
    status: text().$type<JobExecutionStatus>().notNull(),
    launch: text().$type<LaunchState>().notNull(),
    launchStartedAt: instant(),

    jobId: bigint({ mode: 'number' }),
    jobKind: text().$type<JobKind>(),
    jobUrl: text(),
    /** As the automation server spells it. */
    jobStatus: text(),
    error: text(),
    warnings: jsonb().$type<string[]>().notNull(),
    ignoredFields: jsonb().$type<Record<string, unknown>>(),
    artifacts: jsonb().$type<unknown>(),
    scmRevision: text(),
    transitions: jsonb().$type<Transition[]>().notNull(),

    /** When to ask for the job again; null once there is nothing to ask. */
    pollAt: instant(),
    /** Polls in a row that did not find the job. */
    misses: integer().notNull().default(0),
    /** Ends as an error when the job has not ended by then. */
    deadlineAt: instant(),
    cancelRequestedAt: instant(),
    /** Last attempt to cancel the job there. */
    cancelSentAt: instant(),

    createdAt: instant().notNull(),
    /** Of the job. */
    startedAt: instant(),
    finishedAt: instant(),

    /** Somebody reads the live output until then. */
    watchedUntil: instant(),
    outputBytes: bigint({ mode: 'number' }).notNull().default(0),
    outputPreview: text().notNull().default(''),
    /** The last event whose text is stored, with none missing before it. */
    outputCursor: integer().notNull().default(0),
    outputSha256: text(),
    /** How much was stored when the job had ended; null before. */
    outputLiveBytes: bigint({ mode: 'number' }),
    /** Offsets from which the final output replaced what was stored before, oldest first. */
    outputReplaced: bigint({ mode: 'number' }).array().notNull().default([]),
    /** When the output of an ended job was read to its end, or given up. Null: not yet. */
    outputCompleteAt: instant(),
    /**
     * A process reads the output, or settles the request afterwards, until then; stays when it dies. Null: nothing to
     * do, or nobody does it.
     */
    collectUntil: instant(),
  },
  (table) => [
    index('automation_executions_request_idx').on(table.requestId, table.position),
    index('automation_executions_created_idx').on(table.createdAt, table.id),
    index('automation_executions_job_idx').on(table.jobId),
    index('automation_executions_poll_idx')
      .on(table.connectionId, table.pollAt)
      .where(sql`${table.pollAt} is not null`),
    index('automation_executions_queued_idx')
      .on(table.requestId)
      .where(sql`${table.launch} in ('queued', 'launching')`),
    index('automation_executions_output_idx')
      .on(table.connectionId)
      .where(sql`${table.outputCompleteAt} is null`),
    index('automation_executions_collect_idx')
      .on(table.collectUntil)
      .where(sql`${table.collectUntil} is not null`),
  ],
)

/**
 * Our copy of a job's output: at most 102,400 bytes of UTF-8 in each chunk, all but the last as full as its characters
 * allow.
 */
export const automationOutputChunks = pgTable(
  'automation_output_chunks',
  {
    executionId: uuid()
      .notNull()
      .references(() => automationExecutions.id, { onDelete: 'cascade' }),
    index: integer().notNull(),
    /** Of its first byte. */
    offset: bigint({ mode: 'number' }).notNull(),
    /** Before compression. */
    byteCount: integer().notNull(),
    /** zstd. */
    body: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.executionId, table.index] })],
)

/** Turns to ask an automation server, so that all processes together ask once a second. */
export const automationPollTurns = pgTable('automation_poll_turns', {
  connectionId: uuid().primaryKey(),
  nextPollAt: instant().notNull(),
  /** Polls in a row that failed. */
  failures: integer().notNull().default(0),
  lastError: text(),
})

/** What the automation server reported on its own. */
export const automationWebhookEvents = pgTable(
  'automation_webhook_events',
  {
    id: uuid().primaryKey(),
    jobId: bigint({ mode: 'number' }).notNull(),
    /** As it was spelled; null if the body names none. */
    status: text(),
    receivedAt: instant().notNull(),
    /** When it was handled; null: no execution has this job yet. */
    appliedAt: instant(),
  },
  (table) => [
    index('automation_webhook_events_waiting_idx')
      .on(table.jobId)
      .where(sql`${table.appliedAt} is null`),
    index('automation_webhook_events_received_idx').on(table.receivedAt),
  ],
)

/** Whether the source of a request holds what the request was for. */
export const automationVerifications = pgTable(
  'automation_verifications',
  {
    id: uuid().primaryKey(),
    requestId: uuid()
      .notNull()
      .references(() => automationRequests.id, { onDelete: 'cascade' }),
    spec: jsonb().$type<VerifyBody>().notNull(),
    status: text().$type<'pending' | 'holds' | 'differs' | 'failed'>().notNull(),
    /** The run that looked. */
    executionId: uuid(),
    rows: jsonb().$type<{ index: number; holds: boolean }[]>().notNull(),
    /** What the source holds for each row, null for those that are gone. */
    after: jsonb().$type<{ index: number; row: Record<string, unknown> | null }[]>().notNull(),
    error: text(),
    /** Who changed the rows that differ; null where none does, and for checks made before this was read. */
    blame: jsonb().$type<VerificationBlame>(),
    rowBlames: jsonb().$type<CheckedRowBlame[]>(),
    /** Null while the request has not ended. */
    dueAt: instant(),
    createdAt: instant().notNull(),
    checkedAt: instant(),
  },
  (table) => [
    index('automation_verifications_request_idx').on(table.requestId, table.createdAt),
    index('automation_verifications_due_idx')
      .on(table.dueAt)
      .where(sql`${table.status} = 'pending'`),
  ],
)

export type AutomationExecutionRow = typeof automationExecutions.$inferSelect
export type NewAutomationExecution = typeof automationExecutions.$inferInsert
