import type { Rotation } from '@heddle/domain/identity/refresh-rotation.ts'
import { and, desc, eq, inArray, isNull, lt, lte, ne, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { builtOnce, UNNAMED } from '../../platform/sql/built-once.ts'
import { deleteMatching } from '../../platform/sql/delete-matching.ts'
import { MINUTE } from '../../kernel/durations.ts'
import { CALLER_COLUMNS, users } from '../users/index.ts'
import { mfaChallenges, sessions } from './auth.tables.ts'

export type NewSession = typeof sessions.$inferInsert

/** Neither ended nor expired nor idle for too long, and of an active user. Joins `users`. */
function isLive(now: Date | Placeholder): SQL | undefined {
  const at = sql`${now instanceof Date ? now.toISOString() : now}::timestamptz`
  return and(
    isNull(sessions.revokedAt),
    sql`${sessions.expiresAt} > ${at}`,
    users.isActive,
    sql`(${users.sessionTimeoutMinutes} = 0 or ${sessions.lastSeenAt} + make_interval(mins => ${users.sessionTimeoutMinutes}) > ${at})`,
  )
}

/** The session and, in the same statement, everything that determines what its user may do. */
export async function findLiveSession(db: Executor, id: string, now: Date) {
  const [row] = await liveSession(db).execute({ id, now: now.toISOString() })
  return row
}

const liveSession = builtOnce((db) =>
  db
    .select({
      sessionId: sessions.id,
      lastSeenAt: sessions.lastSeenAt,
      idleMinutes: users.sessionTimeoutMinutes,
      ...CALLER_COLUMNS,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sql.placeholder('id')), isLive(sql.placeholder('now'))))
    .prepare(UNNAMED),
)

/** Those of the sessions that are live. */
export async function filterLiveSessions(db: Executor, ids: readonly string[], now: Date): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(inArray(sessions.id, [...ids]), isLive(now)))
  return rows.map(({ id }) => id)
}

/** What a refresh needs, locked until the transaction ends: tabs that refresh at once take turns. */
export async function lockLiveSession(tx: Executor, id: string, now: Date) {
  const [row] = await tx
    .select({
      id: sessions.id,
      userId: sessions.userId,
      username: users.username,
      expiresAt: sessions.expiresAt,
      generation: sessions.refreshGeneration,
      replacedAt: sessions.refreshReplacedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, id), isLive(now)))
    .for('update', { of: sessions })
  return row
}

export async function saveRotation(tx: Executor, id: string, { generation, replacedAt }: Rotation): Promise<void> {
  await tx
    .update(sessions)
    .set({ refreshGeneration: generation, refreshReplacedAt: [...replacedAt] })
    .where(eq(sessions.id, id))
}

export type ListedSession = {
  readonly id: string
  readonly publicId: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly ipAddress: string | null
  readonly userAgent: string | null
}

/** A user's live sessions, the current one first, then those used last. */
export async function listLiveSessions(
  db: Executor,
  { userId, currentId, most }: { readonly userId: number; readonly currentId: string; readonly most: number },
  now: Date,
): Promise<ListedSession[]> {
  const { id, publicId, createdAt, lastSeenAt, ipAddress, userAgent } = sessions
  return db
    .select({ id, publicId, createdAt, lastSeenAt, ipAddress, userAgent })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.userId, userId), isLive(now)))
    .orderBy(desc(eq(id, currentId)), desc(lastSeenAt), id)
    .limit(most)
}

/** Locked until the transaction ends: if two callers end it at once, only one gets it. */
export async function lockOwnSession(tx: Executor, userId: number, publicId: string, now: Date) {
  const [row] = await tx
    .select({ id: sessions.id, userId: sessions.userId })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.userId, userId), eq(sessions.publicId, publicId), isLive(now)))
    .for('update', { of: sessions })
  return row
}

export async function insertSession(db: Executor, session: NewSession): Promise<void> {
  await db.insert(sessions).values(session)
}

export async function touchSession(db: Executor, id: string, now: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id))
}

export async function revokeSession(tx: Executor, id: string, now: Date): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)))
}

/** Ends a user's sessions, and logins that wait for a second factor. `kept` is the caller's own session. */
export async function revokeSessions(tx: Executor, userId: number, now: Date, kept?: string): Promise<void> {
  const others = kept === undefined ? undefined : ne(sessions.id, kept)
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), others))
  await tx.delete(mfaChallenges).where(eq(mfaChallenges.userId, userId))
}

/** Ends the sessions that were idle for longer than the current limit. */
export async function revokeIdleSessions(tx: Executor, userId: number, limitMinutes: number, now: Date): Promise<void> {
  const idleSince = new Date(now.getTime() - limitMinutes * MINUTE)
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), lte(sessions.lastSeenAt, idleSince)))
}

/** Deletes ended sessions; revoked ones are kept until their tokens have expired. */
export async function deleteEndedSessions(db: Executor, now: Date): Promise<number> {
  return deleteMatching(db, sessions, [sessions.id], lt(sessions.expiresAt, now))
}
