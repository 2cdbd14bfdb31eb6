import { createHash } from 'node:crypto'
import type { Database, Transaction } from '../../../adapters/database/database.ts'
import { chunksOf, differenceOf, lineStart, type OutputChunk } from './output-text.ts'
import {
  chunksBetween,
  deleteChunksFrom,
  lockOutput,
  type OutputState,
  putChunks,
  readOutputChunks,
  updateOutput,
} from './output.store.ts'

/** Few enough that neither memory nor a transaction grows with the output. */
const CHUNKS_PER_TRANSACTION = 8

type Dependencies = {
  readonly database: Database
  readonly executionId: string
  /** Called after each commit. */
  readonly onStored: () => Promise<void>
}

/**
 * Stores the whole output of a job over what was read while it ran, which is usually its beginning: then only the rest
 * is written. Where the two differ, the lines from there on are replaced. If what is stored goes on where the output
 * ends, it is kept. Returns the SHA-256 of what is stored then.
 */
export async function storeFinalOutput(pieces: AsyncIterable<Uint8Array>, dependencies: Dependencies): Promise<string> {
  const { database, executionId, onStored } = dependencies
  const hash = createHash('sha256')
  let bytes = 0
  let stored = 0
  let lineOffset = 0
  for await (const batch of batchesOf(chunksOf(pieces))) {
    stored = await database.transaction((tx) => storeBatch(tx, executionId, batch, lineOffset))
    await onStored()
    for (const chunk of batch) {
      hash.update(chunk.bytes)
      bytes += chunk.bytes.length
      lineOffset = offsetOfLine(chunk, chunk.bytes.length, lineOffset)
    }
  }
  return stored === bytes && bytes > 0 ? hash.digest('hex') : hashStored(database, executionId)
}

/** The SHA-256 of what is stored. */
export async function hashStored({ db }: Database, executionId: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const { bytes } of readOutputChunks(db, executionId)) hash.update(bytes)
  return hash.digest('hex')
}

/** Returns how many bytes are stored afterwards. */
async function storeBatch(
  tx: Transaction,
  executionId: string,
  batch: readonly OutputChunk[],
  lineOffset: number,
): Promise<number> {
  const state = await lockOutput(tx, executionId)
  // Deleted meanwhile, or completed by another process.
  if (!state || state.outputCompleteAt) return state?.outputBytes ?? 0
  const changed = await changedChunks(tx, executionId, state, batch)
  if (changed.difference !== undefined) {
    await deleteChunksFrom(tx, executionId, changed.chunks[0]!.index)
    const offset = offsetOfLine(
      changed.chunks[0]!,
      changed.difference,
      offsetBefore(batch, changed.chunks[0]!, lineOffset),
    )
    await updateOutput(tx, executionId, { outputReplaced: [...state.outputReplaced, offset] })
  }
  await putChunks(tx, executionId, changed.chunks)
  const last = changed.chunks.at(-1)
  return last ? last.offset + last.bytes.length : state.outputBytes
}

type Changed = {
  readonly chunks: readonly OutputChunk[]
  /** Where the first of them differs from what is stored; undefined if it only goes on. */
  readonly difference?: number
}

/** The chunks from the first one on that is not stored as it is. */
async function changedChunks(
  tx: Transaction,
  executionId: string,
  state: OutputState,
  batch: readonly OutputChunk[],
): Promise<Changed> {
  const first = batch[0]!.index
  const stored = await chunksBetween(tx, executionId, first, first + batch.length)
  for (const [place, chunk] of batch.entries()) {
    const before = stored[place]
    if (!before) return { chunks: batch.slice(place) }
    const isLast = before.offset + before.bytes.length === state.outputBytes
    const difference = differenceOf({ ...before, isLast }, chunk)
    if (difference !== undefined) return { chunks: batch.slice(place), difference }
    if (before.bytes.length < chunk.bytes.length) return { chunks: batch.slice(place) }
  }
  return { chunks: [] }
}

/** Where the line begins that goes on, or begins, with this chunk. */
function offsetBefore(batch: readonly OutputChunk[], chunk: OutputChunk, lineOffset: number): number {
  return batch
    .slice(0, batch.indexOf(chunk))
    .reduce((offset, earlier) => offsetOfLine(earlier, earlier.bytes.length, offset), lineOffset)
}

/** Where the line of a byte begins; `lineOffset` if that is before the chunk. */
function offsetOfLine({ offset, bytes }: OutputChunk, place: number, lineOffset: number): number {
  const start = lineStart(bytes, place)
  return start === undefined ? lineOffset : offset + start
}

async function* batchesOf(chunks: AsyncIterable<OutputChunk>): AsyncGenerator<readonly OutputChunk[]> {
  let batch: OutputChunk[] = []
  for await (const chunk of chunks) {
    batch.push(chunk)
    if (batch.length < CHUNKS_PER_TRANSACTION) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
