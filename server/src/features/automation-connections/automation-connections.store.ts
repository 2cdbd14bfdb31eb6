import { and, eq, ne, sql } from 'drizzle-orm'
import type { AUTOMATION_CONNECTION_ORDERS } from '@heddle/contract/automation-connections.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Order, PageOf, PageRequest } from '../../kernel/paging.ts'
import { contains, natural, orderBy } from '../../platform/sql/list-sql.ts'
import { automationConnections as table } from './automation-connections.tables.ts'

export type AutomationConnectionRow = typeof table.$inferSelect
export type NewConnection = typeof table.$inferInsert
type ConnectionChanges = Partial<Omit<NewConnection, 'id'>>

export type ConnectionFilter = {
  readonly search?: string | undefined
  readonly isDefault?: boolean | undefined
  readonly order: readonly Order<(typeof AUTOMATION_CONNECTION_ORDERS)[number]>[]
}

const ORDER_COLUMNS = {
  name: natural(table.name),
  base_url: natural(table.baseUrl),
  username: natural(table.username),
  is_default: table.isDefault,
  last_tested_at: table.lastTestedAt,
  last_test_status: table.lastTestStatus,
  created_at: table.createdAt,
  updated_at: table.updatedAt,
} as const

// Columns that people see, without the sealed token.
const VISIBLE = {
  id: table.id,
  name: table.name,
  baseUrl: table.baseUrl,
  username: table.username,
  authMethod: table.authMethod,
  tokenConfigured: sql<boolean>`${table.tokenSealed} is not null`,
  apiPrefix: table.apiPrefix,
  verifySsl: table.verifySsl,
  caCertificate: table.caCertificate,
  jobUrlPattern: table.jobUrlPattern,
  isDefault: table.isDefault,
  lastTestedAt: table.lastTestedAt,
  lastTestStatus: table.lastTestStatus,
  lastTestMessage: table.lastTestMessage,
  createdAt: table.createdAt,
  updatedAt: table.updatedAt,
}

export type VisibleConnection = Omit<AutomationConnectionRow, 'tokenSealed' | 'createdBy'> & {
  readonly tokenConfigured: boolean
}

export async function listConnections(
  db: Executor,
  filter: ConnectionFilter,
  page: PageRequest,
): Promise<PageOf<VisibleConnection>> {
  const where = and(
    contains(filter.search, [table.name, table.baseUrl]),
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

export async function findVisibleConnection(db: Executor, id: string): Promise<VisibleConnection | undefined> {
  const [row] = await db.select(VISIBLE).from(table).where(eq(table.id, id))
  return row
}

export async function findConnection(db: Executor, id: string): Promise<AutomationConnectionRow | undefined> {
  const [row] = await db.select().from(table).where(eq(table.id, id))
  return row
}

/** Locks the row until the transaction ends. */
export async function lockConnection(tx: Executor, id: string): Promise<AutomationConnectionRow | undefined> {
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

export async function deleteConnection(tx: Executor, id: string): Promise<void> {
  await tx.delete(table).where(eq(table.id, id))
}
