import { type Capture, CaptureLost, type ArchiveContext } from './archive-types.ts'
import { holdChunks, renewCapture } from './captures.store.ts'
import type { PlacedBody } from './chunk-bodies.ts'
import { chunksByHash, insertStoredChunks } from './chunks.store.ts'
import { lockLineage } from './lineages.store.ts'
import type { ManifestEntry } from './manifest.ts'
import { addToPacks } from './packs/packs.store.ts'
import { readChunks, sourceOf } from './read-chunks.ts'
import type { Cut } from './thread/cutter.ts'
import type { Session } from './thread/threads.ts'

type Encoded = PlacedBody & { readonly baseId: number | null }

/** A piece of the result in its order: the id is that of a chunk of the snapshot before. */
type Piece = { readonly hash: string; readonly rowCount: number; readonly id: number | undefined }

/** Stores new chunks in batches; while one is being written, the thread goes on cutting. */
export class ChunkWriter {
  readonly #parts: ArchiveContext
  readonly #open: Capture
  readonly #cutter: Session<'cutter'>
  readonly #pieces: Piece[] = []
  readonly #stored = new Map<string, number>()
  #batch = new Map<string, Cut>()
  #batchBytes = 0
  #storedBytes = 0
  #writing: Promise<void> = Promise.resolve()

  constructor(parts: ArchiveContext, open: Capture, cutter: Session<'cutter'>) {
    this.#parts = parts
    this.#open = open
    this.#cutter = cutter
  }

  async take(cuts: readonly Cut[]): Promise<void> {
    for (const cut of cuts) {
      this.#pieces.push({ hash: cut.hash, rowCount: cut.rowCount, id: cut.id })
      if (cut.id !== undefined || this.#stored.has(cut.hash) || this.#batch.has(cut.hash)) continue
      this.#batch.set(cut.hash, cut)
      this.#batchBytes += cut.rawBytes
    }
    const { chunks, bytes } = this.#parts.bodies.batch
    if (this.#batch.size >= chunks || this.#batchBytes >= bytes) await this.#startWriting()
  }

  /** Stores what is left and returns the chunks of all rows, in order. */
  async finish(): Promise<{ entries: readonly ManifestEntry[]; storedBytes: number }> {
    await this.#startWriting()
    await this.#writing
    return {
      entries: this.#pieces.map(({ id, hash, rowCount }) => ({ id: id ?? this.#stored.get(hash)!, rowCount })),
      storedBytes: this.#storedBytes,
    }
  }

  /** Waits for the write in progress, whether it succeeds or fails. */
  settle(): Promise<void> {
    return this.#writing.catch(() => undefined)
  }

  async #startWriting(): Promise<void> {
    await this.#writing
    const cuts = [...this.#batch.values()]
    this.#batch = new Map()
    this.#batchBytes = 0
    this.#writing = this.#write(cuts)
    // The next caller that awaits `writing` gets the error.
    this.#writing.catch(() => undefined)
  }

  async #write(cuts: readonly Cut[]): Promise<void> {
    const hashes = cuts.map(({ hash }) => hash)
    const encoded = new Map<string, Encoded>()
    for (let ids: Map<string, number> | undefined; ids === undefined;) {
      const known = await chunksByHash(this.#parts.database.db, this.#open.lineageId, hashes)
      const missing = cuts.filter(({ hash }) => !known.has(hash) && !encoded.has(hash))
      for (const [hash, body] of await this.#encode(missing)) encoded.set(hash, body)
      ids = await this.#insert(cuts, encoded)
      for (const [hash, id] of ids ?? []) this.#stored.set(hash, id)
    }
    await this.#cutter.call('drop', hashes)
  }

  /** The bodies of new chunks, by hash, placed where bodies are kept. */
  async #encode(missing: readonly Cut[]): Promise<(readonly [string, Encoded])[]> {
    if (missing.length === 0) return []
    const wanted = new Set(missing.flatMap(({ dictionaryId }) => (dictionaryId === undefined ? [] : [dictionaryId])))
    const dictionaries = await readChunks(sourceOf(this.#parts), this.#open.lineageId, [...wanted])
    const order = missing.map(({ hash, dictionaryId }) => ({ hash, dictionaryId }))
    const cuts = await this.#cutter.call('encode', { cuts: order, dictionaries })
    const places = await this.#parts.bodies.place(
      this.#open,
      cuts.map(({ body }) => body),
    )
    return cuts.map(({ hash, baseId }, index) => [hash, { baseId, ...places[index]! }] as const)
  }

  /**
   * Undefined when a chunk stored by another capture was removed before it could be held: it has to be encoded here,
   * too.
   */
  async #insert(cuts: readonly Cut[], encoded: ReadonlyMap<string, Encoded>): Promise<Map<string, number> | undefined> {
    const { database, clock } = this.#parts
    const { id: captureId, lineageId } = this.#open
    return database.transaction(async (tx) => {
      const isThere = (await lockLineage(tx, lineageId)) && (await renewCapture(tx, captureId, clock.now()))
      if (!isThere) throw new CaptureLost()
      const hashes = cuts.map(({ hash }) => hash)
      const found = await chunksByHash(tx, lineageId, hashes)
      const missing = cuts.filter(({ hash }) => !found.has(hash))
      if (missing.some(({ hash }) => !encoded.has(hash))) return undefined
      const rows = missing.map((cut) => ({ ...toRow(cut, this.#open), ...encoded.get(cut.hash)! }))
      const others = [...found.values()].flatMap((chunk) => (chunk.captureId === captureId ? [] : [chunk.id]))
      if (others.length > 0) await holdChunks(tx, captureId, others)
      const inserted = await insertStoredChunks(tx, rows)
      await addToPacks(tx, rows)
      for (const { bodyBytes } of rows) this.#storedBytes += bodyBytes
      return new Map([...[...found].map(([hash, { id }]) => [hash, id] as const), ...inserted])
    })
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
