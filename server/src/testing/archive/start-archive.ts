import { randomUUID } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import type { Row } from '@heddle/domain/values/row.ts'
import { canonicalRow } from '@heddle/domain/snapshot/canonical-row.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { ObjectStorage } from '../../adapters/object-storage/object-storage.ts'
import { MINUTE } from '../../kernel/durations.ts'
import { createManualClock } from '../manual-clock.ts'
import { savedQueries } from '../../features/queries/index.ts'
import { type SnapshotRow, snapshots } from '../../features/archive/snapshots.tables.ts'
import { archiveOf } from '../../features/archive/archive.ts'
import type { Captured, SnapshotOrder, OnCommit, ReceivedChunk } from '../../features/archive/archive-types.ts'
import { bodiesInRows } from '../../features/archive/bodies-in-rows.ts'
import { createBodiesInPacks } from '../../features/archive/packs/bodies-in-packs.ts'
import { loadManifest } from '../../features/archive/load-manifest.ts'
import { createRowReading } from '../../platform/rows/read-rows.ts'
import { createRowThreads } from '../../platform/rows/row-threads.ts'
import { createThreads } from '../../features/archive/thread/threads.ts'

const START = '2026-03-02T09:00:00Z'
/** So that small results are in packs. */
const SMALLEST_PACK = 1
const ROWS_PER_CHUNK = 500
const UNLIMITED = { borrow: async () => () => undefined, onShort: () => () => undefined, limitBytes: Infinity }
const NO_RULES: SnapshotOrder['rules'] = { strategy: 'dn', ignoreFields: [] }

export type Lineage = { readonly savedQueryId: string; readonly controllerConnectionId: string }
type Changes = { rules?: SnapshotOrder['rules']; signal?: AbortSignal; onCommit?: OnCommit; facts?: object }

/** An archive on a database, with a clock that advances a minute per capture. */
export function startArchive(database: Database, storage?: ObjectStorage) {
  const logger = pino({ level: 'silent' })
  const clock = createManualClock(START)
  const threads = createThreads(logger, UNLIMITED)
  const rows = createRowReading(createRowThreads(logger, UNLIMITED))
  const bodies = storage ? createBodiesInPacks({ database, clock, storage, smallestPack: SMALLEST_PACK }) : bodiesInRows
  const archive = archiveOf({ database, clock, logger, threads, bodies, rows, storage })

  const captureChunks = async (
    lineage: Lineage,
    chunks: AsyncIterable<ReceivedChunk>,
    changes: Changes = {},
  ): Promise<Captured> => {
    await clock.leap(MINUTE)
    const { rules = NO_RULES, signal = new AbortController().signal, onCommit, facts = {} } = changes
    const order = { ...lineage, rows: chunks, columns: ['dn'], rules, facts: { ...factsAt(clock.now()), ...facts } }
    return archive.capture(order, signal, onCommit)
  }
  return {
    archive,
    clock,
    threads,
    captureChunks,
    capture: (lineage: Lineage, rows: readonly Row[], changes?: Changes) =>
      captureChunks(lineage, toChunks(rows), changes),
    remove: (...ids: readonly string[]) => database.transaction((tx) => archive.remove(tx, ids)),
    read: async (snapshot: SnapshotRow, range?: { offset: number; limit: number }): Promise<string[]> =>
      (await collect(archive.rows(snapshot, range))).flat(),
  }
}
export type StartedArchive = ReturnType<typeof startArchive>

const factsAt = (capturedAt: Date): SnapshotOrder['facts'] => ({
  executionId: null,
  savedQueryVersion: 1,
  className: null,
  capturedAt,
  capturedById: null,
  capturedBy: 'jane',
  retentionPolicy: '30d',
  expiresAt: null,
  annotation: null,
})

/** Rows as executions store them. */
export async function* toChunks(rows: readonly Row[]): AsyncGenerator<ReceivedChunk> {
  for (let start = 0; start < rows.length; start += ROWS_PER_CHUNK) {
    const part = rows.slice(start, start + ROWS_PER_CHUNK)
    yield { rowCount: part.length, body: zstdCompressSync(part.map((row) => JSON.stringify(row)).join('\n')) }
  }
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

export const canonicalRows = (rows: readonly Row[]): string[] => rows.map(canonicalRow)

/** A new saved query with a connection. */
export async function makeLineage(database: Database): Promise<Lineage> {
  const [savedQueryId, controllerConnectionId, now] = [randomUUID(), randomUUID(), new Date(START)]
  const body = { nodes: [], edges: [], postProcessors: [], currentVersion: 1, currentVersionHash: 'sha256:0' }
  await database.db
    .insert(savedQueries)
    .values({ ...body, id: savedQueryId, name: 'query', controllerConnectionId, createdAt: now, updatedAt: now })
  return { savedQueryId, controllerConnectionId }
}

export async function count(
  database: Database,
  table: 'snapshots' | 'all_chunks' | 'snapshot_captures' | 'snapshot_lineages',
) {
  const { rows } = await database.db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${sql.identifier(table)}`,
  )
  return rows[0]!.n
}

/** The number of stored chunks, and of those that the snapshots need: manifests, their chunks, and their bases. */
export async function countChunks({ db }: Database): Promise<{ stored: number; needed: number }> {
  const { rows } = await db.execute<{ id: string; base_id: string | null }>(sql`select id, base_id from all_chunks`)
  const bases = new Map(rows.map((row) => [Number(row.id), row.base_id === null ? undefined : Number(row.base_id)]))
  const needed = new Set<number>()
  for (const snapshot of await db.select().from(snapshots)) {
    for (const id of [snapshot.manifestId, ...(await loadManifest({ db, bodies: bodiesInRows }, snapshot)).ids])
      needed.add(id)
  }
  for (const id of [...needed]) if (bases.get(id) !== undefined) needed.add(bases.get(id)!)
  return { stored: rows.length, needed: needed.size }
}
