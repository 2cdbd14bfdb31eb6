/** Text that a spreadsheet takes: tabs for its clipboard, commas for its files. */
export function textOfCells(cells: readonly (readonly string[])[], format: 'tsv' | 'csv'): string {
  return cells.map((row) => row.map(format === 'tsv' ? tabbed : quoted).join(format === 'tsv' ? '\t' : ',')).join('\n')
}

const tabbed = (text: string): string => text.replaceAll(/[\t\r\n]+/g, ' ')

/** A spreadsheet would run what begins like a formula. */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
