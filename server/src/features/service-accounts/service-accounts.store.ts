import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SERVICE_ACCOUNT_ORDERS } from '@heddle/contract/service-accounts.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Order, PageOf, PageRequest } from '../../kernel/paging.ts'
import { contains, natural, orderBy } from '../../platform/sql/list-sql.ts'
import { groupMembers, groups, users } from '../users/index.ts'
import { serviceAccounts as table } from './service-accounts.tables.ts'

/** Whose groups may be seen; null: those of everybody. */
export type MemberId = number | null

export type ServiceAccountFilter = {
  readonly seenBy: MemberId
  readonly search: string | undefined
  readonly group: number | undefined
  readonly isActive: boolean | undefined
  readonly order: readonly Order<(typeof SERVICE_ACCOUNT_ORDERS)[number]>[]
}

const ORDER_COLUMNS = {
  name: natural(users.username),
  group: natural(groups.name),
  created_at: table.createdAt,
} as const

const COLUMNS = {
  id: users.id,
  name: users.username,
  isActive: users.isActive,
  updatedAt: users.updatedAt,
  permissions: users.permissions,
  isSuperuser: users.isSuperuser,
  authSource: users.authSource,
  description: table.description,
  createdBy: table.createdBy,
  createdAt: table.createdAt,
  group: {
    id: groups.id,
    name: groups.name,
    role: groups.roleTemplate,
    permissions: groups.permissions,
  },
}

const selectRows = (db: Executor) =>
  db
    .select(COLUMNS)
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .innerJoin(groups, eq(groups.id, table.groupId))

export type ServiceAccountRow = Awaited<ReturnType<typeof selectRows>>[number]

/** In a query that names `groups`: those that the user is in. */
const isOf = (userId: MemberId): SQL | undefined =>
  userId === null
    ? undefined
    : sql`exists (select 1 from ${groupMembers} where ${groupMembers.groupId} = ${groups.id} and ${groupMembers.userId} = ${userId})`

export async function listServiceAccounts(
  db: Executor,
  { seenBy, search, group, isActive, order }: ServiceAccountFilter,
  page: PageRequest,
): Promise<PageOf<ServiceAccountRow>> {
  const where = and(
    isOf(seenBy),
    contains(search, [users.username, table.description]),
    group === undefined ? undefined : eq(table.groupId, group),
    isActive === undefined ? undefined : eq(users.isActive, isActive),
  )
  const items = await selectRows(db)
    .where(where)
    .orderBy(...orderBy(order, ORDER_COLUMNS, users.id))
    .limit(page.size)
    .offset(page.offset)
  return { count: await db.$count(selectRows(db).where(where).as('found')), items }
}

export async function findServiceAccount(
  db: Executor,
  id: number,
  seenBy: MemberId,
): Promise<ServiceAccountRow | undefined> {
  const [row] = await selectRows(db).where(and(eq(table.userId, id), isOf(seenBy)))
  return row
}

/** The groups that accounts may be given to. Locked against deletion if one is named. */
export async function groupsOfAccount(
  db: Executor,
  seenBy: MemberId,
  named?: number,
): Promise<{ id: number; name: string }[]> {
  const found = db
    .select({ id: groups.id, name: groups.name })
    .from(groups)
    .where(and(isOf(seenBy), named === undefined ? undefined : eq(groups.id, named)))
    .orderBy(groups.name, groups.id)
  return named === undefined ? found : found.for('key share')
}

type Account = Pick<typeof table.$inferInsert, 'userId' | 'groupId' | 'description' | 'createdBy' | 'createdAt'>

export async function insertServiceAccount(tx: Executor, account: Account): Promise<void> {
  await tx.insert(table).values(account)
  await tx.insert(groupMembers).values({ userId: account.userId, groupId: account.groupId, source: 'service' })
}

export async function updateServiceAccount(
  tx: Executor,
  userId: number,
  { groupId, description }: { readonly groupId: number; readonly description: string },
): Promise<void> {
  await tx.update(table).set({ groupId, description }).where(eq(table.userId, userId))
  await tx.update(groupMembers).set({ groupId }).where(eq(groupMembers.userId, userId))
}
