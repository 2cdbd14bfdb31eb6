import { type Capture, CaptureLost, type ArchiveContext } from './archive-types.ts'
import { holdChunks, renewCapture } from './captures.store.ts'
import { idsByHash, insertChunks, readChunks } from './chunks.store.ts'
import { lockLineage } from './lineages.store.ts'
import type { ManifestEntry } from './manifest.ts'
import type { Cut, EncodedCut } from './thread/cutter.ts'
import type { Session } from './thread/threads.ts'

const BATCH_CHUNKS = 64
const BATCH_BYTES = 2 * 1024 * 1024

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
    if (batch.size >= BATCH_CHUNKS || batchBytes >= BATCH_BYTES) await startWriting()
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
    const encoded = new Map<string, EncodedCut>()
    for (let ids: Map<string, number> | undefined; ids === undefined;) {
      const known = await idsByHash(parts.database.db, open.lineageId, hashes)
      await encode(cuts.filter(({ hash }) => !known.has(hash) && !encoded.has(hash)))
      ids = await insertBatch(cuts, encoded)
      for (const [hash, id] of ids ?? []) stored.set(hash, id)
    }
    await cutter.call('drop', hashes)

    async function encode(missing: readonly Cut[]): Promise<void> {
      if (missing.length === 0) return
      const wanted = new Set(missing.flatMap(({ dictionaryId }) => (dictionaryId === undefined ? [] : [dictionaryId])))
      const dictionaries = await readChunks(parts.database.db, [...wanted])
      const order = missing.map(({ hash, dictionaryId }) => ({ hash, dictionaryId }))
      for (const one of await cutter.call('encode', { cuts: order, dictionaries })) encoded.set(one.hash, one)
    }
  }

  /**
   * Undefined when a chunk stored by another capture was removed before it could be held: it has to be encoded here,
   * too.
   */
  async function insertBatch(cuts: readonly Cut[], encoded: ReadonlyMap<string, EncodedCut>): Promise<Map<string, number> | undefined> {
    return parts.database.transaction(async (tx) => {
      const isThere = (await lockLineage(tx, open.lineageId)) && (await renewCapture(tx, open.id, parts.clock.now()))
      if (!isThere) throw new CaptureLost()
      const hashes = cuts.map(({ hash }) => hash)
      const found = await idsByHash(tx, open.lineageId, hashes)
      const missing = cuts.filter(({ hash }) => !found.has(hash))
      if (missing.some(({ hash }) => !encoded.has(hash))) return undefined
      const rows = missing.map((cut) => ({ ...toRow(cut, encoded.get(cut.hash)!), lineageId: open.lineageId }))
      const older = [...found.values()].filter((id) => id <= open.lastChunkId)
      if (older.length > 0) await holdChunks(tx, open.id, older)
      const inserted = await insertChunks(tx, rows)
      for (const { body } of rows) storedBytes += body.length
      return new Map([...found, ...inserted])
    })
  }

  return {
    take,
    /** Stores what is left and returns the chunks of all rows, in order. */
    finish: async (): Promise<{ entries: readonly ManifestEntry[]; storedBytes: number }> => {
      await startWriting()
      await writing
      return { entries: pieces.map(({ id, hash, rowCount }) => ({ id: id ?? stored.get(hash)!, rowCount })), storedBytes }
    },
    /** Waits for the write in progress, whether it succeeds or fails. */
    settle: (): Promise<void> => writing.catch(() => undefined),
  }
}

function toRow({ hash, rowCount, rawBytes, minDn, maxDn }: Cut, { body, baseId }: EncodedCut) {
  return {
    hash: Buffer.from(hash, 'hex'),
    baseId,
    rowCount,
    rawBytes,
    minDn: minDn && Buffer.from(minDn),
    maxDn: maxDn && Buffer.from(maxDn),
    body: Buffer.from(body),
  }
}
