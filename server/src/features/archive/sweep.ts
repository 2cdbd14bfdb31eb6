import { MINUTE } from '../../kernel/durations.ts'
import type { ArchiveContext } from './archive-types.ts'
import { deleteStaleCaptures } from './captures.store.ts'
import { chunkIdsAfter, hasChunks } from './chunks.store.ts'
import { deleteLineage, endSweep, isOrphan, lineagesToSweep, lockAnyLineage, markForSweep } from './lineages.store.ts'
import { planRemoval } from './plan-removal.ts'
import { removeChunks } from './remove.ts'

/** Captures are renewed much more often. */
const STALE_AFTER_MS = 10 * MINUTE
const CHUNKS_AT_ONCE = 2_000

/**
 * Ends abandoned captures, and removes chunks that nothing needs and what deleted queries left. Open captures lose
 * nothing.
 */
export async function sweep(parts: ArchiveContext): Promise<void> {
  const staleBefore = new Date(parts.clock.now().getTime() - STALE_AFTER_MS)
  for (const lineageId of await lineagesToSweep(parts.database.db, staleBefore))
    await sweepLineage(parts, lineageId, staleBefore)
}

/** In steps, so that a capture of the same lineage does not wait long. */
async function sweepLineage(parts: ArchiveContext, lineageId: string, staleBefore: Date): Promise<void> {
  const mark = await parts.database.transaction(async (tx) => {
    if (!(await lockAnyLineage(tx, lineageId))) return undefined
    await deleteStaleCaptures(tx, lineageId, staleBefore)
    return markForSweep(tx, lineageId)
  })
  if (mark === undefined) return
  let isHeldBack = false
  for (let last: number | undefined = 0; last !== undefined;) {
    const step = await sweepSome(parts, lineageId, last)
    isHeldBack ||= step.isHeldBack
    last = step.last
  }
  // What was held back is looked at again next time, and so is a lineage that was marked again meanwhile.
  if (!isHeldBack) await finish(parts, lineageId, mark)
}

async function sweepSome(parts: ArchiveContext, lineageId: string, after: number) {
  return parts.database.transaction(async (tx) => {
    if (!(await lockAnyLineage(tx, lineageId))) return { last: undefined, isHeldBack: false }
    const candidates = await chunkIdsAfter(tx, lineageId, after, CHUNKS_AT_ONCE)
    const removal = await planRemoval(parts, tx, lineageId, new Set(), candidates)
    await removeChunks(parts, tx, lineageId, removal)
    return { last: candidates.length < CHUNKS_AT_ONCE ? undefined : candidates.at(-1), isHeldBack: removal.isHeldBack }
  })
}

async function finish(parts: ArchiveContext, lineageId: string, mark: string): Promise<void> {
  await parts.database.transaction(async (tx) => {
    if (!(await lockAnyLineage(tx, lineageId))) return
    // What is there may be unneeded, and is looked at once it has moved.
    if (await hasChunks(tx, lineageId, { onlyEarlier: true })) return
    if ((await isOrphan(tx, lineageId)) && !(await hasChunks(tx, lineageId))) await deleteLineage(tx, lineageId)
    else await endSweep(tx, lineageId, mark)
  })
}
