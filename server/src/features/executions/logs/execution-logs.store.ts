import { and, arrayContains, eq, getTableColumns, gte, lte, or, sql } from 'drizzle-orm'
import type { EXECUTION_ORDERS, ExecutionStatus } from '@heddle/contract/executions.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import type { PageRequest, Order } from '../../../kernel/paging.ts'
import { walkOrder, walkSql } from '../../../platform/sql/walk-order.ts'
import { readPage } from '../../../platform/sql/bounded-count.ts'
import { hasExpectation, type WantedExpectation } from '../expectation-sql.ts'
import { connectionName, connectionNames } from '../../controller-connections/index.ts'
import { savedQueries } from '../../queries/index.ts'
import {
  executionDrafts as drafts,
  executions as table,
  pipelineExecutions as pipelines,
} from '../executions.tables.ts'
import type { StoredDraft } from '../prepare/read-draft.ts'

export type ExecutionFilter = {
  readonly savedQuery?: string | undefined
  readonly draft?: boolean | undefined
  readonly controllerConnection?: string | undefined
  readonly status?: ExecutionStatus | undefined
  readonly expectation?: WantedExpectation | undefined
  readonly executedAfter?: Date | undefined
  readonly executedBefore?: Date | undefined
  readonly order: readonly Order<(typeof EXECUTION_ORDERS)[number]>[]
}

const pipelineOf = sql<
  string | null
>`(select ${pipelines.id} from ${pipelines} where ${pipelines.executionId} = ${table.id} limit 1)`

const NAMES = {
  savedQueryName: savedQueries.name,
  connectionName: connectionName(table.controllerConnectionId),
  connectionNames: connectionNames(table.controllerConnectionIds),
  pipelineId: pipelineOf,
}

const LISTED = {
  ...NAMES,
  id: table.id,
  savedQueryId: table.savedQueryId,
  savedQueryVersion: table.savedQueryVersion,
  draft: table.draft,
  userId: table.userId,
  username: table.username,
  controllerConnectionId: table.controllerConnectionId,
  controllerConnectionIds: table.controllerConnectionIds,
  trigger: table.trigger,
  status: table.status,
  reason: table.reason,
  expectation: table.expectation,
  rowCount: table.rowCount,
  durationMs: table.durationMs,
  waitedMs: table.waitedMs,
  executedAt: table.executedAt,
  startedAt: table.startedAt,
  errorMessage: table.errorMessage,
  resultsTruncated: table.resultsTruncated,
}
export type ListedExecution = Awaited<ReturnType<typeof listExecutions>>['items'][number]

/** Alone, or merged with others. */
const readsConnection = (id: string) =>
  or(eq(table.controllerConnectionId, id), arrayContains(table.controllerConnectionIds, [id]))

export async function listExecutions(db: Executor, filter: ExecutionFilter, page: PageRequest) {
  const where = and(
    filter.savedQuery === undefined ? undefined : eq(table.savedQueryId, filter.savedQuery),
    filter.draft === undefined ? undefined : eq(table.draft, filter.draft),
    filter.controllerConnection === undefined ? undefined : readsConnection(filter.controllerConnection),
    filter.status === undefined ? undefined : eq(table.status, filter.status),
    filter.expectation === undefined ? undefined : hasExpectation(table.expectation, filter.expectation),
    filter.executedAfter === undefined ? undefined : gte(table.executedAt, filter.executedAfter),
    filter.executedBefore === undefined ? undefined : lte(table.executedAt, filter.executedBefore),
  )
  const order = walkSql({ time: table.executedAt, id: table.id }, walkOrder(filter.order))
  const query = db.select(LISTED).from(table).leftJoin(savedQueries, eq(savedQueries.id, table.savedQueryId)).$dynamic()
  return readPage(db, query, { table, where, order }, page)
}

export async function findExecution(db: Executor, id: string) {
  const [row] = await db
    .select({ ...getTableColumns(table), ...NAMES })
    .from(table)
    .leftJoin(savedQueries, eq(savedQueries.id, table.savedQueryId))
    .where(eq(table.id, id))
  return row
}
export type FoundExecution = NonNullable<Awaited<ReturnType<typeof findExecution>>>
/** A run of what was saved, not of a draft. */
export type QueryRun = FoundExecution & { readonly savedQueryId: string; readonly savedQueryVersion: number }

export const isOfSavedQuery = (run: FoundExecution): run is QueryRun => !run.draft && run.savedQueryId !== null

/** What the run of a draft runs. */
export async function findDraft(db: Executor, executionId: string): Promise<StoredDraft | undefined> {
  const [row] = await db.select({ canvas: drafts.canvas }).from(drafts).where(eq(drafts.executionId, executionId))
  return row?.canvas
}

export async function countExecutions(db: Executor, userId: number): Promise<number> {
  return db.$count(table, eq(table.userId, userId))
}
