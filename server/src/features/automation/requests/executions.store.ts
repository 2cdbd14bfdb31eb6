import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { AUTOMATION_EXECUTION_ORDERS, JobExecutionStatus } from '@heddle/contract/automation.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { Order, PageOf, PageRequest } from '../../../kernel/paging.ts'
import { orderBy } from '../../../platform/sql/list-sql.ts'
import {
  type AutomationExecutionRow,
  automationExecutions as executions,
  automationRequests as requests,
} from '../automation.tables.ts'
import { seenRequests } from './seen-requests.ts'

export type ExecutionOrder = (typeof AUTOMATION_EXECUTION_ORDERS)[number]
export type AutomationExecutionFilter = {
  readonly request?: string | undefined
  readonly status?: JobExecutionStatus | undefined
  readonly order: readonly Order<ExecutionOrder>[]
}

const ORDER_COLUMNS = {
  created_at: executions.createdAt,
  started_at: executions.startedAt,
  finished_at: executions.finishedAt,
  status: executions.status,
  row_index: executions.position,
} as const

const SHOWN = getTableColumns(executions)

export async function listAutomationExecutions(
  db: Executor,
  actor: Actor,
  filter: AutomationExecutionFilter,
  page: PageRequest,
): Promise<PageOf<AutomationExecutionRow>> {
  const where = and(
    seenRequests(actor),
    filter.request === undefined ? undefined : eq(executions.requestId, filter.request),
    filter.status === undefined ? undefined : eq(executions.status, filter.status),
  )
  const [counted] = await db
    .select({ count: sql<number>`count(*)::integer` })
    .from(executions)
    .innerJoin(requests, eq(requests.id, executions.requestId))
    .where(where)
  const items = await db
    .select(SHOWN)
    .from(executions)
    .innerJoin(requests, eq(requests.id, executions.requestId))
    .where(where)
    .orderBy(...orderBy(filter.order, ORDER_COLUMNS, executions.id))
    .limit(page.size)
    .offset(page.offset)
  return { count: counted?.count ?? 0, items }
}

/** Undefined if there is none, or its request is not seen. */
export async function findSeenExecution(
  db: Executor,
  actor: Actor,
  id: string,
): Promise<AutomationExecutionRow | undefined> {
  const [row] = await db
    .select(SHOWN)
    .from(executions)
    .innerJoin(requests, eq(requests.id, executions.requestId))
    .where(and(eq(executions.id, id), seenRequests(actor)))
  return row
}
