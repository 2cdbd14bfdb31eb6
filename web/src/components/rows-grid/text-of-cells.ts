import { ABSENT, type Cell, cellText } from './cell.ts'

export type TextFormat = 'tsv' | 'csv' | 'json' | 'ndjson' | 'markdown'

/** Cells as text: tabs for the clipboard of a spreadsheet, commas for its files, the others for programs and people. */
export function textOfCells(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  format: TextFormat,
): string {
  switch (format) {
    case 'tsv':
      return rows.map((row) => row.map((cell) => tabbed(cellText(cell))).join('\t')).join('\n')
    case 'csv':
      return csvLines([columns, ...rows])
    case 'json':
      return JSON.stringify(
        rows.map((row) => objectOf(columns, row)),
        null,
        2,
      )
    case 'ndjson':
      return rows.map((row) => JSON.stringify(objectOf(columns, row))).join('\n')
    case 'markdown': {
      const lines = [columns, columns.map(() => '---'), ...rows].map(
        (row) => `| ${row.map((cell) => escaped(cellText(cell))).join(' | ')} |`,
      )
      return lines.join('\n')
    }
  }
}

/** Lines of a file for spreadsheets. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => row.map((cell) => quoted(cellText(cell))).join(',')).join('\r\n')

/** A cell that its row lacks stays away. */
const objectOf = (columns: readonly string[], row: readonly Cell[]): Record<string, Cell> =>
  Object.fromEntries(columns.flatMap((name, index) => (row[index] === ABSENT ? [] : [[name, row[index] ?? null]])))

const tabbed = (text: string): string => text.replaceAll(/[\t\r\n]+/g, ' ')
const escaped = (text: string): string => text.replaceAll(/[\\|]/g, String.raw`\$&`).replaceAll(/[\r\n]+/g, ' ')

/** A spreadsheet would run what begins like a formula. */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
