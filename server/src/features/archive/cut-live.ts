import type { SnapshotRow } from './snapshots.tables.ts'
import type { ArchiveContext, ResultChunks } from './archive-types.ts'
import { readBaseChunks } from './chunks.store.ts'
import type { LivePiece } from './compare-sides.ts'
import { loadManifest } from './load-manifest.ts'
import type { ManifestEntry } from './manifest.ts'
import { sourceOf } from './read-chunks.ts'
import { cutAll } from './store-rows.ts'
import type { Cut, CutTotals } from './thread/cutter.ts'
import { withTool } from './thread/threads.ts'

/**
 * Cuts rows that are not stored, as a capture would. Pieces the snapshot does not have are held in memory, compressed.
 */
export async function cutLive(
  parts: ArchiveContext,
  snapshot: SnapshotRow,
  rows: ResultChunks,
): Promise<{ pieces: (ManifestEntry | LivePiece)[]; totals: CutTotals }> {
  const { ids } = await loadManifest(sourceOf(parts), snapshot)
  const base = await readBaseChunks(parts.database.db, snapshot.lineageId, ids)
  const pieces: (ManifestEntry | LivePiece)[] = []
  return withTool(parts.threads, 'cutter', { base, isDnSorted: snapshot.isDnSorted }, async (cutter) => {
    const take = async (cuts: readonly Cut[]): Promise<void> => {
      const order = cuts.flatMap(({ id, hash }) => (id === undefined ? [{ hash, dictionaryId: undefined }] : []))
      const encoded = order.length === 0 ? [] : await cutter.call('encode', { cuts: order, dictionaries: [] })
      const bodies = new Map(encoded.map(({ hash, body }) => [hash, body]))
      for (const { id, hash, rowCount, rawBytes } of cuts)
        pieces.push(id === undefined ? { hash, rowCount, rawBytes, body: bodies.get(hash)! } : { id, rowCount })
      if (order.length > 0) await cutter.call('drop', [...bodies.keys()])
    }
    const totals = await cutAll(cutter, rows, take)
    return { pieces, totals }
  })
}
