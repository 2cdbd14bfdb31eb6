import { eq, inArray, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { groupMembers, groups, users } from './users.tables.ts'

export type NewUser = typeof users.$inferInsert
export type UserRow = typeof users.$inferSelect
type UserChanges = Partial<typeof users.$inferInsert>

// Names written out: in a select from one table the builder leaves the table's name off its columns.
const groupsOfUser = sql<{ name: string; role: string | null }[]>`(
  select coalesce(json_agg(json_build_object('name', groups.name, 'role', groups.role_template) order by groups.name), '[]'::json)
  from group_members join groups on groups.id = group_members.group_id where group_members.user_id = users.id)`

export async function findUserByName(db: Executor, username: string) {
  const [row] = await db
    .select({ user: users, groups: groupsOfUser })
    .from(users)
    .where(sql`lower(${users.username}) = lower(${username})`)
  return row
}

export async function findUser(db: Executor, id: number) {
  const [row] = await db.select({ user: users, groups: groupsOfUser }).from(users).where(eq(users.id, id))
  return row
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

/** Makes the groups that are not there yet; what an administrator changed in them stays. */
export async function insertMissingGroups(db: Executor, missing: readonly (typeof groups.$inferInsert)[]): Promise<void> {
  await db
    .insert(groups)
    .values([...missing])
    .onConflictDoNothing()
}

export async function addToGroups(db: Executor, userId: number, names: readonly string[]): Promise<void> {
  const found = await db
    .select({ id: groups.id })
    .from(groups)
    .where(inArray(groups.name, [...names]))
  if (found.length > 0)
    await db
      .insert(groupMembers)
      .values(found.map(({ id }) => ({ groupId: id, userId })))
      .onConflictDoNothing()
}
