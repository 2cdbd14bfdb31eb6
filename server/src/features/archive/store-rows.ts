import { ownBytes } from '../../platform/threads/bytes.ts'
import type { Capture, ArchiveContext, ResultChunks, StoredRows } from './archive-types.ts'
import { readBaseChunks } from './chunks.store.ts'
import { loadManifest } from './load-manifest.ts'
import { ChunkWriter } from './chunk-writer.ts'
import { sourceOf } from './read-chunks.ts'
import type { Cut, CutTotals } from './thread/cutter.ts'
import { type Session, withTool } from './thread/threads.ts'

/** Cuts the rows as they arrive and stores new chunks. Only a few chunks are in memory at a time. */
export async function storeRows(
  parts: ArchiveContext,
  open: Capture,
  rows: ResultChunks,
  signal: AbortSignal,
): Promise<StoredRows> {
  const { previous } = open
  const manifest = previous === undefined ? undefined : await loadManifest(sourceOf(parts), previous)
  const base = manifest === undefined ? [] : await readBaseChunks(parts.database.db, open.lineageId, manifest.ids)
  return withTool(parts.threads, 'cutter', { base, isDnSorted: previous?.isDnSorted ?? false }, async (cutter) => {
    const writer = new ChunkWriter(parts, open, cutter)
    try {
      const totals = await cutAll(cutter, rows, (cuts) => writer.take(cuts), signal)
      return { ...(await writer.finish()), totals }
    } catch (error) {
      await writer.settle()
      throw error
    }
  })
}

/** Passes the pieces of the result to `take`, in order. */
export async function cutAll(
  cutter: Session<'cutter'>,
  rows: ResultChunks,
  take: (cuts: readonly Cut[]) => Promise<void>,
  signal?: AbortSignal,
): Promise<CutTotals> {
  for await (const { body } of rows) {
    signal?.throwIfAborted()
    await take(await cutter.call('cut', ownBytes(body)))
  }
  const { cuts, totals } = await cutter.call('end', undefined)
  await take(cuts)
  return totals
}
