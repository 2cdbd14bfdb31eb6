import { type Capture, CaptureLost, type ArchiveContext } from './archive-types.ts'
import { holdChunks, renewCapture } from './captures.store.ts'
import type { PlacedBody } from './chunk-bodies.ts'
import { chunksByHash, insertChunks } from './chunks.store.ts'
import { lockLineage } from './lineages.store.ts'
import type { ManifestEntry } from './manifest.ts'
import { addToPacks } from './packs/packs.store.ts'
import { readChunks, sourceOf } from './read-chunks.ts'
import type { Cut } from './thread/cutter.ts'
import type { Session } from './thread/threads.ts'

type Encoded = PlacedBody & { readonly baseId: number | null }

/** Stores new chunks in batches; while one is being written, the thread goes on cutting. */
export function createChunkWriter(parts: ArchiveContext, open: Capture, cutter: Session<'cutter'>) {
  const pieces: { readonly hash: string; readonly rowCount: number; readonly id: number | undefined }[] = []
  const stored = new Map<string, number>()
  let batch = new Map<string, Cut>()
  let batchBytes = 0
  let storedBytes = 0
  let writing: Promise<void> = Promise.resolve()

  async function take(cuts: readonly Cut[]): Promise<void> {
    for (const cut of cuts) {
      pieces.push({ hash: cut.hash, rowCount: cut.rowCount, id: cut.id })
      if (cut.id !== undefined || stored.has(cut.hash) || batch.has(cut.hash)) continue
      batch.set(cut.hash, cut)
      batchBytes += cut.rawBytes
    }
    if (batch.size >= parts.bodies.batch.chunks || batchBytes >= parts.bodies.batch.bytes) await startWriting()
  }

  async function startWriting(): Promise<void> {
    await writing
    const cuts = [...batch.values()]
    batch = new Map()
    batchBytes = 0
    writing = write(cuts)
    // The next caller that awaits `writing` gets the error.
    writing.catch(() => undefined)
  }

  async function write(cuts: readonly Cut[]): Promise<void> {
    const hashes = cuts.map(({ hash }) => hash)
    const encoded = new Map<string, Encoded>()
    for (let ids: Map<string, number> | undefined; ids === undefined;) {
      const known = await chunksByHash(parts.database.db, open.lineageId, hashes)
      await encode(cuts.filter(({ hash }) => !known.has(hash) && !encoded.has(hash)))
      ids = await insertBatch(cuts, encoded)
      for (const [hash, id] of ids ?? []) stored.set(hash, id)
    }
    await cutter.call('drop', hashes)

    async function encode(missing: readonly Cut[]): Promise<void> {
      if (missing.length === 0) return
      const wanted = new Set(missing.flatMap(({ dictionaryId }) => (dictionaryId === undefined ? [] : [dictionaryId])))
      const dictionaries = await readChunks(sourceOf(parts), open.lineageId, [...wanted])
      const order = missing.map(({ hash, dictionaryId }) => ({ hash, dictionaryId }))
      const cuts = await cutter.call('encode', { cuts: order, dictionaries })
      const bodies = cuts.map(({ body }) => body)
      const places = await parts.bodies.place(open, bodies)
      for (const [index, { hash, baseId }] of cuts.entries()) encoded.set(hash, { baseId, ...places[index]! })
    }
  }

  /**
   * Undefined when a chunk stored by another capture was removed before it could be held: it has to be encoded here,
   * too.
   */
  async function insertBatch(
    cuts: readonly Cut[],
    encoded: ReadonlyMap<string, Encoded>,
  ): Promise<Map<string, number> | undefined> {
    return parts.database.transaction(async (tx) => {
      const isThere = (await lockLineage(tx, open.lineageId)) && (await renewCapture(tx, open.id, parts.clock.now()))
      if (!isThere) throw new CaptureLost()
      const hashes = cuts.map(({ hash }) => hash)
      const found = await chunksByHash(tx, open.lineageId, hashes)
      const missing = cuts.filter(({ hash }) => !found.has(hash))
      if (missing.some(({ hash }) => !encoded.has(hash))) return undefined
      const rows = missing.map((cut) => ({ ...toRow(cut, open), ...encoded.get(cut.hash)! }))
      const others = [...found.values()].flatMap(({ id, captureId }) => (captureId === open.id ? [] : [id]))
      if (others.length > 0) await holdChunks(tx, open.id, others)
      const inserted = await insertChunks(tx, rows)
      await addToPacks(tx, rows)
      for (const { bodyBytes } of rows) storedBytes += bodyBytes
      return new Map([...[...found].map(([hash, { id }]) => [hash, id] as const), ...inserted])
    })
  }

  return {
    take,
    /** Stores what is left and returns the chunks of all rows, in order. */
    finish: async (): Promise<{ entries: readonly ManifestEntry[]; storedBytes: number }> => {
      await startWriting()
      await writing
      return {
        entries: pieces.map(({ id, hash, rowCount }) => ({ id: id ?? stored.get(hash)!, rowCount })),
        storedBytes,
      }
    },
    /** Waits for the write in progress, whether it succeeds or fails. */
    settle: (): Promise<void> => writing.catch(() => undefined),
  }
}

function toRow({ hash, rowCount, rawBytes, minDn, maxDn }: Cut, { id, lineageId }: Capture) {
  return {
    lineageId,
    captureId: id,
    hash: Buffer.from(hash, 'hex'),
    rowCount,
    rawBytes,
    minDn: minDn && Buffer.from(minDn),
    maxDn: maxDn && Buffer.from(maxDn),
  }
}
