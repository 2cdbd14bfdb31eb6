import { and, eq } from 'drizzle-orm'
import type { PIPELINE_ORDERS, PipelineStatus } from '@heddle/contract/pipelines.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import type { PageRequest, Order } from '../../../kernel/paging.ts'
import { walkOrder, walkSql } from '../../../platform/sql/walk-order.ts'
import { readPage } from '../../../platform/sql/bounded-count.ts'
import { savedQueries } from '../../queries/index.ts'
import { executions, pipelineExecutions as table } from '../executions.tables.ts'

export type PipelineFilter = {
  readonly savedQuery?: string | undefined
  readonly status?: PipelineStatus | undefined
  readonly order: readonly Order<(typeof PIPELINE_ORDERS)[number]>[]
}

const LISTED = {
  id: table.id,
  executionId: table.executionId,
  savedQueryId: table.savedQueryId,
  savedQueryName: savedQueries.name,
  draft: executions.draft,
  userId: executions.userId,
  username: executions.username,
  status: table.status,
  askedAt: table.startedAt,
  trigger: executions.trigger,
  startedAt: executions.startedAt,
  finishedAt: table.finishedAt,
  durationMs: executions.durationMs,
  stageCount: table.stageCount,
  cancelRequestedAt: executions.cancelRequestedAt,
}
export type ListedPipeline = Awaited<ReturnType<typeof listPipelines>>['items'][number]

export async function listPipelines(db: Executor, filter: PipelineFilter, page: PageRequest) {
  const where = and(
    filter.savedQuery === undefined ? undefined : eq(table.savedQueryId, filter.savedQuery),
    filter.status === undefined ? undefined : eq(table.status, filter.status),
  )
  const order = walkSql({ time: table.startedAt, id: table.id }, walkOrder(filter.order))
  const query = db
    .select(LISTED)
    .from(table)
    .innerJoin(executions, eq(executions.id, table.executionId))
    .leftJoin(savedQueries, eq(savedQueries.id, table.savedQueryId))
    .$dynamic()
  return readPage(db, query, { table, where, order }, page)
}

export async function findPipeline(db: Executor, id: string) {
  const [row] = await db
    .select({ ...LISTED, stages: table.stages, errorMessage: executions.errorMessage })
    .from(table)
    .innerJoin(executions, eq(executions.id, table.executionId))
    .leftJoin(savedQueries, eq(savedQueries.id, table.savedQueryId))
    .where(eq(table.id, id))
  return row
}
export type FoundPipeline = NonNullable<Awaited<ReturnType<typeof findPipeline>>>
