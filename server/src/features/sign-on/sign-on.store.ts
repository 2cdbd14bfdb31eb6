import { and, asc, eq, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { ProvisionedMatch } from '@heddle/domain/identity/provisioned-match.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { deleteMatching } from '../../platform/sql/delete-matching.ts'
import { sessions } from '../auth/index.ts'
import { type UserRow, users } from '../users/index.ts'
import { signOnIdentities as identities, signOnSessions, signOnSpent } from './sign-on.tables.ts'

export type IdentityRow = typeof identities.$inferSelect

export async function findIdentity(db: Executor, issuer: string, subject: string): Promise<IdentityRow | undefined> {
  const [row] = await db
    .select()
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
  return row
}

export async function listIdentities(db: Executor, userId: number): Promise<IdentityRow[]> {
  return db
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt), identities.id)
}

/** The identity of a user, locked until the transaction ends. */
export async function lockOwnIdentity(tx: Executor, userId: number, id: string): Promise<IdentityRow | undefined> {
  const [row] = await tx
    .select()
    .from(identities)
    .where(and(eq(identities.id, id), eq(identities.userId, userId)))
    .for('update')
  return row
}

/** Whether it was inserted: not when the identity is already somebody's. */
export async function insertIdentity(tx: Executor, row: typeof identities.$inferInsert): Promise<boolean> {
  const inserted = await tx.insert(identities).values(row).onConflictDoNothing().returning({ id: identities.id })
  return inserted.length > 0
}

/** An account that SCIM created and that no provider signs in as yet, locked until the transaction ends. */
export async function lockUnclaimed(
  tx: Executor,
  attribute: ProvisionedMatch['attribute'],
  value: string,
): Promise<UserRow | undefined> {
  const isMeant =
    attribute === 'externalId' ? eq(users.externalId, value) : sql`lower(${users.username}) = lower(${value}::text)`
  const [row] = await tx
    .select()
    .from(users)
    .where(
      and(isMeant, eq(users.scimOrigin, 'created'), eq(users.authSource, 'provider'), eq(users.isSuperuser, false)),
    )
    .for('update')
  if (!row) return undefined
  return (await tx.$count(identities, eq(identities.userId, row.id))) === 0 ? row : undefined
}

export async function noteSignOn(tx: Executor, id: string, use: { readonly email: string; readonly lastUsedAt: Date }) {
  await tx.update(identities).set(use).where(eq(identities.id, id))
}

export async function deleteIdentity(tx: Executor, id: string): Promise<void> {
  await tx.delete(identities).where(eq(identities.id, id))
}

export async function insertSignOnSession(tx: Executor, row: typeof signOnSessions.$inferInsert): Promise<void> {
  await tx.insert(signOnSessions).values(row)
}

export async function providerOfSession(db: Executor, sessionId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ provider: identities.provider })
    .from(signOnSessions)
    .innerJoin(identities, eq(identities.id, signOnSessions.identityId))
    .where(eq(signOnSessions.sessionId, sessionId))
  return row?.provider
}

/** Open sessions that an identity opened, but for one. */
export async function sessionsOfIdentity(tx: Executor, identityId: string, but: string) {
  return openSessions(tx, and(eq(signOnSessions.identityId, identityId), ne(signOnSessions.sessionId, but)))
}

type Ended = {
  readonly issuer: string
  readonly subject: string | undefined
  readonly providerSession: string | undefined
}

/** Those a provider means: of a person, of a session, or of both, where sessions without a name of theirs count too. */
export async function sessionsThatEnd(tx: Executor, { issuer, subject, providerSession }: Ended) {
  const named = providerSession === undefined ? undefined : eq(signOnSessions.providerSession, providerSession)
  const session = subject !== undefined && named ? or(named, isNull(signOnSessions.providerSession)) : named
  const person = subject === undefined ? undefined : eq(identities.subject, subject)
  return openSessions(tx, and(eq(identities.issuer, issuer), person, session))
}

async function openSessions(tx: Executor, where: ReturnType<typeof and>) {
  return tx
    .select({ id: sessions.id, userId: sessions.userId, username: users.username })
    .from(signOnSessions)
    .innerJoin(identities, eq(identities.id, signOnSessions.identityId))
    .innerJoin(sessions, eq(sessions.id, signOnSessions.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(where, isNull(sessions.revokedAt)))
    .orderBy(sessions.id)
}

/** Whether nobody has spent it before. */
export async function spendOnce(tx: Executor, hash: string, expiresAt: Date): Promise<boolean> {
  const inserted = await tx.insert(signOnSpent).values({ hash, expiresAt }).onConflictDoNothing().returning()
  return inserted.length > 0
}

export async function deleteExpiredSpent(db: Executor, now: Date): Promise<void> {
  await deleteMatching(db, signOnSpent, [signOnSpent.hash], lte(signOnSpent.expiresAt, now))
}
