const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/

/** A spreadsheet treats text that starts like this as a formula; an apostrophe keeps it text. */
export const escapeFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text)

/** One record of a CSV file with its line ending; no cell can be a formula. */
export const csvLine = (cells: readonly string[]): string => `${cells.map((cell) => quoted(escapeFormula(cell))).join(',')}\r\n`

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
