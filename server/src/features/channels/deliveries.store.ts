import { and, asc, desc, eq, inArray, lt, lte, min, ne, or, isNull, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { countUnlessShown } from '../../platform/sql/counted-page.ts'
import {
  type ChannelRow,
  type DeliveryRow,
  notificationChannels as channels,
  notificationDeliveries as table,
} from './channels.tables.ts'

const isWaiting = eq(table.status, 'waiting')

export async function insertDeliveries(tx: Executor, rows: readonly (typeof table.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(table).values([...rows])
}

export async function listDeliveries(db: Executor, channelId: string, page: PageRequest): Promise<PageOf<DeliveryRow>> {
  const where = eq(table.channelId, channelId)
  const items = await db
    .select()
    .from(table)
    .where(where)
    .orderBy(desc(table.position))
    .limit(page.size)
    .offset(page.offset)
  return { count: await countUnlessShown(db, { table, where }, page, items.length), items }
}

export async function findDelivery(db: Executor, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await db.select().from(table).where(eq(table.id, id))
  return row
}

export async function updateDelivery(tx: Executor, id: string, changes: Partial<DeliveryRow>): Promise<void> {
  await tx.update(table).set(changes).where(eq(table.id, id))
}

export const hasWaiting = async (db: Executor): Promise<boolean> =>
  (await db.select({ id: table.id }).from(table).where(isWaiting).limit(1)).length > 0

/**
 * Claims a channel whose oldest message is due and which nobody delivers, or whose deliverer has been silent for too
 * long. One statement, so only one caller gets it; the token proves later that it is still the caller's.
 */
export async function claimChannel(
  db: Executor,
  token: string,
  now: Date,
  leasedUntil: Date,
): Promise<string | undefined> {
  const head = db
    .select({ nextAttemptAt: table.nextAttemptAt })
    .from(table)
    .where(and(eq(table.channelId, channels.id), isWaiting))
    .orderBy(asc(table.position))
    .limit(1)
    .as('head')
  const due = db
    .select({ id: channels.id })
    .from(channels)
    .innerJoinLateral(head, sql`true`)
    .where(
      and(
        channels.enabled,
        ne(channels.state, 'disabled'),
        or(isNull(channels.leasedUntil), lt(channels.leasedUntil, now)),
        lte(head.nextAttemptAt, now),
      ),
    )
    .orderBy(asc(head.nextAttemptAt), asc(channels.id))
    .limit(1)
    .for('no key update', { of: channels, skipLocked: true })
  const [row] = await db
    .update(channels)
    .set({ leaseToken: token, leasedUntil })
    .where(inArray(channels.id, due))
    .returning({ id: channels.id })
  return row?.id
}

/** False when the lease went to another process; then nothing may be written. Locks the channel. */
export async function renewLease(tx: Executor, channelId: string, token: string, until: Date | null): Promise<boolean> {
  const renewed = await tx
    .update(channels)
    .set({ leasedUntil: until })
    .where(and(eq(channels.id, channelId), eq(channels.leaseToken, token)))
    .returning({ id: channels.id })
  return renewed.length > 0
}

/** The oldest messages of a channel, up to the first one that is not due. */
export async function findHeads(db: Executor, channelId: string, now: Date, limit: number): Promise<DeliveryRow[]> {
  const rows = await db
    .select()
    .from(table)
    .where(and(eq(table.channelId, channelId), isWaiting))
    .orderBy(asc(table.position))
    .limit(limit)
  const late = rows.findIndex(({ nextAttemptAt }) => nextAttemptAt === null || nextAttemptAt > now)
  return late < 0 ? rows : rows.slice(0, late)
}

/** In one statement with the lease, which it renews. False when that went to another process. */
export async function updateLeasedDeliveries(
  db: Executor,
  lease: { readonly channelId: string; readonly token: string; readonly until: Date },
  id: string,
  changes: Partial<DeliveryRow>,
): Promise<boolean> {
  const ours = db.$with('ours').as(
    db
      .update(channels)
      .set({ leasedUntil: lease.until })
      .where(and(eq(channels.id, lease.channelId), eq(channels.leaseToken, lease.token)))
      .returning({ id: channels.id }),
  )
  const updated = await db
    .with(ours)
    .update(table)
    .set(changes)
    .where(and(eq(table.id, id), inArray(table.channelId, db.select({ id: ours.id }).from(ours))))
    .returning({ id: table.id })
  return updated.length > 0
}

/** Of one channel, or of all: what waits will not be sent. Returns how many there were. */
export async function skipWaiting(
  tx: Executor,
  channelId: ChannelRow['id'] | undefined,
  error: string,
): Promise<number> {
  const skipped = await tx
    .update(table)
    .set({ status: 'skipped', nextAttemptAt: null, error })
    .where(and(isWaiting, channelId === undefined ? undefined : eq(table.channelId, channelId)))
    .returning({ id: table.id })
  return skipped.length
}

export async function readWaiting(db: Executor): Promise<{ waiting: number; oldest: Date | null }> {
  const [row] = await db
    .select({ waiting: sql<number>`count(*)::integer`, oldest: min(table.wantedAt) })
    .from(table)
    .where(isWaiting)
  return row!
}

/** Deletes the oldest deliveries, at most `limit`, and returns their number. */
export async function deleteDeliveriesBefore(db: Executor, before: Date, limit: number): Promise<number> {
  const oldest = db
    .select({ id: table.id })
    .from(table)
    .where(lt(table.createdAt, before))
    .orderBy(asc(table.createdAt), asc(table.id))
    .limit(limit)
  return (await db.delete(table).where(inArray(table.id, oldest)).returning({ id: table.id })).length
}
