import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { ownBytes } from '../../threads/bytes.ts'
import { cutRows, FAST } from '../cut-rows.ts'
import type { StoredChunk } from '../stored-chunk.ts'

/** Of the content that a chunk builds on, which zstd needs whole. */
const LARGEST_BASE_BYTES = 512_000_000

/** Cuts a chunk of any size into small ones, without ever holding its whole text. */
export async function cutChunk(chunk: StoredChunk, take: (chunk: StoredChunk) => void): Promise<void> {
  const dictionary = chunk.base ? zstdDecompressSync(chunk.base, { maxOutputLength: LARGEST_BASE_BYTES }) : undefined
  for await (const { rowCount, bytes } of cutRows(chunk, dictionary))
    take({ rowCount, body: ownBytes(zstdCompressSync(bytes, FAST)) })
}
