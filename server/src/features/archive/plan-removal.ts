import type { Executor } from '../../adapters/database/database.ts'
import type { ArchiveContext } from './archive-types.ts'
import { openCaptures } from './captures.store.ts'
import { basesInUse, type ChunkSize, chunkIdsOf, chunkSizes, readChunks } from './chunks.store.ts'
import { storedOfLineage } from './lineages.store.ts'
import { createUnneededChunks, type UnneededOrder } from './thread/unneeded-chunks.ts'
import { withTool } from './thread/threads.ts'

export type Removal = {
  /** Deltas first: removing in batches must never leave a delta without its base. */
  readonly chunks: readonly ChunkSize[]
  /** A capture is open, so chunks may be left that nothing needs once it has ended. */
  readonly isHeldBack: boolean
}

/** Fewer manifests are decoded faster here than in a thread. */
const MANIFESTS_FOR_THREAD = 16

/**
 * The chunks of a lineage that nothing needs once these snapshots are deleted: no manifest, no open capture, no
 * remaining delta. With `everything`, considers all chunks of the lineage and not only those of the snapshots.
 */
export async function planRemoval(
  parts: ArchiveContext,
  tx: Executor,
  lineageId: string,
  going: ReadonlySet<string>,
  { everything = false } = {},
): Promise<Removal> {
  const captures = await openCaptures(tx, lineageId)
  const stored = await storedOfLineage(tx, lineageId)
  const manifestsOf = (stay: boolean) => [...new Set(stored.flatMap(({ id, manifestId }) => (going.has(id) !== stay ? [manifestId] : [])))]
  const kept = [...new Set([...manifestsOf(true), ...captures.flatMap((capture) => capture.heldManifestIds)])]
  const asked = manifestsOf(false)
  const order = {
    asked: await readChunks(tx, asked),
    askedIds: everything ? await chunkIdsOf(tx, lineageId) : asked,
    kept: await readChunks(tx, kept),
    keptIds: [...kept, ...captures.flatMap((capture) => capture.heldChunkIds)],
  }
  const found = await findUnneeded(parts, order)
  const newest = Math.min(...captures.map((capture) => capture.lastChunkId))
  return { chunks: await withBases(tx, found, newest), isHeldBack: captures.length > 0 }
}

type Found = { readonly unneeded: readonly number[]; readonly kept: Float64Array }

async function findUnneeded({ threads }: ArchiveContext, order: UnneededOrder): Promise<Found> {
  if (order.asked.length + order.kept.length < MANIFESTS_FOR_THREAD) return createUnneededChunks(undefined).unneeded(order)
  return withTool(threads, 'unneededChunks', undefined, (unneededChunks) => unneededChunks.call('unneeded', order))
}

/**
 * Chunks with an id above `newest` may belong to an open capture. A base is removed with the last delta that needs it.
 */
async function withBases(tx: Executor, { unneeded, kept }: Found, newest: number): Promise<ChunkSize[]> {
  const own = (
    await chunkSizes(
      tx,
      unneeded.filter((id) => id <= newest),
    )
  ).filter(({ id }) => id <= newest)
  const [deltas, whole] = [own.filter(({ baseId }) => baseId !== null), own.filter(({ baseId }) => baseId === null)]
  const known = new Set([...kept, ...whole.map(({ id }) => id)])
  const bases = new Set(deltas.flatMap(({ baseId }) => (baseId === null || known.has(baseId) || baseId > newest ? [] : [baseId])))
  const wholes = [...whole, ...(await chunkSizes(tx, [...bases]))]
  const needed = await basesInUse(
    tx,
    wholes.map(({ id }) => id),
    deltas.map(({ id }) => id),
  )
  return [...deltas, ...wholes.filter(({ id }) => !needed.has(id))]
}
