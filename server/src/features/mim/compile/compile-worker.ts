import { parentPort } from 'node:worker_threads'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { ClassRecord } from '@heddle/domain/mim/class-record.ts'
import { createGraphCompiler } from '@heddle/domain/mim/graph/compile-graph.ts'
import { openGraph } from '@heddle/domain/mim/graph/open-graph.ts'
import { packParts } from '@heddle/domain/mim/graph/pack-parts.ts'
import { compileSearch } from '@heddle/domain/mim/search/compile-search.ts'
import type { FromCompiler, ToCompiler } from './compile-messages.ts'

/** Each piece is stored as a row, small enough to send and decompress without blocking other work. */
const PIECE_BYTES = 2 * 1024 * 1024

const compiler = createGraphCompiler()

parentPort!.on('message', (message: ToCompiler) => {
  if (message.type === 'records') takeRecords(message.body)
  else finish()
})

function takeRecords(body: Uint8Array): void {
  for (const line of zstdDecompressSync(body).toString('utf8').split('\n')) {
    if (line !== '') compiler.add(JSON.parse(line) as ClassRecord)
  }
  post({ type: 'taken' })
}

function finish(): void {
  const { parts, counts } = compiler.finish((step, current, total) => post({ type: 'step', step, current, total }))
  const packed = ownBuffer(packParts({ ...parts, ...compileSearch(openGraph(parts)) }))
  const pieces: Uint8Array[] = []
  for (let start = 0; start < packed.length; start += PIECE_BYTES)
    pieces.push(zstdCompressSync(packed.subarray(start, start + PIECE_BYTES)))
  post({ type: 'done', packed, pieces, counts }, [packed.buffer])
}

/** A slice of a shared pool cannot be transferred. */
function ownBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const owns = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
  return owns ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes)
}

function post(message: FromCompiler, transfer: ArrayBuffer[] = []): void {
  parentPort!.postMessage(message, transfer)
}
