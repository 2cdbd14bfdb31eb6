import type { Executor } from '../../adapters/database/database.ts'
import type { SnapshotRow } from './snapshots.tables.ts'
import { hashesOf } from './chunks.store.ts'
import { type LivePiece, type Piece, type Sides, cancelEqualChunks } from './compare-sides.ts'
import { loadManifest } from './load-manifest.ts'
import type { Manifest, ManifestEntry } from './manifest.ts'

const idOf = ({ id }: ManifestEntry): number => id

export function entriesOf({ ids, rowCounts }: Manifest): ManifestEntry[] {
  return Array.from(ids, (id, index) => ({ id, rowCount: rowCounts[index]! }))
}

/**
 * What two snapshots do not share. Within a lineage, equal chunks have the same id; otherwise their hashes are
 * compared.
 */
export async function sidesOf(db: Executor, a: SnapshotRow, b: SnapshotRow): Promise<Sides> {
  if (a.versionHash === b.versionHash) return { before: [], after: [], equalRows: a.rowCount }
  const before = entriesOf(await loadManifest(db, a.manifestId))
  const after = entriesOf(await loadManifest(db, b.manifestId))
  if (a.lineageId === b.lineageId) return cancelEqualChunks(before, after, idOf)
  const hashes = await hashesOf(db, [...before, ...after].map(idOf))
  return cancelEqualChunks(before, after, ({ id }) => hashes.get(id)!)
}

/** What a snapshot does not share with the pieces of a result. Pieces that the snapshot has carry its chunk ids. */
export async function sidesWithLive(db: Executor, a: SnapshotRow, live: readonly (ManifestEntry | LivePiece)[]): Promise<Sides> {
  const before: Piece[] = entriesOf(await loadManifest(db, a.manifestId))
  return cancelEqualChunks(before, [...live], (piece) => ('id' in piece ? piece.id : piece.hash))
}
