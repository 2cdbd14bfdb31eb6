import { setTimeout as delay } from 'node:timers/promises'
import { memoryUsage, threadCpuUsage } from 'node:process'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createZstdCompress } from 'node:zlib'
import { pino } from 'pino'
import { MemoryBudget } from '../../platform/memory/memory-budget.ts'
import { memoryLimit } from '../../platform/memory/memory-limit.ts'
import { createRowReader, type RowFileFormat } from '../../platform/rows/row-reader.ts'
import type { StoredChunk } from '../../platform/rows/stored-chunk.ts'

/**
 * An experiment, not a test: six large files at once, and what the process holds before, at most, and afterwards.
 *
 *   node server/src/testing/rows/six-downloads.ts [csv|ndjson|xlsx|parquet] [small|large] [rows] [seconds afterwards]
 *
 * `large`: chunks of 500 rows with 440 MB of text, as earlier versions wrote them; `small`: chunks of 256 kB.
 */
const MB = 1024 * 1024
const DOWNLOADS = 6
const LOOK_MS = 20
const [format = 'csv', kind = 'large', rows = '2000', seconds = '60'] = process.argv.slice(2)

const [rowsPerChunk, rowBytes] = kind === 'large' ? [500, 880_000] : [250, 1_000]
/** Every chunk is the same: what is measured is the reading. */
const chunk = await makeChunk()
const columns = Array.from({ length: 10 }, (_, index) => `column${index}`)

/** Row by row, so that nothing large is left of it. */
async function makeChunk(): Promise<StoredChunk> {
  const cell = 'abcdefghi '.repeat(rowBytes / 100)
  const row = JSON.stringify(Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`column${index}`, cell])))
  const lines = function* () {
    for (let index = 1; index <= rowsPerChunk; index++) yield index < rowsPerChunk ? `${row}\n` : row
  }
  const pledgedSrcSize = rowsPerChunk * (row.length + 1) - 1
  return {
    rowCount: rowsPerChunk,
    body: await buffer(Readable.from(lines()).pipe(createZstdCompress({ pledgedSrcSize }))),
  }
}

async function* chunks(): AsyncGenerator<StoredChunk> {
  for (let read = 0; read < Number(rows); read += rowsPerChunk) yield chunk
}

function mainThreadMs(): number {
  const { user, system } = threadCpuUsage()
  return (user + system) / 1_000
}

const rss = () => Math.round(memoryUsage.rss() / MB)

async function download(reader: ReturnType<typeof createRowReader>, user: number): Promise<number> {
  const by = { lane: user, signal: new AbortController().signal }
  const body = await reader.downloads.open({ ...by, bytes: 32 * MB, longestWaitMs: 3_600_000 }, () =>
    reader.file(format as RowFileFormat, { columns, chunks, by }),
  )
  let bytes = 0
  for await (const piece of body as AsyncIterable<Uint8Array>) bytes += piece.length
  return bytes
}

globalThis.gc?.()
await delay(1_000)
const before = rss()
const memory = new MemoryBudget({ limitBytes: memoryLimit(undefined) })
const reader = createRowReader({ memory, logger: pino() })
let peak = before
const looking = setInterval(() => (peak = Math.max(peak, rss())), LOOK_MS)
/** What the main thread computes without a turn for others, in processor time: the machine may be busy. */
let longestMs = 0
let cpuMs = mainThreadMs()
const ticking = setInterval(() => {
  const now = mainThreadMs()
  longestMs = Math.max(longestMs, now - cpuMs)
  cpuMs = now
}, 1)
const start = performance.now()
const sizes = await Promise.all(Array.from({ length: DOWNLOADS }, (_, user) => download(reader, user)))
const took = Math.round((performance.now() - start) / 100) / 10
clearInterval(looking)
clearInterval(ticking)
const atEnd = rss()
await delay(Number(seconds) * 1_000)
console.log({
  format,
  kind,
  mbEach: Math.round(sizes[0]! / MB),
  took,
  longestStepMs: Math.round(longestMs),
  rssMb: { before, peak, atEnd, after: rss() },
})
await reader.close()
memory.close()
