const WIDEST = 46

/** Rows as a table for a terminal; long values are truncated. */
export function formatTable<Row extends object>(
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): string {
  const text = (value: unknown) =>
    truncate(value == null ? '' : typeof value === 'string' ? value : JSON.stringify(value))
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => text(row[column]).length)))
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, index) => cell.padEnd(widths[index]!)).join('  ')}`.trimEnd()
  return [
    line(columns),
    line(widths.map((width) => '─'.repeat(width))),
    ...rows.map((row) => line(columns.map((column) => text(row[column])))),
  ].join('\n')
}

const truncate = (text: string) => (text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text)
