import { and, asc, eq, exists, getTableColumns, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { countUnlessShown } from '../../platform/sql/counted-page.ts'
import { groupMembers, groups, users } from '../users/index.ts'
import {
  type ChannelRow,
  type MuteRow,
  notificationChannelMutes as mutes,
  notificationChannels as table,
} from './channels.tables.ts'

const { targetSealed: _t, secretSealed, previousSecretSealed: _p, ...VISIBLE } = getTableColumns(table)
const SHOWN = {
  ...VISIBLE,
  isSecretSet: sql<boolean>`${secretSealed} is not null`,
  ownerName: users.username,
}
export type ShownChannel = Awaited<ReturnType<typeof selectShown>>[number]

type Viewer = Pick<Caller, 'id' | 'isAdmin' | 'actsAsMember'>

/** One's own, those of one's groups, and for administrators those of all groups. */
function isSeenBy(db: Executor, { id, isAdmin, actsAsMember }: Viewer): SQL {
  const isMember = exists(
    db
      .select({ one: sql`1` })
      .from(groupMembers)
      .where(and(eq(groupMembers.groupId, table.groupId), eq(groupMembers.userId, id))),
  )
  const ofGroups = isAdmin ? sql`${table.groupId} is not null` : actsAsMember ? isMember : undefined
  return or(eq(table.ownerId, id), ofGroups)!
}

const selectShown = (db: Executor, where: SQL | undefined) =>
  db.select(SHOWN).from(table).leftJoin(users, eq(users.id, table.ownerId)).where(where)

export async function listChannels(db: Executor, viewer: Viewer, page: PageRequest): Promise<PageOf<ShownChannel>> {
  const where = isSeenBy(db, viewer)
  const items = await selectShown(db, where)
    .orderBy(asc(table.createdAt), asc(table.id))
    .limit(page.size)
    .offset(page.offset)
  return { count: await countUnlessShown(db, { table, where }, page, items.length), items }
}

export async function findChannel(db: Executor, viewer: Viewer, id: string): Promise<ShownChannel | undefined> {
  const [row] = await selectShown(db, and(eq(table.id, id), isSeenBy(db, viewer)))
  return row
}

/** With what is sealed; locked until the transaction ends. */
export async function lockChannel(tx: Executor, viewer: Viewer, id: string): Promise<ChannelRow | undefined> {
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.id, id), isSeenBy(tx, viewer)))
    .for('update')
  return row
}

export async function findSealed(db: Executor, id: string): Promise<ChannelRow | undefined> {
  const [row] = await db.select().from(table).where(eq(table.id, id))
  return row
}

export async function insertChannel(tx: Executor, row: typeof table.$inferInsert): Promise<void> {
  await tx.insert(table).values(row)
}

export async function updateChannel(tx: Executor, id: string, changes: Partial<ChannelRow>): Promise<void> {
  if (Object.keys(changes).length > 0) await tx.update(table).set(changes).where(eq(table.id, id))
}

export async function deleteChannel(tx: Executor, id: string): Promise<void> {
  await tx.delete(table).where(eq(table.id, id))
}

export const countOwned = (tx: Executor, owner: Pick<ChannelRow, 'ownerId' | 'groupId'>): Promise<number> =>
  tx.$count(table, owner.ownerId === null ? eq(table.groupId, owner.groupId!) : eq(table.ownerId, owner.ownerId))

/** Locked against deletion until the transaction ends. */
export async function lockGroupExists(tx: Executor, id: number): Promise<boolean> {
  return (await tx.select({ id: groups.id }).from(groups).where(eq(groups.id, id)).for('key share')).length > 0
}

/** Those that hold. */
export const listMutes = (db: Executor, channelIds: readonly string[], now: Date): Promise<MuteRow[]> =>
  channelIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(mutes)
        .where(and(inArray(mutes.channelId, [...channelIds]), or(isNull(mutes.until), gt(mutes.until, now))))
        .orderBy(asc(mutes.until), asc(mutes.savedQueryId))

const isOf = (savedQueryId: string | null): SQL =>
  savedQueryId === null ? isNull(mutes.savedQueryId) : eq(mutes.savedQueryId, savedQueryId)

/** Instead of one for the same query. */
export async function replaceMute(tx: Executor, mute: MuteRow): Promise<void> {
  await deleteMute(tx, mute.channelId, mute.savedQueryId)
  await tx.insert(mutes).values(mute)
}

export async function deleteMute(tx: Executor, channelId: string, savedQueryId: string | null): Promise<void> {
  await tx.delete(mutes).where(and(eq(mutes.channelId, channelId), isOf(savedQueryId)))
}

/** Ends those that last until the query passes. */
export async function endMutesOf(tx: Executor, savedQueryId: string): Promise<void> {
  await tx.delete(mutes).where(and(eq(mutes.savedQueryId, savedQueryId), isNull(mutes.until)))
}

export async function deleteOldMutes(db: Executor, now: Date): Promise<void> {
  await db.delete(mutes).where(lte(mutes.until, now))
}
