import { setImmediate as otherWork } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type InputType, zstdCompress, zstdDecompress, type ZstdOptions } from 'node:zlib'
import { BYTES_PER_CHUNK } from '../text/line-chunks.ts'
import { cutRows, FAST, type SomeRows } from './cut-rows.ts'
import type { ReadBy, RowThreads } from './row-threads.ts'
import { RowsTooLarge, tooLargeInWords } from './rows-too-large.ts'
import { hasSmallBase, isSmall, type StoredChunk, type StoredChunks } from './stored-chunk.ts'

const decompress = promisify<InputType, ZstdOptions, Buffer>(zstdDecompress)
const compress = promisify<InputType, ZstdOptions, Buffer>(zstdCompress)

const NEWLINE = 10
/** A line that is parsed on the main thread; one that is larger would hold up everybody else. */
const LONGEST_LINE_BYTES = 32_000_000

export type RowReading = {
  /** The same rows in chunks that are small, unless a single row is not, and that need no base. */
  readonly standalone: (chunks: StoredChunks, by: ReadBy) => AsyncGenerator<StoredChunk>
  /** Rows as lines of JSON, so few at a time that parsing them delays nobody. */
  readonly lines: (chunks: StoredChunks, by: ReadBy) => AsyncGenerator<readonly string[]>
  /** The same as bytes: lines with a newline between them, but not after the last. */
  readonly bytes: (chunks: StoredChunks, by: ReadBy) => AsyncGenerator<Buffer>
  /** The same chunks, those that are large cut into small ones. */
  readonly small: (chunks: StoredChunks, by: ReadBy) => AsyncGenerator<StoredChunk>
}

/**
 * Reads stored rows in steps, none of which is long: what may be large is unpacked in pieces. Threads write files, so
 * there may be a line: one is taken only for a chunk that builds on a large one, which has to be unpacked whole.
 */
export function createRowReading(threads: Pick<RowThreads, 'cut'>): RowReading {
  async function* small(
    chunks: StoredChunks,
    by: ReadBy,
    mayPass: (chunk: StoredChunk) => boolean = isSmall,
  ): AsyncGenerator<StoredChunk> {
    for await (const chunk of chunks) {
      if (chunk.rowCount === 0) continue
      if (mayPass(chunk)) yield chunk
      else if (hasSmallBase(chunk)) yield* cutSmall(chunk)
      else yield* await threads.cut(chunk, by)
    }
  }

  async function* bytes(chunks: StoredChunks, by: ReadBy): AsyncGenerator<Buffer> {
    for await (const chunk of chunks)
      if (chunk.rowCount === 0) continue
      else if (isSmall(chunk)) yield await smallBytes(chunk)
      else if (hasSmallBase(chunk)) for await (const some of pieces(chunk)) yield some.bytes
      else for (const part of await threads.cut(chunk, by)) yield await smallBytes(part)
  }

  return {
    small: (chunks, by) => small(chunks, by),
    standalone: (chunks, by) =>
      small(chunks, by, (chunk) => isSmall(chunk) && !chunk.base && !chunk.from && chunk.to === undefined),
    bytes,
    lines: async function* (chunks, by) {
      for await (const raw of bytes(chunks, by)) yield* rowLines(raw)
    },
  }
}

async function smallBytes({ body, base, from, to }: StoredChunk): Promise<Buffer> {
  const raw = await decompress(body, await dictionaryOf(base))
  return from === undefined && to === undefined ? raw : rowsOf(raw, from, to)
}

async function* cutSmall(chunk: StoredChunk): AsyncGenerator<StoredChunk> {
  for await (const { rowCount, bytes } of pieces(chunk))
    // Readers look at the size first.
    yield { rowCount, body: await compress(bytes, { ...FAST, pledgedSrcSize: bytes.length }) }
}

async function* pieces(chunk: StoredChunk): AsyncGenerator<SomeRows> {
  try {
    const { dictionary } = await dictionaryOf(chunk.base)
    yield* cutRows(chunk, dictionary)
  } catch (error) {
    throw tooLargeInWords(error)
  }
}

const dictionaryOf = async (base: StoredChunk['base']) => (base ? { dictionary: await decompress(base, {}) } : {})

/** Lines in groups of at most 256 kB. Between two groups, others have their turn. */
export async function* rowLines(raw: Buffer): AsyncGenerator<readonly string[]> {
  for (let start = 0; start <= raw.length;) {
    const end = endOfGroup(raw, start)
    if (end - start > LONGEST_LINE_BYTES) throw new RowsTooLarge()
    yield raw.toString('utf8', start, end).split('\n')
    start = end + 1
    if (start < raw.length) await otherWork()
  }
}

/** The last line end within reach, or that of the first line when it is longer. */
function endOfGroup(raw: Buffer, start: number): number {
  const reach = start + BYTES_PER_CHUNK
  if (reach >= raw.length) return raw.length
  const last = raw.lastIndexOf(NEWLINE, reach)
  if (last > start) return last
  const first = raw.indexOf(NEWLINE, reach)
  return first < 0 ? raw.length : first
}

function rowsOf(raw: Buffer, from = 0, to = Infinity): Buffer {
  let start = 0
  for (let row = 0; row < from; row++) start = raw.indexOf(NEWLINE, start) + 1
  let end = start - 1
  for (let row = from; row < to && end < raw.length; row++) {
    const next = raw.indexOf(NEWLINE, end + 1)
    end = next < 0 ? raw.length : next
  }
  return raw.subarray(start, Math.max(start, end))
}
