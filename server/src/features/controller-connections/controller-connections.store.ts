import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { CONNECTION_ORDERS } from '@heddle/contract/controller-connections.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Order } from '../../kernel/paging.ts'
import { natural, orderBy } from '../../platform/sql/list-sql.ts'
import type { RowSelection } from '../../platform/sql/row-selection.ts'
import { controllerConnections as table } from './controller-connections.tables.ts'

export type ConnectionRow = typeof table.$inferSelect
type NewConnection = typeof table.$inferInsert

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

const sortConnections = (order: readonly Order<(typeof CONNECTION_ORDERS)[number]>[]) =>
  orderBy(order, ORDER_COLUMNS, table.id)

// What people see has no sealed password.
const { passwordSealed, createdBy: _, ...SHOWN } = getTableColumns(table)
const VISIBLE = { ...SHOWN, hasPassword: sql<boolean>`${passwordSealed} is not null` }
export type VisibleControllerConnection = Omit<ConnectionRow, 'passwordSealed' | 'createdBy'> & {
  readonly hasPassword: boolean
}

const readConnections = (
  db: Executor,
  { where, orderBy: sorting, limit, offset }: RowSelection,
): Promise<VisibleControllerConnection[]> =>
  db
    .select(VISIBLE)
    .from(table)
    .where(where)
    .orderBy(...sorting)
    .limit(limit)
    .offset(offset)

async function findConnection(db: Executor, id: string): Promise<ConnectionRow | undefined> {
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
async function lockConnection(tx: Executor, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await tx.select().from(table).where(eq(table.id, id)).for('update')
  return row
}

async function insertConnection(tx: Executor, connection: NewConnection): Promise<void> {
  await tx.insert(table).values(connection)
}

async function updateConnection(tx: Executor, id: string, changes: Partial<NewConnection>): Promise<void> {
  await tx.update(table).set(changes).where(eq(table.id, id))
}

export const controllerStore = {
  table,
  searched: [table.name, table.host],
  sort: sortConnections,
  read: readConnections,
  find: findConnection,
  lock: lockConnection,
  insert: insertConnection,
  update: updateConnection,
}
