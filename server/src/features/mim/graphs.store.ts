import { and, asc, desc, eq, inArray, isNotNull, notInArray, or, sql } from 'drizzle-orm'
import type { GraphCounts } from '@heddle/domain/mim/graph/class-graph.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { InstalledVersion, ModelVersionRow } from './graphs.ts'
import { mimGraphs, mimParts, mimRecords, mimVersions } from './mim.tables.ts'

export type GraphRow = typeof mimGraphs.$inferSelect

export async function insertGraph(tx: Executor, id: string, createdAt: Date): Promise<void> {
  await tx.insert(mimGraphs).values({ id, createdAt })
}

export async function findGraph(db: Executor, id: string): Promise<GraphRow | undefined> {
  const [row] = await db.select().from(mimGraphs).where(eq(mimGraphs.id, id))
  return row
}

/** Inserts the next row of the graph. The caller holds the lock of the import, so numbers do not collide. */
export async function insertRecords(tx: Executor, graphId: string, body: Buffer, classCount: number): Promise<void> {
  const next = sql<number>`(select coalesce(max(${mimRecords.number}), 0) + 1 from ${mimRecords} where ${mimRecords.graphId} = ${graphId})`
  await tx.insert(mimRecords).values({ graphId, number: next, classCount, body })
}

export async function recordNumbers(db: Executor, graphId: string): Promise<{ number: number; classCount: number }[]> {
  return db
    .select({ number: mimRecords.number, classCount: mimRecords.classCount })
    .from(mimRecords)
    .where(eq(mimRecords.graphId, graphId))
    .orderBy(asc(mimRecords.number))
}

export async function readRecords(db: Executor, graphId: string, number: number): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ body: mimRecords.body })
    .from(mimRecords)
    .where(and(eq(mimRecords.graphId, graphId), eq(mimRecords.number, number)))
  return row?.body
}

/** Marks the parts of the graph as incomplete until `completeParts`. */
export async function clearParts(tx: Executor, graphId: string): Promise<void> {
  await tx
    .update(mimGraphs)
    .set({ partsFormat: null, partsBytes: null, counts: null, classNames: null, outline: null })
    .where(eq(mimGraphs.id, graphId))
  await tx.delete(mimParts).where(eq(mimParts.graphId, graphId))
}

export async function insertPart(db: Executor, graphId: string, number: number, body: Buffer): Promise<void> {
  await db.insert(mimParts).values({ graphId, number, body })
}

export async function completeParts(
  db: Executor,
  graphId: string,
  parts: {
    readonly partsFormat: number
    readonly partsBytes: number
    readonly counts: GraphCounts
    readonly classNames: string[]
    readonly outline: Buffer
  },
): Promise<void> {
  await db.update(mimGraphs).set(parts).where(eq(mimGraphs.id, graphId))
}

export async function partNumbers(db: Executor, graphId: string): Promise<number[]> {
  const rows = await db
    .select({ number: mimParts.number })
    .from(mimParts)
    .where(eq(mimParts.graphId, graphId))
    .orderBy(asc(mimParts.number))
  return rows.map(({ number }) => number)
}

export async function readPart(db: Executor, graphId: string, number: number): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ body: mimParts.body })
    .from(mimParts)
    .where(and(eq(mimParts.graphId, graphId), eq(mimParts.number, number)))
  return row?.body
}

const VERSION = {
  id: mimVersions.id,
  graphId: mimVersions.graphId,
  controllerVersion: mimVersions.controllerVersion,
  classCount: mimVersions.classCount,
  propertyCount: mimVersions.propertyCount,
  packageCount: mimVersions.packageCount,
  relCount: mimVersions.relCount,
  importedAt: mimVersions.importedAt,
  importedByUsername: mimVersions.importedByUsername,
  isActive: mimVersions.isActive,
  isInstalled: mimVersions.isInstalled,
}

/** The list is not paged. Installations are rare, so the newest hundred are enough. */
const MOST_VERSIONS = 100

export async function listVersions(db: Executor): Promise<ModelVersionRow[]> {
  return db
    .select(VERSION)
    .from(mimVersions)
    .where(eq(mimVersions.isInstalled, true))
    .orderBy(desc(mimVersions.importedAt), desc(mimVersions.id))
    .limit(MOST_VERSIONS)
}

/** Versions that something can be compared with, newest first. */
export async function listComparable(db: Executor): Promise<ModelVersionRow[]> {
  return db
    .select(VERSION)
    .from(mimVersions)
    .where(or(mimVersions.isActive, isNotNull(mimVersions.outline)))
    .orderBy(desc(mimVersions.importedAt), desc(mimVersions.id))
    .limit(MOST_VERSIONS)
}

/** Null for a version that was installed before outlines were kept. */
export async function readOutline(db: Executor, id: number): Promise<Buffer | null> {
  const [row] = await db.select({ outline: mimVersions.outline }).from(mimVersions).where(eq(mimVersions.id, id))
  return row?.outline ?? null
}

/** Megabytes each: the newest ten are those that somebody compares. */
const MOST_OUTLINES = 10

async function dropOldOutlines(tx: Executor): Promise<void> {
  const newest = tx
    .select({ id: mimVersions.id })
    .from(mimVersions)
    .where(isNotNull(mimVersions.outline))
    .orderBy(desc(mimVersions.importedAt), desc(mimVersions.id))
    .limit(MOST_OUTLINES)
  await tx
    .update(mimVersions)
    .set({ outline: null })
    .where(and(isNotNull(mimVersions.outline), notInArray(mimVersions.id, newest), eq(mimVersions.isActive, false)))
}

export async function findActiveVersion(db: Executor): Promise<ModelVersionRow | undefined> {
  const [row] = await db.select(VERSION).from(mimVersions).where(eq(mimVersions.isActive, true))
  return row
}

/** For each class that a replaced version has, those versions, newest first. */
export async function versionsWithClasses(db: Executor, names: readonly string[]): Promise<Map<string, string[]>> {
  const wanted = sql`${sql.param([...names])}::text[]`
  const rows = await db
    .select({
      version: mimVersions.controllerVersion,
      found: sql<string[]>`array(select unnest(${mimVersions.classNames}) intersect select unnest(${wanted}))`,
    })
    .from(mimVersions)
    .where(and(eq(mimVersions.isActive, false), mimVersions.isInstalled, sql`${mimVersions.classNames} && ${wanted}`))
    .orderBy(desc(mimVersions.importedAt), desc(mimVersions.id))
    .limit(MOST_VERSIONS)
  const versions = new Map<string, string[]>()
  for (const { version, found } of rows) {
    for (const name of found) versions.set(name, [...new Set([...(versions.get(name) ?? []), version])])
  }
  return versions
}

type ToInsert = { readonly graphId: string; readonly counts: GraphCounts; readonly importedAt: Date }

export async function insertActiveVersion(tx: Executor, version: InstalledVersion, given: ToInsert): Promise<void> {
  await tx.update(mimVersions).set({ isActive: false }).where(eq(mimVersions.isActive, true))
  await insertVersion(tx, version, given, { isActive: true, isInstalled: true })
}

/** A version that is only compared. */
export async function insertReadVersion(tx: Executor, version: InstalledVersion, given: ToInsert): Promise<void> {
  await insertVersion(tx, version, given, { isActive: false, isInstalled: false })
}

async function insertVersion(
  tx: Executor,
  version: InstalledVersion,
  { graphId, counts, importedAt }: ToInsert,
  role: { readonly isActive: boolean; readonly isInstalled: boolean },
): Promise<void> {
  await tx.insert(mimVersions).values({
    ...version,
    ...role,
    graphId,
    classCount: counts.classes,
    propertyCount: counts.properties,
    packageCount: counts.packages,
    relCount: counts.containments + counts.relations,
    classNames: sql`(select ${mimGraphs.classNames} from ${mimGraphs} where ${mimGraphs.id} = ${graphId})`,
    outline: sql`(select ${mimGraphs.outline} from ${mimGraphs} where ${mimGraphs.id} = ${graphId})`,
    importedAt,
  })
  await dropOldOutlines(tx)
}

/** Deletes some rows of graphs that are not active; false when none are left. */
export async function deleteSomeOfGraphs(db: Executor, graphIds: readonly string[], most: number): Promise<boolean> {
  const active = db.select({ id: mimVersions.graphId }).from(mimVersions).where(eq(mimVersions.isActive, true))
  const unread = await db
    .select({ id: mimGraphs.id })
    .from(mimGraphs)
    .where(and(inArray(mimGraphs.id, [...graphIds]), notInArray(mimGraphs.id, active)))
  for (const { id } of unread) {
    for (const table of [mimParts, mimRecords]) {
      const some = sql`select ctid from ${table} where ${table.graphId} = ${id} limit ${most}`
      const { rowCount } = await db.execute(sql`delete from ${table} where ctid = any(array(${some}))`)
      if ((rowCount ?? 0) > 0) return true
    }
    await db.delete(mimGraphs).where(eq(mimGraphs.id, id))
    return true
  }
  return false
}
