import { and, asc, count, eq, gt, gte, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import type { PageOf, PageRequest } from '../../platform/http/pagination.ts'
import type { Order } from '../../platform/http/query-parameters.ts'
import { orderBy } from '../../platform/sql/list-sql.ts'
import { savedQueries } from '../queries/index.ts'
import type { ResultChunk, Stage } from './engine/engine-types.ts'
import {
  executionResultChunks as chunks,
  executions as table,
  type ExecutionStatus,
  pipelineExecutions as pipelines,
  taskSettings,
} from './executions.tables.ts'
import { storable } from './storable.ts'

export const EXECUTION_ORDERS = ['executed_at', 'duration_ms', 'row_count', 'status'] as const
export type ExecutionFilter = {
  readonly savedQuery?: string | undefined
  readonly controllerConnection?: string | undefined
  readonly status?: ExecutionStatus | undefined
  readonly executedAfter?: Date | undefined
  readonly executedBefore?: Date | undefined
  readonly order: readonly Order<(typeof EXECUTION_ORDERS)[number]>[]
}
export type ExecutionRow = typeof table.$inferSelect
export type NewExecution = typeof table.$inferInsert

const LISTED = {
  id: table.id,
  savedQueryId: table.savedQueryId,
  savedQueryName: savedQueries.name,
  savedQueryVersion: table.savedQueryVersion,
  username: table.username,
  controllerConnectionId: table.controllerConnectionId,
  trigger: table.trigger,
  status: table.status,
  reason: table.reason,
  rowCount: table.rowCount,
  durationMs: table.durationMs,
  executedAt: table.executedAt,
  errorMessage: table.errorMessage,
  resultsTruncated: table.resultsTruncated,
}
export type ListedExecution = Awaited<ReturnType<typeof listExecutions>>['items'][number]

export async function listExecutions(db: Executor, filter: ExecutionFilter, page: PageRequest) {
  const where = and(
    filter.savedQuery === undefined ? undefined : eq(table.savedQueryId, filter.savedQuery),
    filter.controllerConnection === undefined ? undefined : eq(table.controllerConnectionId, filter.controllerConnection),
    filter.status === undefined ? undefined : eq(table.status, filter.status),
    filter.executedAfter === undefined ? undefined : gte(table.executedAt, filter.executedAfter),
    filter.executedBefore === undefined ? undefined : lte(table.executedAt, filter.executedBefore),
  )
  const [total] = await db.select({ count: count() }).from(table).where(where)
  const columns = { executed_at: table.executedAt, duration_ms: table.durationMs, row_count: table.rowCount, status: table.status }
  const items = await db
    .select(LISTED)
    .from(table)
    .leftJoin(savedQueries, eq(savedQueries.id, table.savedQueryId))
    .where(where)
    .orderBy(...orderBy(filter.order, columns, table.id))
    .limit(page.size)
    .offset(page.offset)
  return { count: total?.count ?? 0, items } satisfies PageOf<unknown>
}

export async function findExecution(db: Executor, id: string) {
  const [row] = await db
    .select({ execution: table, savedQueryName: savedQueries.name })
    .from(table)
    .leftJoin(savedQueries, eq(savedQueries.id, table.savedQueryId))
    .where(eq(table.id, id))
  return row && { ...row.execution, savedQueryName: row.savedQueryName }
}
export type FoundExecution = NonNullable<Awaited<ReturnType<typeof findExecution>>>

/** The log and its pipeline execution stand before the run begins, so that a run that dies leaves a trace. */
export async function insertExecution(tx: Executor, execution: NewExecution, pipelineId: string): Promise<void> {
  await tx.insert(table).values(storable(execution))
  await tx.insert(pipelines).values({
    id: pipelineId,
    executionId: execution.id,
    savedQueryId: execution.savedQueryId,
    status: 'running',
    startedAt: execution.executedAt,
  })
}

export type Ending = Pick<
  ExecutionRow,
  'reason' | 'errorMessage' | 'warnings' | 'columns' | 'rowCount' | 'resultsTruncated' | 'actualQueryPath'
> & {
  readonly status: Exclude<ExecutionStatus, 'running'>
  readonly durationMs: number
  readonly resultBytes: number
}

/** Ends a run once: false when something else (a sweep after a crash) ended it before. */
export async function endExecution(tx: Executor, id: string, ending: Ending, stages: readonly Stage[], now: Date): Promise<boolean> {
  const ended = await tx
    .update(table)
    .set(storable(ending))
    .where(and(eq(table.id, id), eq(table.status, 'running')))
    .returning({ id: table.id })
  if (ended.length === 0) return false
  const status = ending.reason === 'cancelled' ? 'cancelled' : ending.status
  await tx
    .update(pipelines)
    .set({ status, stages: storable(stages) as unknown as Record<string, unknown>[], finishedAt: now })
    .where(eq(pipelines.executionId, id))
  return true
}

const CHUNKS_PER_INSERT = 20

export async function insertChunks(tx: Executor, executionId: string, all: readonly ResultChunk[]): Promise<void> {
  for (let start = 0; start < all.length; start += CHUNKS_PER_INSERT) {
    const part = all.slice(start, start + CHUNKS_PER_INSERT)
    await tx.insert(chunks).values(part.map(({ index, rowCount, body }) => ({ executionId, index, rowCount, body: Buffer.from(body) })))
  }
}

const CHUNKS_PER_READ = 10

/** The stored chunks in order, a few at a time, so that an export of any size needs little memory. */
export async function* readChunks(db: Executor, executionId: string): AsyncGenerator<ResultChunk> {
  for (let last = -1; ;) {
    const part = await db
      .select({ index: chunks.index, rowCount: chunks.rowCount, body: chunks.body })
      .from(chunks)
      .where(and(eq(chunks.executionId, executionId), gt(chunks.index, last)))
      .orderBy(asc(chunks.index))
      .limit(CHUNKS_PER_READ)
    yield* part
    if (part.length < CHUNKS_PER_READ) return
    last = part.at(-1)!.index
  }
}

export async function countExecutions(db: Executor, userId: number): Promise<number> {
  return db.$count(table, eq(table.userId, userId))
}

/** Runs that are past their deadline and still `running` have lost their process. */
export async function findLostExecutions(db: Executor, now: Date) {
  return db
    .select({ id: table.id, userId: table.userId, username: table.username, savedQueryId: table.savedQueryId })
    .from(table)
    .where(and(eq(table.status, 'running'), lt(table.deadlineAt, now)))
}

/** Deletes a batch of logs that are older than their user's retention; answers how many. */
export async function deleteExpiredExecutions(db: Executor, now: Date, defaultDays: number, batch: number): Promise<number> {
  const expired = db
    .select({ id: table.id })
    .from(table)
    .leftJoin(taskSettings, eq(taskSettings.userId, table.userId))
    .where(
      and(
        sql`${table.executedAt} < ${now.toISOString()}::timestamptz - make_interval(days => coalesce(${taskSettings.executionLogRetentionDays}, ${defaultDays}))`,
        sql`${table.status} <> 'running'`,
      ),
    )
    .orderBy(asc(table.executedAt))
    .limit(batch)
  const deleted = await db.delete(table).where(inArray(table.id, expired)).returning({ id: table.id })
  return deleted.length
}
