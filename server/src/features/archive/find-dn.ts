import type { Row } from '@heddle/domain/values/row.ts'
import { parseCanonicalRow } from '@heddle/domain/snapshot/canonical-row.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { SnapshotRow } from './snapshots.tables.ts'
import type { ArchiveContext } from './archive-types.ts'
import { chunksAround } from './chunks.store.ts'
import { type ChunkSource, readChunks, sourceOf } from './read-chunks.ts'
import type { Wanted } from './thread/finder.ts'
import { type Session, withTool } from './thread/threads.ts'
import { walkDown } from './walk-down.ts'

const READ_AT_ONCE = 64

/**
 * The first row with the DN in each snapshot that has one. Reads each manifest, and each chunk that may hold it, once.
 */
export async function findDn(
  parts: ArchiveContext,
  snapshots: readonly SnapshotRow[],
  wanted: Wanted,
): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>()
  const groups = Map.groupBy(snapshots, ({ lineageId, isDnSorted }) => `${lineageId} ${isDnSorted}`)
  for (const members of groups.values())
    for (const [id, row] of await findAmong(parts, members, wanted)) rows.set(id, row)
  return rows
}

/** For snapshots of one lineage that are all sorted or all unsorted. */
async function findAmong(
  parts: ArchiveContext,
  members: readonly SnapshotRow[],
  wanted: Wanted,
): Promise<Map<string, Row>> {
  const byManifest = Map.groupBy(members, ({ manifestId }) => manifestId)
  const [source, { lineageId }] = [sourceOf(parts), members[0]!]
  const manifests = await readChunks(source, lineageId, [...byManifest.keys()])
  return withTool(parts.threads, 'finder', manifests, async (finder) => {
    const places = await findPlaces(source.db, finder, members[0]!, Buffer.from(wanted.dn))
    const texts = await firstRows(source, finder, { lineageId, chunkIds: [...new Set(places.flat())] }, wanted)
    const rows = new Map<string, Row>()
    for (const [index, alike] of [...byManifest.values()].entries()) {
      const chunkId = places[index]!.find((id) => texts.has(id))
      if (chunkId !== undefined) for (const { id } of alike) rows.set(id, parseCanonicalRow(texts.get(chunkId)!))
    }
    return rows
  })
}

/** For each manifest, the chunks that may hold the DN, in row order. */
async function findPlaces(
  db: Executor,
  finder: Session<'finder'>,
  { lineageId, isDnSorted }: SnapshotRow,
  dn: Buffer,
): Promise<number[][]> {
  if (isDnSorted) return walkDown(db, finder, lineageId, dn)
  return finder.call('holding', await chunksAround(db, lineageId, dn))
}

/** Canonical rows by chunk; chunks without the DN are left out. */
async function firstRows(
  source: ChunkSource,
  finder: Session<'finder'>,
  { lineageId, chunkIds }: { readonly lineageId: string; readonly chunkIds: readonly number[] },
  wanted: Wanted,
): Promise<Map<number, string>> {
  const rows = new Map<number, string>()
  for (let start = 0; start < chunkIds.length; start += READ_AT_ONCE) {
    const ids = chunkIds.slice(start, start + READ_AT_ONCE)
    const found = await finder.call('firstRows', { chunks: await readChunks(source, lineageId, ids), ...wanted })
    for (const [index, row] of found.entries()) if (row !== null) rows.set(ids[index]!, row)
  }
  return rows
}
