import type { Executor } from '../../adapters/database/database.ts'
import { MINUTE } from '../../kernel/durations.ts'
import type { ArchiveContext } from './archive-types.ts'
import { deleteStaleCaptures } from './captures.store.ts'
import { deleteChunks } from './chunks.store.ts'
import { deleteSnapshots, findStored, lineagesToSweep, lockLineage, lockLineages, markForSweep } from './lineages.store.ts'
import { planRemoval, type Removal } from './plan-removal.ts'

export type Removed = { readonly deleted: number; readonly bytesReclaimed: number }

/** Captures are renewed much more often. */
const STALE_AFTER_MS = 10 * MINUTE
const SWEPT_AT_ONCE = 1_000

/**
 * Deletes snapshots and all that only they needed. Locks their lineages; callers that read before deciding must lock
 * earlier.
 */
export async function removeSnapshots(parts: ArchiveContext, tx: Executor, ids: readonly string[]): Promise<Removed> {
  const asked = await findStored(tx, ids)
  const lineageIds = await lockLineages(tx, [...new Set(asked.map(({ lineageId }) => lineageId))])
  let [deleted, bytesReclaimed] = [0, 0]
  for (const lineageId of lineageIds) {
    const going = asked.flatMap((one) => (one.lineageId === lineageId ? [one.id] : []))
    const removal = await planRemoval(parts, tx, lineageId, new Set(going))
    deleted += await deleteSnapshots(tx, going)
    await deleteChunks(
      tx,
      removal.chunks.map(({ id }) => id),
    )
    if (removal.isHeldBack) await markForSweep(tx, lineageId, true)
    bytesReclaimed += bytesOf(removal)
  }
  return { deleted, bytesReclaimed }
}

/** What `removeSnapshots` would free now. */
export async function bytesReclaimable(parts: ArchiveContext, ids: readonly string[]): Promise<number> {
  const byLineage = Map.groupBy(await findStored(parts.database.db, ids), ({ lineageId }) => lineageId)
  let bytes = 0
  for (const [lineageId, members] of byLineage) {
    const going = new Set(members.map(({ id }) => id))
    bytes += await parts.database.transaction(async (tx) => bytesOf(await planRemoval(parts, tx, lineageId, going)), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    })
  }
  return bytes
}

const bytesOf = ({ chunks }: Removal): number => chunks.reduce((sum, { bytes }) => sum + bytes, 0)

/** Ends abandoned captures and removes chunks that nothing needs. Open captures lose nothing. */
export async function sweep(parts: ArchiveContext): Promise<void> {
  const staleBefore = new Date(parts.clock.now().getTime() - STALE_AFTER_MS)
  for (const lineageId of await lineagesToSweep(parts.database.db, staleBefore)) {
    while (await sweepSome(parts, lineageId, staleBefore));
  }
}

/** Removes one batch, so that a capture of the same lineage does not wait long. False after the last batch. */
async function sweepSome(parts: ArchiveContext, lineageId: string, staleBefore: Date): Promise<boolean> {
  return parts.database.transaction(async (tx) => {
    if (!(await lockLineage(tx, lineageId))) return false
    await deleteStaleCaptures(tx, lineageId, staleBefore)
    const removal = await planRemoval(parts, tx, lineageId, new Set(), { everything: true })
    const batch = removal.chunks.slice(0, SWEPT_AT_ONCE)
    await deleteChunks(
      tx,
      batch.map(({ id }) => id),
    )
    const isMore = batch.length < removal.chunks.length
    await markForSweep(tx, lineageId, isMore || removal.isHeldBack)
    return isMore
  })
}
