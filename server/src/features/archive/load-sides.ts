import type { SnapshotRow } from './snapshots.tables.ts'
import { hashesOf } from './chunks.store.ts'
import { type LivePiece, type Piece, type Sides, type StoredPiece, cancelEqualChunks } from './compare-sides.ts'
import { loadManifest } from './load-manifest.ts'
import type { SnapshotManifest, ManifestEntry } from './manifest.ts'
import type { ChunkSource } from './read-chunks.ts'

const idOf = ({ id }: ManifestEntry): number => id

export const entriesIn = (entries: readonly ManifestEntry[], lineageId: string): StoredPiece[] =>
  entries.map(({ id, rowCount }) => ({ id, rowCount, lineageId }))

export function storedPiecesOf({ ids, rowCounts }: SnapshotManifest, lineageId: string): StoredPiece[] {
  return Array.from(ids, (id, index) => ({ id, rowCount: rowCounts[index]!, lineageId }))
}

/**
 * What two snapshots do not share. Within a lineage, equal chunks have the same id; otherwise their hashes are
 * compared.
 */
export async function sidesOf(source: ChunkSource, a: SnapshotRow, b: SnapshotRow): Promise<Sides> {
  if (a.versionHash === b.versionHash) return { before: [], after: [], equalRows: a.rowCount }
  const before = storedPiecesOf(await loadManifest(source, a), a.lineageId)
  const after = storedPiecesOf(await loadManifest(source, b), b.lineageId)
  if (a.lineageId === b.lineageId) return cancelEqualChunks(before, after, idOf)
  const hashes = new Map([
    [a.lineageId, await hashesOf(source.db, a.lineageId, before.map(idOf))],
    [b.lineageId, await hashesOf(source.db, b.lineageId, after.map(idOf))],
  ])
  return cancelEqualChunks(before, after, ({ id, lineageId }) => hashes.get(lineageId)!.get(id)!)
}

/** What a snapshot does not share with the pieces of a result. Pieces that the snapshot has carry its chunk ids. */
export async function sidesWithLive(
  source: ChunkSource,
  a: SnapshotRow,
  live: readonly (ManifestEntry | LivePiece)[],
): Promise<Sides> {
  const before: Piece[] = storedPiecesOf(await loadManifest(source, a), a.lineageId)
  const after = live.map((piece): Piece => ('id' in piece ? { ...piece, lineageId: a.lineageId } : piece))
  return cancelEqualChunks(before, after, (piece) => ('id' in piece ? piece.id : piece.hash))
}
