import { zstdDecompressSync } from 'node:zlib'
import { csvText } from '../../text/csv-text.ts'
import { columnLetters, rowXml } from '../../text/sheet-xml.ts'
import { moved, ownBytes } from '../../threads/bytes.ts'
import { serveThread } from '../../threads/serve-thread.ts'
import type { StoredChunk } from '../stored-chunk.ts'
import { cutChunk } from './cut-chunk.ts'
import type { CsvOrder, RowCalls, SheetOrder } from './row-calls.ts'

serveThread<RowCalls>({
  cut: (chunk, host) => cutChunk(chunk, (cut) => host.send('chunk', cut)),
  csv: ({ chunk, columns }: CsvOrder) => bytesOf(csvText(cellsOf(chunk, columns))),
  sheet: ({ chunk, columns, first }: SheetOrder) => {
    const letters = columnLetters(columns.length)
    return bytesOf(
      cellsOf(chunk, columns)
        .map((cells, index) => rowXml(first + index, letters, cells))
        .join(''),
    )
  },
})

function cellsOf({ body, base, from, to }: StoredChunk, columns: readonly string[]): unknown[][] {
  const raw = zstdDecompressSync(body, base ? { dictionary: zstdDecompressSync(base) } : {})
  const lines = raw.toString('utf8').split('\n').slice(from, to)
  return lines.map((line) => {
    const row = JSON.parse(line) as Readonly<Record<string, unknown>>
    return columns.map((column) => row[column])
  })
}

/** Moved to the main thread instead of copied. */
function bytesOf(text: string) {
  const bytes = ownBytes(Buffer.from(text))
  return moved(bytes, bytes)
}
