import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { GROUP_ORDERS } from '@heddle/contract/users.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { PageOf, PageRequest, Order } from '../../kernel/paging.ts'
import { readCounted } from '../../platform/sql/counted-page.ts'
import { contains, natural, orderBy } from '../../platform/sql/list-sql.ts'
import { qualified } from '../../platform/sql/qualified.ts'
import { groupMembers, groups, users } from './users.tables.ts'

export type UserGroupRow = typeof groups.$inferSelect
export type FoundGroup = { readonly group: UserGroupRow; readonly memberCount: number }
export type MemberSource = (typeof groupMembers.$inferSelect)['source']

export type GroupFilter = {
  readonly search: string | undefined
  readonly order: readonly Order<(typeof GROUP_ORDERS)[number]>[]
}

/** People; a service account belongs to its group, and is no member that somebody adds or removes. */
export const isMember = ne(groupMembers.source, 'service')

const memberCount = qualified(
  sql<number>`(select count(*)::int from ${groupMembers} where ${groupMembers.groupId} = ${groups.id} and ${isMember})`,
)

export async function listGroups(db: Executor, filter: GroupFilter, page: PageRequest): Promise<PageOf<FoundGroup>> {
  const where = contains(filter.search, [groups.name])
  return readCounted<FoundGroup>(db, { table: groups, where }, page, (total) =>
    db
      .select({ group: groups, memberCount, total })
      .from(groups)
      .where(where)
      .orderBy(...orderBy(filter.order, { id: groups.id, name: natural(groups.name) }, groups.id))
      .limit(page.size)
      .offset(page.offset),
  )
}

export async function findGroup(db: Executor, id: number): Promise<FoundGroup | undefined> {
  const [row] = await db.select({ group: groups, memberCount }).from(groups).where(eq(groups.id, id))
  return row
}

export const findAllGroups = (db: Executor): Promise<FoundGroup[]> =>
  db.select({ group: groups, memberCount }).from(groups).orderBy(groups.id)

export async function lockGroup(tx: Executor, id: number): Promise<UserGroupRow | undefined> {
  const [row] = await tx.select().from(groups).where(eq(groups.id, id)).for('update')
  return row
}

export async function insertGroup(tx: Executor, group: typeof groups.$inferInsert): Promise<number> {
  const [row] = await tx.insert(groups).values(group).returning({ id: groups.id })
  return row!.id
}

/** Inserts the groups that do not exist yet; leaves existing ones as administrators changed them. */
export async function insertMissingGroups(
  db: Executor,
  missing: readonly (typeof groups.$inferInsert)[],
): Promise<void> {
  await db
    .insert(groups)
    .values([...missing])
    .onConflictDoNothing()
}

export async function updateGroup(
  tx: Executor,
  id: number,
  changes: Partial<typeof groups.$inferInsert>,
): Promise<void> {
  await tx.update(groups).set(changes).where(eq(groups.id, id))
}

export async function deleteGroup(tx: Executor, id: number): Promise<void> {
  await tx.delete(groups).where(eq(groups.id, id))
}

/** How many service accounts belong to the group. */
export async function countServiceAccounts(db: Executor, groupId: number): Promise<number> {
  return db.$count(groupMembers, and(eq(groupMembers.groupId, groupId), eq(groupMembers.source, 'service')))
}

export async function allGroups(db: Executor): Promise<UserGroupRow[]> {
  return db.select().from(groups).orderBy(groups.id)
}

/** Members of one group, whom SCIM named: they keep this group, and leave the default one that they were given. */
export async function giveToScim(tx: Executor, groupId: number, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  const named = sql`${groupMembers.userId} = any(${sql.param([...userIds])}::int[])`
  const byDefault = eq(groupMembers.source, 'scim_default')
  await tx.delete(groupMembers).where(and(byDefault, named, ne(groupMembers.groupId, groupId)))
  await tx
    .update(groupMembers)
    .set({ source: 'scim' })
    .where(and(byDefault, named, eq(groupMembers.groupId, groupId)))
}

/** Ids of the members, in order. */
export async function memberIdsOf(db: Executor, groupId: number): Promise<number[]> {
  const found = await db
    .select({ id: groupMembers.userId })
    .from(groupMembers)
    .where(and(eq(groupMembers.groupId, groupId), isMember))
    .orderBy(groupMembers.userId)
  return found.map(({ id }) => id)
}

/** Ids of the groups with these names that exist; locks them against deletion until the transaction ends. */
export async function groupIdsOf(db: Executor, names: readonly string[]): Promise<number[]> {
  if (names.length === 0) return []
  const found = await db
    .select({ id: groups.id })
    .from(groups)
    .where(
      inArray(
        sql`lower(${groups.name})`,
        names.map((name) => name.toLowerCase()),
      ),
    )
    .orderBy(groups.id)
    .for('key share')
  return found.map(({ id }) => id)
}

export async function addMembers(
  tx: Executor,
  groupId: number,
  userIds: readonly number[],
  source: MemberSource = 'local',
): Promise<void> {
  if (userIds.length === 0) return
  const rows = tx
    .select({
      groupId: sql`${groupId}::int`.as('group_id'),
      userId: sql`unnest(${sql.param([...userIds])}::int[])`.as('user_id'),
      source: sql`${source}::text`.as('source'),
    })
    .from(sql`(select 1) as one`)
  await tx.insert(groupMembers).select(rows).onConflictDoNothing()
}

export async function removeMembers(tx: Executor, groupId: number, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  await tx
    .delete(groupMembers)
    .where(and(eq(groupMembers.groupId, groupId), sql`${groupMembers.userId} = any(${sql.param([...userIds])}::int[])`))
}

export async function membershipsOf(tx: Executor, userId: number) {
  return tx.select().from(groupMembers).where(eq(groupMembers.userId, userId))
}

export async function addToGroups(tx: Executor, userId: number, names: readonly string[]): Promise<void> {
  for (const groupId of await groupIdsOf(tx, names)) await addMembers(tx, groupId, [userId])
}

/** Makes the user a member of exactly these groups. */
export async function replaceGroups(tx: Executor, userId: number, groupIds: readonly number[]): Promise<void> {
  const kept = groupIds.length > 0 ? sql`${groupMembers.groupId} <> all(${sql.param([...groupIds])}::int[])` : undefined
  await tx.delete(groupMembers).where(and(eq(groupMembers.userId, userId), kept))
  for (const groupId of groupIds) await addMembers(tx, groupId, [userId])
}

/** Which of these groups exist; locks them against deletion until the transaction ends. */
export async function lockExistingGroups(db: Executor, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const found = await db
    .select({ id: groups.id })
    .from(groups)
    .where(inArray(groups.id, [...ids]))
    .orderBy(groups.id)
    .for('key share')
  return found.map(({ id }) => id)
}

/** Takes permissions from every group and every user. */
export async function revokeFromAll(tx: Executor, permissions: readonly string[]): Promise<void> {
  const revoked = sql`${sql.param([...permissions])}::text[]`
  for (const table of [groups, users]) {
    const kept = sql`array(select held from unnest(${table.permissions}) as held where held <> all(${revoked}))`
    await tx
      .update(table)
      .set({ permissions: kept })
      .where(sql`${table.permissions} && ${revoked}`)
  }
}
