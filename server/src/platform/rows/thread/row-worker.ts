import { zstdDecompressSync } from 'node:zlib'
import { cellOf } from '@heddle/domain/values/cells.ts'
import type { Row } from '@heddle/domain/values/row.ts'
import { csvText } from '../../text/csv-text.ts'
import { columnLetters, rowXml } from '../../text/sheet-xml.ts'
import { moved, ownBytes } from '../../threads/bytes.ts'
import { serveThread } from '../../threads/serve-thread.ts'
import { type ColumnType, typeOf, widen } from '../parquet/column-types.ts'
import type { StoredChunk } from '../stored-chunk.ts'
import { cutChunk } from './cut-chunk.ts'
import { writeEnd, writeGroup } from './parquet-bytes.ts'
import type { CsvOrder, EndOrder, GroupOrder, RowCalls, SheetOrder, TypesOrder } from './row-calls.ts'

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
  parquetTypes: ({ chunks, columns }: TypesOrder) => {
    let types: ColumnType[] = columns.map(() => 'none')
    for (const chunk of chunks)
      for (const cells of cellsOf(chunk, columns))
        types = types.map((type, index) => (type === 'json' ? type : widen(type, typeOf(cells[index]))))
    return types
  },
  parquetGroup: ({ chunks, columns, offset }: GroupOrder) => {
    const names = columns.map(({ name }) => name)
    const reply = writeGroup(
      chunks.flatMap((chunk) => cellsOf(chunk, names)),
      columns,
      offset,
    )
    return moved(reply, reply.bytes)
  },
  parquetEnd: ({ columns, rowGroups, offset }: EndOrder) => {
    const bytes = writeEnd(columns, rowGroups, offset)
    return moved(bytes, bytes)
  },
})

function cellsOf({ body, base, from, to }: StoredChunk, columns: readonly string[]): unknown[][] {
  const raw = zstdDecompressSync(body, base ? { dictionary: zstdDecompressSync(base) } : {})
  const lines = raw.toString('utf8').split('\n').slice(from, to)
  return lines.map((line) => {
    const row = JSON.parse(line) as Row
    return columns.map((column) => cellOf(row, column))
  })
}

/** Moved to the main thread instead of copied. */
function bytesOf(text: string) {
  const bytes = ownBytes(Buffer.from(text))
  return moved(bytes, bytes)
}
