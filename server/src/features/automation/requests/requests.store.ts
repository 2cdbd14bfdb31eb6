import { and, arrayContains, asc, eq, getTableColumns, gte, inArray, sql } from 'drizzle-orm'
import type { REQUEST_ORDERS, RequestStatus } from '@heddle/contract/automation.ts'
import type { RowBlame } from '@heddle/contract/blame.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { Order, PageOf, PageRequest } from '../../../kernel/paging.ts'
import { readCounted } from '../../../platform/sql/counted-page.ts'
import { orderBy } from '../../../platform/sql/list-sql.ts'
import { qualified } from '../../../platform/sql/qualified.ts'
import { automationTemplates as templates } from '../../automation-templates/index.ts'
import {
  automationExecutions as executions,
  automationRequestRows as rows,
  automationRequests as requests,
  automationVerifications as verifications,
  type CheckedRowBlame,
} from '../automation.tables.ts'
import type { RequestRow } from '../follow/changes.store.ts'
import { seenRequests } from './seen-requests.ts'

export type RequestOrder = (typeof REQUEST_ORDERS)[number]
export type RequestFilter = {
  readonly template?: string | undefined
  readonly status?: RequestStatus | undefined
  readonly user?: string | undefined
  readonly sourceSavedQuery?: string | undefined
  readonly sourceSnapshot?: string | undefined
  readonly order: readonly Order<RequestOrder>[]
}

const ORDER_COLUMNS = {
  created_at: requests.createdAt,
  started_at: requests.startedAt,
  finished_at: requests.finishedAt,
  status: requests.status,
  row_count: requests.rowCount,
} as const

/** A request as it is shown. */
export type ShownRequest = RequestRow & { readonly executionsComplete: number; readonly templateExists: boolean }
const SHOWN = {
  ...getTableColumns(requests),
  executionsComplete: qualified(
    sql<number>`(select count(*)::integer from ${executions}
      where ${executions.requestId} = ${requests.id} and ${executions.status} not in ('pending', 'running'))`,
  ),
  templateExists: qualified(
    sql<boolean>`exists (select 1 from ${templates} where ${templates.id} = ${requests.templateId})`,
  ),
}

export async function listRequests(
  db: Executor,
  actor: Actor,
  filter: RequestFilter,
  page: PageRequest,
): Promise<PageOf<ShownRequest>> {
  const where = and(
    seenRequests(actor),
    filter.template === undefined ? undefined : eq(requests.templateId, filter.template),
    filter.status === undefined ? undefined : eq(requests.status, filter.status),
    filter.user === undefined ? undefined : eq(requests.username, filter.user),
    filter.sourceSavedQuery === undefined ? undefined : eq(requests.sourceSavedQueryId, filter.sourceSavedQuery),
    filter.sourceSnapshot === undefined
      ? undefined
      : arrayContains(requests.sourceSnapshotIds, [filter.sourceSnapshot]),
  )
  return readCounted<ShownRequest>(db, { table: requests, where }, page, (total) =>
    db
      .select({ ...SHOWN, total })
      .from(requests)
      .where(where)
      .orderBy(...orderBy(filter.order, ORDER_COLUMNS, requests.id))
      .limit(page.size)
      .offset(page.offset),
  )
}

/** Undefined if there is none that the actor sees. */
export async function findSeenRequest(db: Executor, actor: Actor, id: string): Promise<ShownRequest | undefined> {
  const [row] = await db
    .select(SHOWN)
    .from(requests)
    .where(and(eq(requests.id, id), seenRequests(actor)))
  return row
}

export type RowOfRequest = typeof rows.$inferSelect

export const countRequestsOf = (db: Executor, userId: number, since: Date): Promise<number> =>
  db.$count(requests, and(eq(requests.userId, userId), gte(requests.createdAt, since)))

export async function listRows(db: Executor, requestId: string, page: PageRequest): Promise<PageOf<RowOfRequest>> {
  const where = eq(rows.requestId, requestId)
  return readCounted<RowOfRequest>(db, { table: rows, where }, page, (total) =>
    db
      .select({ ...getTableColumns(rows), total })
      .from(rows)
      .where(where)
      .orderBy(asc(rows.index))
      .limit(page.size)
      .offset(page.offset),
  )
}

export function allRows(db: Executor, requestId: string): Promise<RowOfRequest[]> {
  return db.select().from(rows).where(eq(rows.requestId, requestId)).orderBy(asc(rows.index))
}

/** The executions of a request that did not succeed. */
export function unsuccessful(db: Executor, requestId: string) {
  return db
    .select({ rowIndex: executions.rowIndex, launch: executions.launch })
    .from(executions)
    .where(and(eq(executions.requestId, requestId), inArray(executions.status, ['failed', 'error', 'cancelled'])))
    .orderBy(asc(executions.position))
}

/** Marks what is launched, or may be at any moment, to be cancelled on the automation server. */
export async function markCancelled(tx: Executor, requestId: string, now: Date): Promise<void> {
  await tx
    .update(executions)
    .set({ cancelRequestedAt: now })
    .where(and(eq(executions.requestId, requestId), inArray(executions.status, ['pending', 'running'])))
}

export function countUnfinishedRequests(db: Executor, templateId: string): Promise<number> {
  return db.$count(requests, and(eq(requests.templateId, templateId), inArray(requests.status, ['pending', 'running'])))
}

/** Executions of a connection that have not ended, or whose output is not read yet. */
export async function hasOpenExecutions(db: Executor, connectionId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: executions.id })
    .from(executions)
    .where(and(eq(executions.connectionId, connectionId), sql`${executions.outputCompleteAt} is null`))
    .limit(1)
  return row !== undefined
}

/** Executions that have not ended, for metrics. */
export function countOpenByStatus(db: Executor): Promise<OpenCount[]> {
  return db
    .select({ status: executions.status, open: sql<number>`count(*)::integer` })
    .from(executions)
    .where(inArray(executions.status, ['pending', 'running']))
    .groupBy(executions.status)
}

/** The same for requests. */
export function countOpenRequests(db: Executor): Promise<OpenCount[]> {
  return db
    .select({ status: requests.status, open: sql<number>`count(*)::integer` })
    .from(requests)
    .where(inArray(requests.status, ['pending', 'running']))
    .groupBy(requests.status)
}

type OpenCount = { readonly status: string; readonly open: number }

/** Who changed the rows of a page until the newest check, by their place. */
export async function findRowBlames(
  db: Executor,
  requestId: string,
  page: { readonly from: number; readonly to: number },
): Promise<ReadonlyMap<number, RowBlame>> {
  const { rows: found } = await db.execute<{ item: CheckedRowBlame }>(sql`
    select item from (
      select ${verifications.rowBlames} as items from ${verifications}
      where ${verifications.requestId} = ${requestId}
      order by ${verifications.createdAt} desc, ${verifications.id} desc limit 1
    ) as newest, jsonb_array_elements(newest.items) as item
    where (item->>'index')::integer between ${page.from} and ${page.to}`)
  return new Map(found.map(({ item: { index, ...blame } }) => [index, blame]))
}
