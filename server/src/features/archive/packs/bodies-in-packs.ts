import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import type { ObjectStorage } from '../../../adapters/object-storage/object-storage.ts'
import { ownBytes } from '../../../platform/threads/bytes.ts'
import type { ArchiveContext } from '../archive-types.ts'
import { type BodyOwner, type ChunkBodies, type ChunkPlace, inRow, type PlacedBody } from '../chunk-bodies.ts'
import { gone } from '../chunks.store.ts'
import { insertPack } from './packs.store.ts'
import { type PackRange, rangesOf } from './pack-ranges.ts'

/** Less than that is not worth a file: most captures change a few rows only. */
const SMALLEST_PACK_BYTES = 32 * 1024
const READS_AT_ONCE = 8

type Dependencies = Pick<ArchiveContext, 'database' | 'clock'> & {
  readonly storage: ObjectStorage
  readonly smallestPack?: number
}

export const keyOfPack = (lineageId: string, packId: string): string => `packs/${lineageId}/${packId}`

/** Bodies are in object storage, many in one file; those of small captures are in the database. */
export function createBodiesInPacks({
  database,
  clock,
  storage,
  smallestPack = SMALLEST_PACK_BYTES,
}: Dependencies): ChunkBodies {
  async function putPack(
    { lineageId, id: captureId }: BodyOwner,
    bodies: readonly Uint8Array[],
    bytes: number,
  ): Promise<PlacedBody[]> {
    const packId = randomUUID()
    await insertPack(database.db, { id: packId, lineageId, captureId, createdAt: clock.now(), bytes })
    await storage.put(keyOfPack(lineageId, packId), Buffer.concat(bodies))
    let packOffset = 0
    return bodies.map(({ length }) => {
      const place = { body: null, packId, packOffset, bodyBytes: length }
      packOffset += length
      return place
    })
  }

  async function readRange(lineageId: string, { packId, offset, length }: PackRange): Promise<Uint8Array> {
    return (await storage.read(keyOfPack(lineageId, packId), { offset, length })) ?? gone()
  }

  return {
    batch: { chunks: 1_024, bytes: 32 * 1024 * 1024 },
    place: async (owner, bodies) => {
      const bytes = bodies.reduce((sum, { length }) => sum + length, 0)
      return bytes < smallestPack ? bodies.map(inRow) : putPack(owner, bodies, bytes)
    },
    read: async (lineageId, places) => {
      const bodies = new Map<number, Uint8Array>()
      for (const { id, body } of places) if (body !== null) bodies.set(id, ownBytes(body))
      const limited = pLimit(READS_AT_ONCE)
      await limited.map(rangesOf(places), async (range) => {
        const bytes = await readRange(lineageId, range)
        for (const { id, packOffset, bodyBytes } of range.places)
          bodies.set(id, cutOut(bytes, packOffset! - range.offset, bodyBytes))
      })
      return places.map(({ id }: ChunkPlace) => bodies.get(id)!)
    },
  }
}

const cutOut = (bytes: Uint8Array, from: number, length: number): Uint8Array =>
  ownBytes(bytes.subarray(from, from + length))
