import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import type { RESULT_FORMATS } from '@heddle/contract/executions.ts'
import { csvText } from '../../../platform/text/csv-text.ts'
import type { Lines } from '../../../platform/text/json-rows.ts'

export type ResultFile = { readonly name: string; readonly contentType: string; readonly body: Readable }
type Described = { readonly id: string; readonly columns: readonly string[] | null }

/** All rows of a run as a file, written while it is read: memory use is a few chunks, whatever the size. */
export function exportResults(format: (typeof RESULT_FORMATS)[number], { id, columns }: Described, rows: Lines): ResultFile {
  const name = `results-${id}.${format}`
  switch (format) {
    case 'csv':
      return { name, contentType: 'text/csv; charset=utf-8', body: Readable.from(csv(columns ?? [], rows), { objectMode: false }) }
    case 'ndjson':
      return { name, contentType: 'application/x-ndjson; charset=utf-8', body: Readable.from(ndjson(rows), { objectMode: false }) }
    case 'xlsx':
      return { name, contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', body: xlsx(columns ?? [], rows) }
  }
}

async function* ndjson(rows: Lines): AsyncGenerator<string> {
  for await (const lines of rows) yield `${lines.join('\n')}\n`
}

async function* csv(columns: readonly string[], rows: Lines): AsyncGenerator<string> {
  // Goes out with the first rows: a client that disconnects after a header alone would leave `rows` open.
  let header = csvText([columns])
  for await (const lines of rows) {
    const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    yield header + csvText(records.map((row) => columns.map((column) => row[column])))
    header = ''
  }
  if (header !== '') yield header
}

/** Lists and other structures as JSON, everything else unchanged. */
const cellText = (value: unknown): string => (value == null ? '' : typeof value === 'string' ? value : JSON.stringify(value))

// Limits of the format; a file with one more row does not open.
const SHEET_ROWS = 1_048_576
const CELL_LENGTH = 32_767

function xlsx(columns: readonly string[], rows: Lines): Readable {
  const out = new PassThrough()
  writeSheets(columns, rows, out).catch((error: unknown) => out.destroy(error as Error))
  return out
}

/** Continues on another sheet when one is full. */
async function writeSheets(columns: readonly string[], rows: Lines, out: PassThrough): Promise<void> {
  // Large and seldom needed, so loaded on demand.
  const { default: ExcelJS } = await import('exceljs')
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: out, useSharedStrings: false, useStyles: false })
  const addSheet = (number: number) => {
    const sheet = workbook.addWorksheet(number === 1 ? 'Results' : `Results ${number}`)
    sheet.addRow(columns).commit()
    return sheet
  }
  let sheets = 1
  let sheet = addSheet(sheets)
  let used = 1
  for await (const lines of rows) {
    for (const line of lines) {
      if (used === SHEET_ROWS) {
        sheet.commit()
        sheet = addSheet(++sheets)
        used = 1
      }
      const row = JSON.parse(line) as Record<string, unknown>
      sheet.addRow(columns.map((column) => cell(row[column]))).commit()
      used++
    }
    await drained(out)
  }
  sheet.commit()
  await workbook.commit()
}

/** Rejects when the client has disconnected, so that nothing waits for it forever. */
async function drained(out: PassThrough): Promise<void> {
  if (out.writableNeedDrain) await Promise.race([once(out, 'drain'), once(out, 'close')])
  if (out.destroyed) throw new Error('the client disconnected during the export')
}

const cell = (value: unknown): string | number | boolean =>
  typeof value === 'number' || typeof value === 'boolean' ? value : cellText(value).slice(0, CELL_LENGTH)
