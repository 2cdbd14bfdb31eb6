import { Readable } from 'node:stream'
import type { RESULT_FORMATS } from '@heddle/contract/executions.ts'
import { csvText } from '../../../platform/text/csv-text.ts'
import type { Lines } from '../../../platform/text/json-rows.ts'
import { type SheetRow, writeWorkbook } from '../../../platform/text/workbook.ts'

export type ResultFormat = (typeof RESULT_FORMATS)[number]
export type ResultFile = { readonly name: string; readonly contentType: string; readonly body: Readable }
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** The media types of all formats. */
export const RESULT_TYPES = ['text/csv', 'application/x-ndjson', XLSX_TYPE]

/** Without the file's ending. */
type Described = { readonly name: string; readonly columns: readonly string[] | null }

/** Rows as a file, written while it is read: memory use is a few chunks, whatever the size. */
export function exportResults(format: ResultFormat, { name: stem, columns }: Described, rows: Lines): ResultFile {
  const name = `${stem}.${format}`
  switch (format) {
    case 'csv':
      return {
        name,
        contentType: 'text/csv; charset=utf-8',
        body: Readable.from(csv(columns ?? [], rows), { objectMode: false }),
      }
    case 'ndjson':
      return {
        name,
        contentType: 'application/x-ndjson; charset=utf-8',
        body: Readable.from(ndjson(rows), { objectMode: false }),
      }
    case 'xlsx':
      return {
        name,
        contentType: XLSX_TYPE,
        body: writeWorkbook(columns ?? [], cellsOf(columns ?? [], rows)),
      }
  }
}

async function* ndjson(rows: Lines): AsyncGenerator<string> {
  for await (const lines of rows) yield `${lines.join('\n')}\n`
}

async function* csv(columns: readonly string[], rows: Lines): AsyncGenerator<string> {
  // Goes out with the first rows: a client that disconnects after a header alone would leave `rows` open.
  let header = csvText([columns])
  for await (const records of cellsOf(columns, rows)) {
    yield header + csvText(records)
    header = ''
  }
  if (header !== '') yield header
}

async function* cellsOf(columns: readonly string[], rows: Lines): AsyncGenerator<SheetRow[]> {
  for await (const lines of rows) {
    const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    yield records.map((row) => columns.map((column) => row[column]))
  }
}
