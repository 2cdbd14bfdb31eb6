import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { ClassRecord } from '@heddle/domain/mim/class-record.ts'
import { outlineLines } from '@heddle/domain/mim/compare/class-outline.ts'
import { createGraphCompiler } from '@heddle/domain/mim/graph/compile-graph.ts'
import { openGraph } from '@heddle/domain/mim/graph/open-graph.ts'
import { packParts, unpackParts } from '@heddle/domain/mim/graph/pack-parts.ts'
import type { IndexParts } from '@heddle/domain/mim/parts.ts'
import { compileSearch } from '@heddle/domain/mim/search/compile-search.ts'
import { collectGarbage } from '../../../kernel/collect-garbage.ts'
import { emptySharedBytes, type SharedBytes } from '../../../platform/threads/bytes.ts'
import { serveThread } from '../../../platform/threads/serve-thread.ts'
import type { CompilerCalls } from './compile-calls.ts'

/** Each piece is stored as a row, small enough to send and decompress without blocking other work. */
const PIECE_BYTES = 2 * 1024 * 1024

let compiler = createGraphCompiler()

serveThread<CompilerCalls>({
  add: (body) => {
    for (const line of linesOf(zstdDecompressSync(body))) compiler.add(JSON.parse(line) as ClassRecord)
  },
  // One step after the other forgets what the one before needed: together they would take twice the memory.
  finish: async (_, host) => {
    const { parts, counts } = compiler.finish((step, current, total) => host.send('step', { step, current, total }))
    compiler = createGraphCompiler()
    await collectGarbage()
    const packed = packWithSearch(parts)
    const pieces: Uint8Array[] = []
    for (let start = 0; start < packed.length; start += PIECE_BYTES)
      pieces.push(zstdCompressSync(packed.subarray(start, start + PIECE_BYTES)))
    const graph = openGraph(unpackParts(packed))
    return { packed, pieces, outline: zstdCompressSync([...outlineLines(graph)].join('\n')), counts }
  },
})

const LINE_FEED = 0x0a

/** One after the other: texts of megabytes go straight to the old heap, which is collected all the more often. */
function* linesOf(bytes: Buffer): Generator<string, void, undefined> {
  for (let start = 0, end: number; start < bytes.length; start = end + 1) {
    const found = bytes.indexOf(LINE_FEED, start)
    end = found === -1 ? bytes.length : found
    if (end > start) yield bytes.toString('utf8', start, end)
  }
}

const packWithSearch = (parts: IndexParts): SharedBytes =>
  packParts({ ...parts, ...compileSearch(openGraph(parts)) }, emptySharedBytes)
