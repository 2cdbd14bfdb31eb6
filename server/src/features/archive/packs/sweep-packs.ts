import type { ObjectStorage } from '../../../adapters/object-storage/object-storage.ts'
import { HOUR, MINUTE } from '../../../kernel/durations.ts'
import type { ArchiveContext } from '../archive-types.ts'
import { keyOfPack } from './bodies-in-packs.ts'
import { findPlaces } from '../chunks.store.ts'
import { lockAnyLineage } from '../lineages.store.ts'
import {
  addToPacks,
  chunksInPack,
  deletePacks,
  findDeadPacks,
  findSparsePacks,
  moveBody,
  type ChunkPackRow,
  takeFromPacks,
} from './packs.store.ts'

/** Readers that know the place of a chunk have read it by then. */
const READ_BY_MS = 10 * MINUTE
/** A rewritten pack, which belongs to no capture, has been stored by then. */
const STORED_BY_MS = HOUR
const PACKS_AT_ONCE = 100
/** The rest has time until the next sweep. */
const REWRITTEN_AT_ONCE = 200

/**
 * Removes files that nothing refers to, and rewrites those of which less than half is needed. The row of a pack goes
 * after its file: whatever a crash leaves is found again.
 */
export async function sweepPacks(parts: ArchiveContext, storage: ObjectStorage): Promise<void> {
  for (const pack of await findSparsePacks(parts.database.db, REWRITTEN_AT_ONCE)) {
    try {
      await rewrite(parts, pack)
    } catch (error) {
      parts.logger.error(
        { err: error, pack: keyOfPack(pack.lineageId, pack.id) },
        'could not rewrite a pack of snapshots',
      )
    }
  }
  await removeDead(parts, storage)
}

async function removeDead({ database, clock }: ArchiveContext, storage: ObjectStorage): Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms)
  const ages = { droppedBefore: before(READ_BY_MS), openBefore: before(STORED_BY_MS) }
  for (let isMore = true; isMore;) {
    const dead = await findDeadPacks(database.db, ages, PACKS_AT_ONCE)
    for (const { id, lineageId } of dead) await storage.remove(keyOfPack(lineageId, id))
    const ids = dead.map(({ id }) => id)
    await deletePacks(database.db, ids)
    isMore = dead.length === PACKS_AT_ONCE
  }
}

/** Puts what is left of a pack elsewhere. Chunks that are removed in the meantime stay removed. */
async function rewrite({ database, bodies, clock }: ArchiveContext, pack: ChunkPackRow): Promise<void> {
  const ids = await chunksInPack(database.db, pack)
  const places = await findPlaces(database.db, pack.lineageId, ids)
  const own = await bodies.read(pack.lineageId, places)
  const moved = await bodies.place({ lineageId: pack.lineageId, id: null }, own)
  await database.transaction(async (tx) => {
    if (!(await lockAnyLineage(tx, pack.lineageId))) return
    const stayed = []
    for (const [index, { id }] of places.entries())
      if (await moveBody(tx, pack, id, moved[index]!)) stayed.push(moved[index]!)
    await addToPacks(tx, stayed)
    const freed = stayed.map(({ bodyBytes }) => ({ packId: pack.id, bytes: bodyBytes }))
    await takeFromPacks(tx, freed.length > 0 ? freed : [{ packId: pack.id, bytes: 0 }], clock.now())
  })
}
