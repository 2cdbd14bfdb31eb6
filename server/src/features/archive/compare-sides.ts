import type { SnapshotChanges } from '@heddle/contract/history.ts'
import type { DiffRules } from '@heddle/domain/snapshot/diff-rules.ts'
import { rawBytesOf } from './chunks.store.ts'
import type { ManifestEntry } from './manifest.ts'
import { type ChunkSource, readChunks } from './read-chunks.ts'
import type { DiffPage, EncodedChunk } from './thread/differ.ts'
import { type Session, type Threads, withTool } from './thread/threads.ts'

/** A stored chunk, or a chunk of a result that is not stored. */
export type Piece = StoredPiece | LivePiece
export type StoredPiece = ManifestEntry & { readonly lineageId: string }
export type LivePiece = {
  readonly hash: string
  readonly rowCount: number
  readonly rawBytes: number
  readonly body: Uint8Array
}
/** Both sides without the chunks they share, and the number of rows in the shared ones. */
export type Sides = { readonly before: readonly Piece[]; readonly after: readonly Piece[]; readonly equalRows: number }

const READ_AT_ONCE = 64
/** Rows that differ held in memory at once; comparing needs several times as much. More are read several times. */
const PART_BYTES = 64 * 1024 * 1024

/** Removes the chunks that both sides share, each as often as it occurs on both. */
export function cancelEqualChunks<T extends Piece>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (piece: T) => number | string,
): Sides {
  const waiting = new Map<number | string, number>()
  const [rest, equal] = [[] as T[], [] as T[]]
  for (const piece of after) waiting.set(keyOf(piece), (waiting.get(keyOf(piece)) ?? 0) + 1)
  for (const piece of before) (takeOne(waiting, keyOf(piece)) ? equal : rest).push(piece)
  const restAfter = after.filter((piece) => takeOne(waiting, keyOf(piece)))
  return { before: rest, after: restAfter, equalRows: countRows(equal) }
}

function takeOne(waiting: Map<number | string, number>, key: number | string): boolean {
  const count = waiting.get(key) ?? 0
  if (count > 0) waiting.set(key, count - 1)
  return count > 0
}

const countRows = (pieces: readonly Piece[]): number => pieces.reduce((sum, { rowCount }) => sum + rowCount, 0)

export type ComparedPages = { readonly counts: SnapshotChanges; readonly pages: readonly DiffPage[] }

/** The counts, and the first items of each list. */
export async function compareSides(
  source: ChunkSource,
  threads: Threads,
  sides: Sides,
  rules: DiffRules,
  limit: number,
  withRows = false,
): Promise<ComparedPages> {
  const ofParts = (parts: number, most: number) =>
    withTool(threads, 'differ', { rules, parts, limit, withRows }, async (differ) => {
      for (let part = 0; part < parts; part++) {
        if (!(await addPart(source, differ, sides, { part, most }))) return undefined
        await differ.call('diff', undefined)
      }
      const { counts, pages } = await differ.call('finish', undefined)
      return { counts: { ...counts, unchanged: counts.unchanged + sides.equalRows }, pages }
    })
  return (await ofParts(1, PART_BYTES)) ?? (await ofParts(await countParts(source, sides), Infinity))!
}

/** All differences, part by part. */
export async function* pagesOfSides(
  source: ChunkSource,
  threads: Threads,
  sides: Sides,
  rules: DiffRules,
  whole: boolean,
): AsyncGenerator<DiffPage> {
  // While a slow reader catches up, only compressed pages wait; the thread is free.
  const ofPart = (part: number, parts: number, most: number) =>
    withTool(threads, 'differ', { rules, parts, whole }, async (differ) =>
      (await addPart(source, differ, sides, { part, most })) ? differ.call('diff', undefined) : undefined,
    )
  const pages = await ofPart(0, 1, PART_BYTES)
  if (pages) return yield* pages
  const parts = await countParts(source, sides)
  for (let part = 0; part < parts; part++) yield* (await ofPart(part, parts, Infinity))!
}

async function countParts(source: ChunkSource, { before, after }: Sides): Promise<number> {
  const pieces = [...before, ...after]
  const live = pieces.reduce((sum, piece) => sum + ('rawBytes' in piece ? piece.rawBytes : 0), 0)
  let stored = 0
  for (const [lineageId, ids] of idsByLineage(pieces)) stored += await rawBytesOf(source.db, lineageId, ids)
  return Math.max(1, Math.ceil((live + stored) / PART_BYTES))
}

type Part = {
  readonly part: number
  /** Rows without an equal one that may wait for it. */
  readonly most: number
}

/** The thread decodes one batch while the next one is being read. False when more rows differ than may be in memory. */
async function addPart(
  source: ChunkSource,
  differ: Session<'differ'>,
  sides: Sides,
  { part, most }: Part,
): Promise<boolean> {
  let added = Promise.resolve(0)
  for (const pieces of batchesOf(sides)) {
    const chunks = await readBatch(source, pieces)
    if ((await added) > most) return false
    added = differ.call('add', { part, ...chunks })
    // Awaited above or below; if a read fails first, the rejection must not go unhandled.
    added.catch(() => undefined)
  }
  return (await added) <= most
}

type Batch<T> = { readonly before: readonly T[]; readonly after: readonly T[] }

/** Both sides at the same pace: rows are in the same order, so that equal ones meet early. */
function* batchesOf({ before, after }: Sides): Generator<Batch<Piece>> {
  const count = Math.ceil(Math.max(before.length, after.length) / READ_AT_ONCE)
  const part = (pieces: readonly Piece[], batch: number) =>
    pieces.slice(Math.round((pieces.length * batch) / count), Math.round((pieces.length * (batch + 1)) / count))
  for (let batch = 0; batch < count; batch++) yield { before: part(before, batch), after: part(after, batch) }
}

/** Read together, so that a chunk which is the base of another one is read and decoded once. */
async function readBatch(source: ChunkSource, { before, after }: Batch<Piece>): Promise<Batch<EncodedChunk>> {
  const read = await readPieces(source, [...before, ...after])
  return { before: read.slice(0, before.length), after: read.slice(before.length) }
}

/** In the order of the pieces. */
async function readPieces(source: ChunkSource, pieces: readonly Piece[]): Promise<EncodedChunk[]> {
  const stored = new Map<string, Map<number, EncodedChunk>>()
  for (const [lineageId, ids] of idsByLineage(pieces)) {
    const chunks = await readChunks(source, lineageId, [...new Set(ids)])
    stored.set(lineageId, new Map(chunks.map(({ id, body, base }) => [id, { body, base }])))
  }
  return pieces.map((piece) =>
    'body' in piece ? { body: piece.body, base: null } : stored.get(piece.lineageId)!.get(piece.id)!,
  )
}

function idsByLineage(pieces: readonly Piece[]): Map<string, number[]> {
  const ids = new Map<string, number[]>()
  for (const piece of pieces) {
    if (!('id' in piece)) continue
    const own = ids.get(piece.lineageId) ?? []
    ids.set(piece.lineageId, own)
    own.push(piece.id)
  }
  return ids
}
