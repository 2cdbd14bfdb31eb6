import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { countUnlessShown } from '../../platform/sql/counted-page.ts'
import { natural } from '../../platform/sql/list-sql.ts'
import { qualified } from '../../platform/sql/qualified.ts'
import { queryCategories, savedQueries } from '../queries/index.ts'
import { users } from '../users/index.ts'
import { packChecks as checks, type PackCheckRow, packs, type PackRow } from './packs.tables.ts'

const SHOWN = {
  name: packs.name,
  version: packs.version,
  title: packs.title,
  description: packs.description,
  hash: packs.hash,
  parameters: packs.parameters,
  groups: packs.groups,
  needs: packs.needs,
  categoryId: packs.categoryId,
  installedAt: packs.installedAt,
  installedByName: users.username,
  checkCount: qualified(sql<number>`(select count(*)::int from ${checks} where ${checks.packName} = ${packs.name})`),
}
export type ShownPack = NonNullable<Awaited<ReturnType<typeof findPack>>>

const shown = (db: Executor) => db.select(SHOWN).from(packs).leftJoin(users, eq(users.id, packs.installedBy))

export async function listPacks(db: Executor, page: PageRequest): Promise<PageOf<ShownPack>> {
  const items = await shown(db).orderBy(asc(packs.name)).limit(page.size).offset(page.offset)
  return { count: await countUnlessShown(db, { table: packs, where: undefined }, page, items.length), items }
}

export async function findPack(db: Executor, name: string) {
  const [row] = await shown(db).where(eq(packs.name, name))
  return row
}

const text = (key: string) => sql<string | null>`${checks.content} ->> ${sql.raw(`'${key}'`)}`
const CHECK = {
  checkId: checks.checkId,
  savedQueryId: checks.savedQueryId,
  enabled: checks.enabled,
  severity: checks.severity,
  parameters: checks.parameters,
  title: text('title').mapWith(String),
  group: text('group').mapWith(String),
  ownSeverity: text('severity'),
  needs: text('needs'),
  verifiedOn: text('verified_on'),
  mendsWith: text('mends_with'),
  sources: sql<readonly string[] | null>`${checks.content} -> 'sources'`,
}
export type ShownCheck = Awaited<ReturnType<typeof listChecks>>[number]

/** In the natural order of their ids. */
export const listChecks = (db: Executor, packName: string) =>
  db
    .select(CHECK)
    .from(checks)
    .where(eq(checks.packName, packName))
    .orderBy(...natural(checks.checkId), asc(checks.checkId))

export async function findPackCheck(db: Executor, packName: string, checkId: string) {
  const [row] = await db
    .select(CHECK)
    .from(checks)
    .where(and(eq(checks.packName, packName), eq(checks.checkId, checkId)))
  return row
}

/** A pack with all that its checks say. */
export async function readInstalled(db: Executor, name: string) {
  const [pack] = await db.select().from(packs).where(eq(packs.name, name))
  const rows = pack ? await db.select().from(checks).where(eq(checks.packName, name)).orderBy(asc(checks.checkId)) : []
  return { pack, checks: rows }
}

/** Locked until the transaction ends. */
export async function lockCheck(tx: Executor, packName: string, checkId: string): Promise<PackCheckRow | undefined> {
  const [row] = await tx
    .select()
    .from(checks)
    .where(and(eq(checks.packName, packName), eq(checks.checkId, checkId)))
    .for('update')
  return row
}

export async function updateCheck(tx: Executor, row: PackCheckRow): Promise<void> {
  const { enabled, severity, parameters } = row
  await tx
    .update(checks)
    .set({ enabled, severity, parameters })
    .where(and(eq(checks.packName, row.packName), eq(checks.checkId, row.checkId)))
}

export async function putPack(tx: Executor, row: PackRow): Promise<void> {
  const { name: _, ...rest } = row
  await tx.insert(packs).values(row).onConflictDoUpdate({ target: packs.name, set: rest })
}

const WRITTEN_AT_ONCE = 200

export async function putChecks(tx: Executor, rows: readonly PackCheckRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += WRITTEN_AT_ONCE)
    await tx
      .insert(checks)
      .values(rows.slice(start, start + WRITTEN_AT_ONCE))
      .onConflictDoUpdate({
        target: [checks.packName, checks.checkId],
        set: { content: sql`excluded.content` },
      })
}

/** Queries of every check say which version of the pack they are of. */
export async function setVersion(tx: Executor, name: string, version: string): Promise<void> {
  await tx
    .update(savedQueries)
    .set({ pack: sql`jsonb_set(${savedQueries.pack}, '{version}', to_jsonb(${version}::text))` })
    .where(sql`${savedQueries.pack} ->> 'name' = ${name}`)
}

/** With their waivers and what else belongs to them. */
export async function deleteQueries(tx: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(savedQueries).where(inArray(savedQueries.id, [...ids]))
}

export async function deletePack(tx: Executor, name: string): Promise<void> {
  await tx.delete(packs).where(eq(packs.name, name))
}

export async function findRootFolder(tx: Executor, name: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ id: queryCategories.id })
    .from(queryCategories)
    .where(and(eq(queryCategories.name, name), isNull(queryCategories.parentId)))
    .orderBy(asc(queryCategories.id))
    .limit(1)
  return row?.id
}

export async function findFolder(tx: Executor, id: number) {
  const [row] = await tx.select().from(queryCategories).where(eq(queryCategories.id, id))
  return row
}

export const countChildren = async (tx: Executor, id: number): Promise<number> =>
  (await tx.$count(queryCategories, eq(queryCategories.parentId, id))) +
  (await tx.$count(savedQueries, eq(savedQueries.categoryId, id)))
