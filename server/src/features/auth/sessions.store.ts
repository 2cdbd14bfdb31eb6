import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { groupMembers, groups, users } from '../users/index.ts'
import { sessions } from './auth.tables.ts'

export type NewSession = typeof sessions.$inferInsert

/** The session and, in the same statement, everything that decides what its user may do. */
export async function findLiveSession(db: Executor, id: string, now: Date) {
  const [row] = await db
    .select({
      sessionId: sessions.id,
      lastSeenAt: sessions.lastSeenAt,
      userId: users.id,
      username: users.username,
      isSuperuser: users.isSuperuser,
      timezone: sql<string | null>`${users.preferences} ->> 'timezone'`,
      permissions: users.permissions,
      groups: sql<{ role: string | null; permissions: string[] }[]>`(
        select coalesce(json_agg(json_build_object('role', ${groups.roleTemplate}, 'permissions', ${groups.permissions})), '[]'::json)
        from ${groupMembers} join ${groups} on ${groups.id} = ${groupMembers.groupId} where ${groupMembers.userId} = ${users.id})`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(eq(sessions.id, id), isNull(sessions.revokedAt), sql`${sessions.expiresAt} > ${now.toISOString()}::timestamptz`, users.isActive),
    )
  return row
}

export async function insertSession(db: Executor, session: NewSession): Promise<void> {
  await db.insert(sessions).values(session)
}

export async function touchSession(db: Executor, id: string, now: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id))
}

/** Sessions that ended; revoked ones are kept as long as their tokens could still turn up. */
export async function deleteEndedSessions(db: Executor, now: Date): Promise<number> {
  const deleted = await db
    .delete(sessions)
    .where(or(lt(sessions.expiresAt, now)))
    .returning({ id: sessions.id })
  return deleted.length
}
