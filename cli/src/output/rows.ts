import { plainValue, table } from './table.ts'

/** Files that the server makes, which are no text. */
const FILE_FORMATS = ['parquet', 'xlsx'] as const
export const ROW_FORMATS = ['table', 'csv', 'ndjson', 'json', ...FILE_FORMATS] as const
export type RowFormat = (typeof ROW_FORMATS)[number]

type Row = Readonly<Record<string, unknown>>

/** Those that are text, which is written here. */
export type FileFormat = (typeof FILE_FORMATS)[number]
export type TextFormat = Exclude<RowFormat, FileFormat>
export const isFileFormat = (format: RowFormat): format is FileFormat =>
  (FILE_FORMATS as readonly string[]).includes(format)

/** Rows as text, as they arrive; a table needs all of them first. */
export async function* formatRows(
  format: TextFormat,
  columns: readonly string[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  terminalWidth = Infinity,
): AsyncGenerator<string> {
  switch (format) {
    case 'table': {
      const all: Row[] = []
      for await (const row of rows) all.push(row)
      yield table(
        columns,
        all.map((row) => columns.map((column) => row[column])),
        terminalWidth,
        // As `--columns`, `--key` and mappings want them.
        { headings: columns },
      )
      break
    }
    case 'csv':
      yield csvLine(columns)
      for await (const row of rows) yield csvLine(columns.map((column) => row[column]))
      break
    case 'ndjson':
      for await (const row of rows) yield `${JSON.stringify(row)}\n`
      break
    case 'json': {
      let separator = '[\n'
      for await (const row of rows) {
        yield `${separator}  ${JSON.stringify(row)}`
        separator = ',\n'
      }
      yield separator === '[\n' ? '[]\n' : '\n]\n'
    }
  }
}

const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`

/** Quoted where needed. What a spreadsheet would take for a formula gets an apostrophe, as in the server's exports. */
function csvCell(value: unknown): string {
  const text = typeof value === 'string' ? value : plainValue(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
