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
import type { CheckResults } from '@heddle/contract/checks.ts'
import { DEFAULT_SEVERITY } from '@heddle/contract/queries.ts'
import { instant } from '../../platform/sql/columns.ts'
import { executions } from '../executions/index.ts'
import { users } from '../users/index.ts'

/** A request to run several saved queries and to say which of them find what they expect. */
export const checks = pgTable(
  'checks',
  {
    id: uuid().primaryKey(),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Kept when the user is deleted: their runs carry it. */
    username: text().notNull(),
    /** Null: each query runs on its own connection. */
    controllerConnectionId: uuid(),
    /** Values of parameters, for each query that declares them. */
    parameters: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Snapshots of that instant are judged instead of runs. */
    at: instant(),
    createdAt: instant().notNull(),
    /** Null while it is running. */
    finishedAt: instant(),
  },
  (table) => [
    index('checks_user_idx').on(table.userId, table.createdAt),
    index('checks_ownerless_idx')
      .on(table.createdAt)
      .where(sql`${table.userId} is null`),
  ],
)

/** One query of a check: it waits, then has an execution, then a status. */
export const checkResults = pgTable(
  'check_results',
  {
    checkId: uuid().notNull(),
    position: integer().notNull(),
    /** No foreign key: a result outlives its query. */
    savedQueryId: uuid().notNull(),
    /** Name and folder when the check was requested. */
    name: text().notNull(),
    folder: text().notNull(),
    /** Of a pack, which it outlives: the name of that, its id in it, and its group there. */
    packName: text(),
    packCheck: text(),
    packGroup: text(),
    severity: text().$type<CheckResults['results'][number]['severity']>().notNull().default(DEFAULT_SEVERITY),
    startedAt: instant(),
    /** The execution log; it may be deleted before this row. */
    executionId: uuid().references(() => executions.id, { onDelete: 'set null' }),
    /** The snapshot that was judged instead; it may be deleted before this row. */
    snapshotId: uuid(),
    status: text().$type<NonNullable<CheckResults['results'][number]['status']>>(),
    reason: text(),
    code: text().$type<NonNullable<CheckResults['results'][number]['code']>>(),
    findings: integer().notNull().default(0),
    durationMs: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.checkId, table.position] }),
    foreignKey({ columns: [table.checkId], foreignColumns: [checks.id] }).onDelete('cascade'),
    index('check_results_execution_idx').on(table.executionId),
  ],
)

/** What was found in a snapshot, a hundred findings a row, as the JSON text of a list. A run keeps its own. */
export const checkFindings = pgTable(
  'check_findings',
  {
    checkId: uuid().notNull(),
    position: integer().notNull(),
    index: integer().notNull(),
    /** The order in which findings of all checks were written, apart from when they were committed. */
    sequence: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    items: text().notNull(),
    /** There were more than are kept. */
    truncated: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.checkId, table.position, table.index] }),
    foreignKey({
      name: 'check_findings_result_fk',
      columns: [table.checkId, table.position],
      foreignColumns: [checkResults.checkId, checkResults.position],
    }).onDelete('cascade'),
    uniqueIndex('check_findings_sequence_key').on(table.sequence),
  ],
)

export type CheckRow = typeof checks.$inferSelect
export type CheckResultRow = typeof checkResults.$inferSelect
