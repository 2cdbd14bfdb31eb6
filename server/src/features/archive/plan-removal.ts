import type { Executor } from '../../adapters/database/database.ts'
import type { ArchiveContext } from './archive-types.ts'
import { openCaptures } from './captures.store.ts'
import { basesInUse, type ChunkSize, chunkSizes } from './chunks.store.ts'
import { storedOfLineage } from './lineages.store.ts'
import { readChunks } from './read-chunks.ts'
import { createUnneededChunks, type UnneededOrder } from './thread/unneeded-chunks.ts'
import { withTool } from './thread/threads.ts'

export type Removal = {
  /** Deltas first: removing in batches must never leave a delta without its base. */
  readonly chunks: readonly ChunkSize[]
  /**
   * Chunks may be left that nothing needs: a capture is open, or they are still in the table before `lineage_chunks`.
   */
  readonly isHeldBack: boolean
}

/** Fewer manifests are decoded faster here than in a thread. */
const MANIFESTS_FOR_THREAD = 16

/**
 * The chunks of a lineage that nothing needs once these snapshots are deleted: no manifest, no open capture, no
 * remaining delta. Considers `candidates` too, not only the chunks of the snapshots.
 */
export async function planRemoval(
  parts: ArchiveContext,
  tx: Executor,
  lineageId: string,
  going: ReadonlySet<string>,
  candidates: readonly number[] = [],
): Promise<Removal> {
  const source = { db: tx, bodies: parts.bodies }
  const captures = await openCaptures(tx, lineageId)
  const stored = await storedOfLineage(tx, lineageId)
  const manifestsOf = (stay: boolean) => [
    ...new Set(stored.flatMap(({ id, manifestId }) => (going.has(id) !== stay ? [manifestId] : []))),
  ]
  const kept = [...new Set([...manifestsOf(true), ...captures.flatMap((capture) => capture.heldManifestIds)])]
  const asked = manifestsOf(false)
  const order = {
    asked: await readChunks(source, lineageId, asked),
    askedIds: [...asked, ...candidates],
    kept: await readChunks(source, lineageId, kept),
    keptIds: [...kept, ...captures.flatMap((capture) => capture.heldChunkIds)],
  }
  const found = await findUnneeded(parts, order)
  const { chunks, isWaiting } = await withBases(tx, lineageId, found, new Set(captures.map(({ id }) => id)))
  return { chunks, isHeldBack: isWaiting || captures.length > 0 }
}

type Found = { readonly unneeded: readonly number[]; readonly kept: Float64Array }

async function findUnneeded({ threads }: ArchiveContext, order: UnneededOrder): Promise<Found> {
  if (order.asked.length + order.kept.length < MANIFESTS_FOR_THREAD)
    return createUnneededChunks(undefined).unneeded(order)
  return withTool(threads, 'unneededChunks', undefined, (unneededChunks) => unneededChunks.call('unneeded', order))
}

/** Leaves out what open captures stored. A base is removed with the last delta that needs it. */
async function withBases(tx: Executor, lineageId: string, { unneeded, kept }: Found, open: ReadonlySet<string>) {
  const mayGo = ({ captureId, isEarlier }: ChunkSize) => !isEarlier && (captureId === null || !open.has(captureId))
  const found = await chunkSizes(tx, lineageId, unneeded)
  const own = found.filter(mayGo)
  const [deltas, whole] = [own.filter(({ baseId }) => baseId !== null), own.filter(({ baseId }) => baseId === null)]
  const known = new Set([...kept, ...whole.map(({ id }) => id)])
  const bases = new Set(deltas.flatMap(({ baseId }) => (baseId === null || known.has(baseId) ? [] : [baseId])))
  const wholes = [...whole, ...(await chunkSizes(tx, lineageId, [...bases])).filter(mayGo)]
  const needed = await basesInUse(
    tx,
    lineageId,
    wholes.map(({ id }) => id),
    deltas.map(({ id }) => id),
  )
  return {
    chunks: [...deltas, ...wholes.filter(({ id }) => !needed.has(id))],
    isWaiting: found.some(({ isEarlier }) => isEarlier),
  }
}
