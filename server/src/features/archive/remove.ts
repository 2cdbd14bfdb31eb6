import type { Executor } from '../../adapters/database/database.ts'
import type { ArchiveContext } from './archive-types.ts'
import { deleteChunks } from './chunks.store.ts'
import { deleteSnapshots, findStored, lockLineages, markForSweep } from './lineages.store.ts'
import { takeFromPacks } from './packs/packs.store.ts'
import { planRemoval, type Removal } from './plan-removal.ts'

export type Removed = { readonly deleted: number; readonly bytesReclaimed: number }

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
    await removeChunks(parts, tx, lineageId, removal)
    if (removal.isHeldBack) await markForSweep(tx, lineageId)
    bytesReclaimed += bytesOf(removal)
  }
  return { deleted, bytesReclaimed }
}

export async function removeChunks(
  parts: ArchiveContext,
  tx: Executor,
  lineageId: string,
  { chunks }: Removal,
): Promise<void> {
  const ids = chunks.map(({ id }) => id)
  await takeFromPacks(tx, await deleteChunks(tx, lineageId, ids), parts.clock.now())
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
      hasLongStatements: true,
    })
  }
  return bytes
}

const bytesOf = ({ chunks }: Removal): number => chunks.reduce((sum, { bytes }) => sum + bytes, 0)
