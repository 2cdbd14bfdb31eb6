import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { MemoryBudget } from '../memory/memory-budget.ts'
import { csvText } from '../text/csv-text.ts'
import { type SheetBatch, writeWorkbook } from '../text/workbook.ts'
import type { ThreadUse } from '../threads/thread-pool.ts'
import { createDownloads, type Downloads } from './downloads.ts'
import type { ColumnType, TypedColumn } from './parquet/column-types.ts'
import { writeParquet } from './parquet/write-parquet.ts'
import { createRowReading, type RowReading } from './read-rows.ts'
import { createRowThreads, type ReadBy, type RowThreads } from './row-threads.ts'
import { sendSlowly } from './send-slowly.ts'
import type { StoredChunks } from './stored-chunk.ts'

export type RowFileFormat = 'csv' | 'ndjson' | 'xlsx' | 'parquet'
export type FileOrder = {
  readonly columns: readonly string[]
  /** Columns that a Parquet file has besides, for those who put many files together. */
  readonly constants?: readonly TypedColumn[]
  /** Types that do not depend on the values. */
  readonly types?: ReadonlyMap<string, ColumnType>
  /** The rows from their beginning; a format whose columns have types reads them twice. */
  readonly chunks: () => StoredChunks
  readonly by: ReadBy
}

/** All that reads stored rows: in steps that hold up nobody, and one user's after another's. */
export type RowReader = Pick<RowReading, 'lines' | 'bytes' | 'standalone'> & {
  /** Rows as a file, written while it is read: memory use is a chunk or two, whatever the size. */
  readonly file: (format: RowFileFormat, order: FileOrder) => Readable
  readonly downloads: Downloads
  readonly threads: () => ThreadUse
  readonly close: () => Promise<void>
}

export function createRowReader({
  memory,
  logger,
}: {
  readonly memory: MemoryBudget
  readonly logger: Logger
}): RowReader {
  const threads = createRowThreads(logger, memory)
  const reading = createRowReading(threads)
  const parts: Parts = { threads, reading }
  return {
    ...reading,
    file: (format, order) => {
      switch (format) {
        case 'csv':
          return sendSlowly(csv(parts, order))
        case 'ndjson':
          return sendSlowly(ndjson(parts, order))
        case 'xlsx':
          return sendSlowly(writeWorkbook(order.columns, sheetBatches(parts, order)))
        case 'parquet':
          return parquet(parts, order)
      }
    },
    downloads: createDownloads(memory),
    threads: threads.use,
    close: threads.close,
  }
}

type Parts = { readonly threads: RowThreads; readonly reading: RowReading }

/** Nothing is sent while rows are read for their types, so a reader that leaves then ends the reading by a signal. */
function parquet(parts: Parts, order: FileOrder): Readable {
  const left = new AbortController()
  const signal = order.by.signal ? AbortSignal.any([order.by.signal, left.signal]) : left.signal
  return sendSlowly(writeParquet(parts, { ...order, by: { ...order.by, signal } }), { onLeft: () => left.abort() })
}

async function* csv(
  { threads, reading }: Parts,
  { columns, chunks, by }: FileOrder,
): AsyncGenerator<Uint8Array | string> {
  // Goes out with the first rows: until then, a fault of theirs can still be reported.
  const header = csvText([columns])
  let isFirst = true
  for await (const chunk of reading.small(chunks(), by)) {
    const rows = await threads.csv({ chunk, columns }, by)
    if (isFirst) yield header
    isFirst = false
    yield rows
  }
  if (isFirst) yield header
}

async function* ndjson({ reading }: Parts, { chunks, by }: FileOrder): AsyncGenerator<Uint8Array | string> {
  for await (const rows of reading.bytes(chunks(), by)) {
    yield rows
    yield '\n'
  }
}

async function* sheetBatches(
  { threads, reading }: Parts,
  { columns, chunks, by }: FileOrder,
): AsyncGenerator<SheetBatch> {
  for await (const chunk of reading.small(chunks(), by)) {
    const start = chunk.from ?? 0
    yield {
      rowCount: chunk.rowCount,
      xml: (from, to, first) =>
        threads.sheet({ chunk: { ...chunk, from: start + from, to: start + to }, columns, first }, by),
    }
  }
}
