import { and, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import type { USER_ORDERS } from '@heddle/contract/users.ts'
import { ADMINISTRATOR_PERMISSIONS } from '@heddle/domain/access/permissions.ts'
import type { Quota } from '@heddle/domain/access/quota.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { PageOf, PageRequest, Order } from '../../kernel/paging.ts'
import { builtOnce, UNNAMED } from '../../platform/sql/built-once.ts'
import { readCounted } from '../../platform/sql/counted-page.ts'
import { contains, natural, orderBy } from '../../platform/sql/list-sql.ts'
import { qualified } from '../../platform/sql/qualified.ts'
import { addressTakeBacks, groupMembers, groups, users } from './users.tables.ts'

/** Service accounts are programs: where people are listed or chosen, they do not exist. */
export const isPerson = ne(users.authSource, 'service')

export type NewUser = typeof users.$inferInsert
export type UserRow = typeof users.$inferSelect
export type UserChanges = Partial<NewUser>
export type UserGroup = {
  readonly id: number
  readonly name: string
  readonly role: string | null
  readonly permissions: string[]
  readonly quota: Quota | null
}
export type FoundUser = { readonly user: UserRow; readonly groups: readonly UserGroup[] }

export type UserListFilter = {
  readonly isActive: boolean | undefined
  readonly isSuperuser: boolean | undefined
  readonly group: number | undefined
  /** Held through a group, directly, or as a superuser. */
  readonly permission: string | undefined
  readonly search: string | undefined
  readonly order: readonly Order<(typeof USER_ORDERS)[number]>[]
}

const groupsOfUser = qualified(sql<UserGroup[]>`(
  select coalesce(json_agg(json_build_object('id', ${groups.id}, 'name', ${groups.name}, 'role', ${groups.roleTemplate},
    'permissions', ${groups.permissions}, 'quota', ${groups.quota}) order by ${groups.name}), '[]'::json)
  from ${groupMembers} join ${groups} on ${groups.id} = ${groupMembers.groupId} where ${groupMembers.userId} = ${users.id})`)

export async function findUserByName(db: Executor, username: string): Promise<FoundUser | undefined> {
  return findOne(db, sql`lower(${users.username}) = lower(${username})`)
}

/** An address belongs to a user from its first use until another one is verified in its place. */
const holdsAddress = (email: string): SQL =>
  sql`((lower(${users.email}) = lower(${email}) and ${users.email} <> '') or lower(${users.formerEmail}) = lower(${email}))`

/** Users without an address share the empty one, which never matches. */
export async function findUserByEmail(db: Executor, email: string): Promise<FoundUser | undefined> {
  return email === '' ? undefined : findOne(db, holdsAddress(email))
}

/** Held, or kept for somebody who may still take it back. */
export async function isAddressHeldByOther(db: Executor, email: string, id: number, now: Date): Promise<boolean> {
  if (email === '') return false
  const kept = and(
    sql`lower(${addressTakeBacks.email}) = lower(${email})`,
    ne(addressTakeBacks.userId, id),
    gt(addressTakeBacks.expiresAt, now),
  )
  return (
    (await db.$count(users, and(holdsAddress(email), ne(users.id, id)))) > 0 ||
    (await db.$count(addressTakeBacks, kept)) > 0
  )
}

export async function findUserRow(db: Executor, id: number): Promise<FoundUser | undefined> {
  const [row] = await userById(db).execute({ id })
  return row
}

const userById = builtOnce((db) =>
  db
    .select({ user: users, groups: groupsOfUser })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(UNNAMED),
)

async function findOne(db: Executor, where: SQL): Promise<FoundUser | undefined> {
  const [row] = await db.select({ user: users, groups: groupsOfUser }).from(users).where(where)
  return row
}

/** Locks the row until the transaction ends. */
export async function lockUser(tx: Executor, id: number): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update')
  return row
}

/** Locks all active superusers: of two who demote each other at once, only one must succeed. */
export async function lockActiveSuperusers(tx: Executor): Promise<UserRow[]> {
  return tx.select().from(users).where(and(users.isSuperuser, users.isActive)).orderBy(users.id).for('update')
}

const holds = (permission: string): SQL =>
  sql`(${users.isSuperuser} or ${permission} = any(${users.permissions}) or exists (
    select 1 from ${groupMembers} join ${groups} on ${groups.id} = ${groupMembers.groupId}
    where ${groupMembers.userId} = ${users.id} and ${permission} = any(${groups.permissions})))${
      ADMINISTRATOR_PERMISSIONS.includes(permission) ? sql` and ${isAdministrator}` : sql``
    }`

const isAdministrator = sql`(${users.isSuperuser} or exists (
    select 1 from ${groupMembers} join ${groups} on ${groups.id} = ${groupMembers.groupId}
    where ${groupMembers.userId} = ${users.id} and ${groups.roleTemplate} = 'administrator'))`

export async function listUsers(db: Executor, filter: UserListFilter, page: PageRequest): Promise<PageOf<FoundUser>> {
  const where = and(
    isPerson,
    filter.isActive === undefined ? undefined : eq(users.isActive, filter.isActive),
    filter.isSuperuser === undefined ? undefined : eq(users.isSuperuser, filter.isSuperuser),
    filter.permission === undefined ? undefined : holds(filter.permission),
    filter.group === undefined
      ? undefined
      : sql`exists (select 1 from ${groupMembers} where ${groupMembers.userId} = ${users.id} and ${groupMembers.groupId} = ${filter.group})`,
    contains(filter.search, [users.username, users.email, users.firstName, users.lastName]),
  )
  const columns = {
    id: users.id,
    username: natural(users.username),
    email: natural(users.email),
    date_joined: users.dateJoined,
    last_login: users.lastLogin,
  }
  return readCounted<FoundUser>(db, { table: users, where }, page, (total) =>
    db
      .select({ user: users, groups: groupsOfUser, total })
      .from(users)
      .where(where)
      .orderBy(...orderBy(filter.order, columns, users.id))
      .limit(page.size)
      .offset(page.offset),
  )
}

export async function countUsers(db: Executor): Promise<number> {
  return db.$count(users)
}

export async function insertUser(db: Executor, user: NewUser): Promise<number> {
  const [row] = await db.insert(users).values(user).returning({ id: users.id })
  return row!.id
}

export async function updateUser(db: Executor, id: number, changes: UserChanges): Promise<void> {
  await db.update(users).set(changes).where(eq(users.id, id))
}

export async function deleteUser(db: Executor, id: number): Promise<void> {
  await db.delete(users).where(eq(users.id, id))
}

/** Locks the user against deletion until the transaction ends; users come first in the lock order. */
export async function lockUserAgainstDeletion(tx: Executor, id: number): Promise<void> {
  await lockAgainstDeletion(tx).execute({ id })
}

const lockAgainstDeletion = builtOnce((tx) =>
  tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .for('key share')
    .prepare(UNNAMED),
)

/** Which of these people exist; locks them until the transaction ends. */
export async function lockExistingUsers(
  db: Executor,
  ids: readonly number[],
): Promise<{ id: number; username: string }[]> {
  if (ids.length === 0) return []
  return db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(and(isPerson, sql`${users.id} = any(${sql.param([...ids])}::int[])`))
    .orderBy(users.id)
    .for('no key update')
}

/** They are another version from now on, as what they may do has changed. */
export async function touchUsers(tx: Executor, ids: readonly number[], now: Date): Promise<void> {
  const later = sql`greatest(${now.toISOString()}::timestamptz, ${users.updatedAt} + interval '1 millisecond')`
  await tx
    .update(users)
    .set({ updatedAt: later })
    .where(sql`${users.id} = any(${sql.param([...ids])}::int[])`)
}
