import { eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { fromNow } from '../sql/columns.ts'
import { workDeaths as deaths, workUnderWay as underWay } from './deaths.tables.ts'

export async function insertUnderWay(db: Executor, id: string, work: string, aliveMs: number): Promise<void> {
  await db.insert(underWay).values({ id, work, aliveUntil: fromNow(aliveMs) })
}

export async function renewUnderWay(db: Executor, ids: readonly string[], aliveMs: number): Promise<void> {
  await db
    .update(underWay)
    .set({ aliveUntil: fromNow(aliveMs) })
    .where(inArray(underWay.id, [...ids]))
}

/** Returns the digests of what was still there. */
export async function deleteUnderWay(db: Executor, ids: readonly string[]): Promise<string[]> {
  const gone = await db
    .delete(underWay)
    .where(inArray(underWay.id, [...ids]))
    .returning({ work: underWay.work })
  return gone.map(({ work }) => work)
}

/** What no process has said for a while that it is alive at; all of it when no other process can be. */
export async function findLeftBehind(db: Executor, { all }: { readonly all: boolean }): Promise<string[]> {
  const found = await db
    .select({ id: underWay.id })
    .from(underWay)
    .where(all ? undefined : lt(underWay.aliveUntil, fromNow(0)))
    .orderBy(underWay.id)
  return found.map(({ id }) => id)
}

export async function addDeath(db: Executor, work: string): Promise<void> {
  await db
    .insert(deaths)
    .values({ work, deaths: 1, lastAt: fromNow(0) })
    .onConflictDoUpdate({ target: deaths.work, set: { deaths: sql`${deaths.deaths} + 1`, lastAt: fromNow(0) } })
}

export async function deleteDeaths(db: Executor, work: string): Promise<void> {
  await db.delete(deaths).where(eq(deaths.work, work))
}

/** Work at which a process died lately, and how often. */
export async function findDeaths(db: Executor, agoMs: number): Promise<{ work: string; deaths: number }[]> {
  return db
    .select({ work: deaths.work, deaths: deaths.deaths })
    .from(deaths)
    .where(gte(deaths.lastAt, fromNow(-agoMs)))
    .orderBy(deaths.work)
}

export async function deleteOldDeaths(db: Executor, agoMs: number): Promise<void> {
  await db.delete(deaths).where(lt(deaths.lastAt, fromNow(-agoMs)))
}
