/** What the row of a chunk says about its body. */
export type PlacedBody = {
  readonly body: Buffer | null
  readonly packId: string | null
  readonly packOffset: number | null
  readonly bodyBytes: number
}

/** Where the body of a stored chunk is: in its row, or in a pack. */
export type ChunkPlace = PlacedBody & { readonly id: number; readonly baseId: number | null }

/** For whom bodies are stored; a rewritten pack belongs to no capture. */
export type BodyOwner = { readonly lineageId: string; readonly id: string | null }

/**
 * Where the bodies of chunks are kept. Rows decide what is stored: a body that no row names is never read, and is
 * removed some time.
 */
export type ChunkBodies = {
  /** How much is stored at once. */
  readonly batch: { readonly chunks: number; readonly bytes: number }
  /** Keeps the bodies and returns what their rows say, in the same order. Outside of transactions. */
  readonly place: (owner: BodyOwner, bodies: readonly Uint8Array[]) => Promise<readonly PlacedBody[]>
  /** In the order of the places. Rejects with `SnapshotGone` when one was removed in the meantime. */
  readonly read: (lineageId: string, places: readonly ChunkPlace[]) => Promise<readonly Uint8Array[]>
}

export const inRow = (body: Uint8Array): PlacedBody => ({
  body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
  packId: null,
  packOffset: null,
  bodyBytes: body.length,
})
