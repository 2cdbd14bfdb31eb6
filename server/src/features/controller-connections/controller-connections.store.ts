import { and, asc, eq, ne } from 'drizzle-orm'
import type { CONNECTION_ORDERS } from '@heddle/contract/controller-connections.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Order, PageOf, PageRequest } from '../../kernel/paging.ts'
import { contains, natural, orderBy } from '../../platform/sql/list-sql.ts'
import { controllerConnections as table } from './controller-connections.tables.ts'

export type ConnectionRow = typeof table.$inferSelect
export type NewConnection = typeof table.$inferInsert
type ConnectionChanges = Partial<Omit<NewConnection, 'id'>>

export type ConnectionOrder = (typeof CONNECTION_ORDERS)[number]
export type ConnectionFilter = {
  readonly search?: string | undefined
  readonly isDefault?: boolean | undefined
  readonly order: readonly Order<ConnectionOrder>[]
}

const ORDER_COLUMNS = {
  name: natural(table.name),
  host: natural(table.host),
  username: natural(table.username),
  is_default: table.isDefault,
  last_tested_at: table.lastTestedAt,
  last_test_status: table.lastTestStatus,
  created_at: table.createdAt,
  updated_at: table.updatedAt,
} as const

// Columns shown in lists, without the sealed password.
const VISIBLE = {
  id: table.id,
  name: table.name,
  host: table.host,
  hosts: table.hosts,
  username: table.username,
  verifySsl: table.verifySsl,
  isDefault: table.isDefault,
  maxParallelRequests: table.maxParallelRequests,
  maxRequestsPerMinute: table.maxRequestsPerMinute,
  lastTestedAt: table.lastTestedAt,
  lastTestStatus: table.lastTestStatus,
  lastTestMessage: table.lastTestMessage,
  createdAt: table.createdAt,
  updatedAt: table.updatedAt,
}

export type VisibleConnection = Omit<ConnectionRow, 'passwordSealed' | 'createdBy'>

export async function listConnections(
  db: Executor,
  filter: ConnectionFilter,
  page: PageRequest,
): Promise<PageOf<VisibleConnection>> {
  const where = and(
    contains(filter.search, [table.name, table.host]),
    filter.isDefault === undefined ? undefined : eq(table.isDefault, filter.isDefault),
  )
  const count = await db.$count(table, where)
  const items = await db
    .select(VISIBLE)
    .from(table)
    .where(where)
    .orderBy(...orderBy(filter.order, ORDER_COLUMNS, table.id))
    .limit(page.size)
    .offset(page.offset)
  return { count, items }
}

export async function findConnection(db: Executor, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await db.select().from(table).where(eq(table.id, id))
  return row
}

export type BudgetRow = Pick<ConnectionRow, 'id' | 'host' | 'hosts' | 'maxParallelRequests' | 'maxRequestsPerMinute'>

/** The budgets of all connections, the oldest first. */
export function listBudgets(db: Executor): Promise<BudgetRow[]> {
  const { id, host, hosts, maxParallelRequests, maxRequestsPerMinute } = table
  return db
    .select({ id, host, hosts, maxParallelRequests, maxRequestsPerMinute })
    .from(table)
    .orderBy(asc(table.createdAt), asc(table.id))
}

/** Locks the row until the transaction ends. */
export async function lockConnection(tx: Executor, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await tx.select().from(table).where(eq(table.id, id)).for('update')
  return row
}

export async function insertConnection(tx: Executor, connection: NewConnection): Promise<void> {
  await tx.insert(table).values(connection)
}

export async function updateConnection(tx: Executor, id: string, changes: ConnectionChanges): Promise<void> {
  await tx.update(table).set(changes).where(eq(table.id, id))
}

/** Call it before setting the new default: at most one row may be the default at any time. */
export async function clearOtherDefaults(tx: Executor, id: string, now: Date): Promise<void> {
  await tx
    .update(table)
    .set({ isDefault: false, updatedAt: now })
    .where(and(table.isDefault, ne(table.id, id)))
}

export async function deleteConnection(tx: Executor, id: string): Promise<boolean> {
  const deleted = await tx.delete(table).where(eq(table.id, id)).returning({ id: table.id })
  return deleted.length > 0
}
