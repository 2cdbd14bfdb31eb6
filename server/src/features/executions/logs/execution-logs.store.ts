import { and, arrayContains, eq, getTableColumns, gte, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { EXECUTION_LOG_ORDERS, ExecutionStatus } from '@heddle/contract/executions.ts'
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
import type { StoredDraft } from '../read-draft.ts'

export type ExecutionFilter = {
  readonly savedQuery?: string | undefined
  /** Only the newest run of each of these saved queries that passes the other filters. */
  readonly newestOf?: readonly string[] | undefined
  readonly draft?: boolean | undefined
  readonly skipsSteps?: boolean | undefined
  readonly controllerConnection?: string | undefined
  readonly status?: ExecutionStatus | undefined
  readonly expectation?: WantedExpectation | undefined
  readonly executedAfter?: Date | undefined
  readonly executedBefore?: Date | undefined
  readonly order: readonly Order<(typeof EXECUTION_LOG_ORDERS)[number]>[]
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

export async function listExecutions(db: Executor, filter: ExecutionFilter, page: PageRequest) {
  const where = and(
    conditions(table, filter),
    filter.newestOf && sql`${table.id} in (${newestOf(filter.newestOf, filter)})`,
  )
  const order = walkSql({ time: table.executedAt, id: table.id }, walkOrder(filter.order))
  const query = db.select(LISTED).from(table).leftJoin(savedQueries, eq(savedQueries.id, table.savedQueryId)).$dynamic()
  return readPage(db, query, { table, where, order }, page)
}

/** The table, or the same under another name. */
type Runs = typeof table | typeof run
const run = alias(table, 'run')

const conditions = (runs: Runs, filter: ExecutionFilter) =>
  and(
    filter.savedQuery === undefined ? undefined : eq(runs.savedQueryId, filter.savedQuery),
    filter.draft === undefined ? undefined : eq(runs.draft, filter.draft),
    filter.skipsSteps === undefined ? undefined : eq(runs.skipPostProcessors, filter.skipsSteps),
    filter.controllerConnection === undefined ? undefined : readsConnection(runs, filter.controllerConnection),
    filter.status === undefined ? undefined : eq(runs.status, filter.status),
    filter.expectation === undefined ? undefined : hasExpectation(runs.expectation, filter.expectation),
    filter.executedAfter === undefined ? undefined : gte(runs.executedAt, filter.executedAfter),
    filter.executedBefore === undefined ? undefined : lte(runs.executedAt, filter.executedBefore),
  )

/** Alone, or merged with others. */
const readsConnection = (runs: Runs, id: string) =>
  or(eq(runs.controllerConnectionId, id), arrayContains(runs.controllerConnectionIds, [id]))

/** One walk along the index for each query: `distinct on` would read all their runs. */
function newestOf(queries: readonly string[], filter: ExecutionFilter): SQL {
  return sql`
    select newest.id from unnest(${sql.param([...queries])}::uuid[]) as listed(query) cross join lateral (
      select ${run.id} from ${table} run where ${run.savedQueryId} = listed.query and ${conditions(run, filter) ?? sql`true`}
      order by ${run.executedAt} desc, ${run.id} desc limit 1
    ) newest`
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
