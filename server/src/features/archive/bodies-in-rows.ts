import { ownBytes } from '../../platform/threads/bytes.ts'
import { type ChunkBodies, inRow } from './chunk-bodies.ts'

/** Bodies are in the database, in the rows of their chunks. */
export const bodiesInRows: ChunkBodies = {
  batch: { chunks: 64, bytes: 2 * 1024 * 1024 },
  place: async (_owner, bodies) => bodies.map(inRow),
  read: async (_lineageId, places) =>
    places.map(({ body, packId }) => {
      // The start has checked that object storage is configured when there are packs.
      if (body === null) throw new Error(`a chunk is in pack ${packId}, and object storage is not configured`)
      return ownBytes(body)
    }),
}
