import type { RowStore } from './row-store.ts'
import { csvLines, textOfCells } from './text-of-cells.ts'

const CHUNK = 5_000
const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const

/** A file of rows, in the order of a view or all as they came; in pieces, because one text of all can be too long. */
export function fileOfRows(
  store: RowStore,
  view: Uint32Array | undefined,
  { columns, format }: { readonly columns: readonly string[]; readonly format: 'csv' | 'ndjson' },
): Blob {
  const count = view?.length ?? store.count
  const newline = format === 'csv' ? '\r\n' : '\n'
  const pieces = format === 'csv' ? [csvLines([columns]), newline] : []
  for (let from = 0; from < count; from += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, count - from) }, (_, index) => {
      const row = view?.[from + index] ?? from + index
      return columns.map((name) => store.cell(row, name))
    })
    pieces.push(format === 'csv' ? csvLines(rows) : textOfCells(columns, rows, format), newline)
  }
  return new Blob(pieces, { type: TYPES[format] })
}
