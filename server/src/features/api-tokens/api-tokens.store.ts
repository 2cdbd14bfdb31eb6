import { and, count, eq, gt, inArray, isNull, lte, max, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { API_TOKEN_ORDERS } from '@heddle/contract/api-tokens.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Order, PageOf, PageRequest } from '../../kernel/paging.ts'
import { readCounted } from '../../platform/sql/counted-page.ts'
import { natural, orderBy } from '../../platform/sql/list-sql.ts'
import { builtOnce, UNNAMED } from '../../platform/sql/built-once.ts'
import { CALLER_COLUMNS, users } from '../users/index.ts'
import { apiTokens as table } from './api-tokens.tables.ts'

export type NewApiToken = typeof table.$inferInsert
export type ApiTokenFilter = {
  /** Undefined: everyone's. */
  readonly ownerId: number | undefined
  readonly order: readonly Order<(typeof API_TOKEN_ORDERS)[number]>[]
}

const ORDER_COLUMNS = {
  name: natural(table.name),
  username: natural(users.username),
  created_at: table.createdAt,
  expires_at: table.expiresAt,
  last_used_at: table.lastUsedAt,
} as const

// Without the hash, which nothing but the lookup needs.
const VISIBLE = {
  id: table.id,
  name: table.name,
  prefix: table.prefix,
  permissions: table.permissions,
  username: users.username,
  createdAt: table.createdAt,
  expiresAt: table.expiresAt,
  lastUsedAt: table.lastUsedAt,
  lastUsedIp: table.lastUsedIp,
}

export type FoundApiToken = Omit<typeof table.$inferSelect, 'userId' | 'tokenHash'> & { readonly username: string }

const isOf = (ownerId: number | undefined): SQL | undefined =>
  ownerId === undefined ? undefined : eq(table.userId, ownerId)

export async function listApiTokens(
  db: Executor,
  { ownerId, order }: ApiTokenFilter,
  page: PageRequest,
): Promise<PageOf<FoundApiToken>> {
  const where = isOf(ownerId)
  return readCounted<FoundApiToken>(db, { table, where }, page, (total) =>
    db
      .select({ ...VISIBLE, total })
      .from(table)
      .innerJoin(users, eq(users.id, table.userId))
      .where(where)
      .orderBy(...orderBy(order, ORDER_COLUMNS, table.id))
      .limit(page.size)
      .offset(page.offset),
  )
}

/** A token of this owner, or anyone's; locked until the transaction ends. */
export async function lockApiToken(
  tx: Executor,
  id: string,
  ownerId: number | undefined,
): Promise<FoundApiToken | undefined> {
  const [row] = await tx
    .select(VISIBLE)
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .where(and(eq(table.id, id), isOf(ownerId)))
    .for('update', { of: table })
  return row
}

export async function insertApiToken(tx: Executor, token: NewApiToken): Promise<void> {
  await tx.insert(table).values(token)
}

export async function deleteApiToken(tx: Executor, id: string): Promise<void> {
  await tx.delete(table).where(eq(table.id, id))
}

/** Deletes all tokens of a user; returns how many. */
export async function deleteApiTokensOf(tx: Executor, userId: number): Promise<number> {
  const deleted = await tx.delete(table).where(eq(table.userId, userId)).returning({ id: table.id })
  return deleted.length
}

export type TokenUse = { readonly count: number; readonly lastUsedAt: Date | null }

export async function tokenUses(db: Executor, userIds: readonly number[]): Promise<ReadonlyMap<number, TokenUse>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .select({ userId: table.userId, count: count(), lastUsedAt: max(table.lastUsedAt) })
    .from(table)
    .where(inArray(table.userId, [...userIds]))
    .groupBy(table.userId)
  return new Map(rows.map(({ userId, ...use }) => [userId, use]))
}

/** Neither expired nor deleted, and of an active user. Joins `users`. */
const isLive = (now: Date | Placeholder): SQL | undefined =>
  and(or(isNull(table.expiresAt), gt(table.expiresAt, now)), users.isActive)

/** The token and, in the same statement, its owner and everything that determines what the two may do. */
const liveToken = (by: PgColumn) =>
  builtOnce((db) =>
    db
      .select({
        tokenId: table.id,
        name: table.name,
        listed: table.permissions,
        lastUsedAt: table.lastUsedAt,
        ...CALLER_COLUMNS,
      })
      .from(table)
      .innerJoin(users, eq(users.id, table.userId))
      .where(and(eq(by, sql.placeholder('by')), isLive(sql.placeholder('now'))))
      .prepare(UNNAMED),
  )
const [liveByHash, liveById] = [liveToken(table.tokenHash), liveToken(table.id)]

export type LiveApiToken = NonNullable<Awaited<ReturnType<typeof findLiveApiToken>>>

export async function findLiveApiToken(db: Executor, tokenHash: string, now: Date) {
  const [row] = await liveByHash(db).execute({ by: tokenHash, now })
  return row
}

export async function findLiveApiTokenById(db: Executor, id: string, now: Date) {
  const [row] = await liveById(db).execute({ by: id, now })
  return row
}

/** Those of the tokens that are live. */
export async function filterLiveApiTokens(db: Executor, ids: readonly string[], now: Date): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .where(and(inArray(table.id, [...ids]), isLive(now)))
  return rows.map(({ id }) => id)
}

/** Does nothing if another process has noted a use after `before`. */
export async function noteTokenUse(
  db: Executor,
  id: string,
  use: { readonly ip: string; readonly now: Date; readonly before: Date },
): Promise<void> {
  await db
    .update(table)
    .set({ lastUsedAt: use.now, lastUsedIp: use.ip })
    .where(and(eq(table.id, id), or(isNull(table.lastUsedAt), lte(table.lastUsedAt, use.before))))
}
