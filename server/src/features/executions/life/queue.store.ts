import { and, asc, count, eq, inArray, isNotNull, isNull, max, sql } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { groupInTurns, groupMembers } from '../../users/index.ts'
import { executions as table } from '../executions.tables.ts'

const openBackground = (userId: number) =>
  and(eq(table.userId, userId), eq(table.status, 'running'), eq(table.trigger, 'background'))

/** Counts the background runs of a user that have not ended. */
export async function countOpenBackground(tx: Executor, userId: number) {
  const [row] = await tx
    .select({ open: count(), admitted: count(table.admittedAt), lastAskedAt: max(table.executedAt) })
    .from(table)
    .where(openBackground(userId))
  return {
    waiting: (row?.open ?? 0) - (row?.admitted ?? 0),
    admitted: row?.admitted ?? 0,
    lastAskedAt: row?.lastAskedAt ?? null,
  }
}

/** A run, and where its user takes turns. */
export type AdmittedRun = { readonly id: string; readonly userId: number | null; readonly group: number | null }

/** Admits the oldest queued runs of a user. */
export async function admitOldest(tx: Executor, userId: number, most: number, now: Date): Promise<AdmittedRun[]> {
  const oldest = tx
    .select({ id: table.id })
    .from(table)
    .where(and(openBackground(userId), isNull(table.admittedAt)))
    .orderBy(asc(table.executedAt), asc(table.id))
    .limit(most)
  return tx
    .update(table)
    .set({ admittedAt: now })
    .where(inArray(table.id, oldest))
    .returning({ id: table.id, userId: table.userId, group: groupInTurns(table.userId) })
}

/** How many runs have not ended, by what they wait for. */
export function countOpenRuns(db: Executor) {
  const state = sql<'queued' | 'waiting' | 'running'>`case when ${table.attempts} > 0 then 'running'
    when ${table.admittedAt} is null and ${table.trigger} = 'background' then 'queued' else 'waiting' end`
  return db
    .select({ state, trigger: table.trigger, runs: count() })
    .from(table)
    .where(eq(table.status, 'running'))
    .groupBy(sql`1`, table.trigger)
}

/** Users with queued runs. */
export async function findUsersWithQueuedRuns(db: Executor): Promise<number[]> {
  const rows = await db
    .selectDistinct({ userId: table.userId })
    .from(table)
    .where(
      and(
        eq(table.status, 'running'),
        eq(table.trigger, 'background'),
        isNull(table.admittedAt),
        isNotNull(table.userId),
      ),
    )
  return rows.flatMap(({ userId }) => userId ?? [])
}

/** The groups in which users take turns; of those who have one. */
export async function findGroupsInTurns(db: Executor, userIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ userId: groupMembers.userId, group: max(groupMembers.groupId) })
    .from(groupMembers)
    .where(inArray(groupMembers.userId, [...userIds]))
    .groupBy(groupMembers.userId)
  return new Map(rows.flatMap(({ userId, group }) => (group === null ? [] : [[userId, group]])))
}
