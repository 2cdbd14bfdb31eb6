import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { AUTOMATION_CONNECTION_ORDERS } from '@heddle/contract/automation-connections.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Order } from '../../kernel/paging.ts'
import { natural, orderBy } from '../../platform/sql/list-sql.ts'
import type { RowSelection } from '../../platform/sql/row-selection.ts'
import { automationConnections as table } from './automation-connections.tables.ts'

export type AutomationConnectionRow = typeof table.$inferSelect
type NewConnection = typeof table.$inferInsert

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

const sortConnections = (order: readonly Order<(typeof AUTOMATION_CONNECTION_ORDERS)[number]>[]) =>
  orderBy(order, ORDER_COLUMNS, table.id)

// What people see has no sealed token.
const { tokenSealed, createdBy: _, ...SHOWN } = getTableColumns(table)
const VISIBLE = { ...SHOWN, tokenConfigured: sql<boolean>`${tokenSealed} is not null` }
export type VisibleAutomationConnection = Omit<AutomationConnectionRow, 'tokenSealed' | 'createdBy'> & {
  readonly tokenConfigured: boolean
}

const readConnections = (
  db: Executor,
  { where, orderBy: sorting, limit, offset }: RowSelection,
): Promise<VisibleAutomationConnection[]> =>
  db
    .select(VISIBLE)
    .from(table)
    .where(where)
    .orderBy(...sorting)
    .limit(limit)
    .offset(offset)

async function findConnection(db: Executor, id: string): Promise<AutomationConnectionRow | undefined> {
  const [row] = await db.select().from(table).where(eq(table.id, id))
  return row
}

/** Locks the row until the transaction ends. */
async function lockConnection(tx: Executor, id: string): Promise<AutomationConnectionRow | undefined> {
  const [row] = await tx.select().from(table).where(eq(table.id, id)).for('update')
  return row
}

async function insertConnection(tx: Executor, connection: NewConnection): Promise<void> {
  await tx.insert(table).values(connection)
}

async function updateConnection(tx: Executor, id: string, changes: Partial<NewConnection>): Promise<void> {
  await tx.update(table).set(changes).where(eq(table.id, id))
}

export const automationStore = {
  table,
  searched: [table.name, table.baseUrl],
  sort: sortConnections,
  read: readConnections,
  find: findConnection,
  lock: lockConnection,
  insert: insertConnection,
  update: updateConnection,
}
