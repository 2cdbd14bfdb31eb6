const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/

/** A spreadsheet takes text that begins so for a formula; an apostrophe keeps it text. */
export const neutralise = (text: string): string => (/^[=+\-@\t\r]/.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text)

/** One record of a CSV file, its end included; no cell of it is a formula. */
export const csvLine = (cells: readonly string[]): string => `${cells.map((cell) => quoted(neutralise(cell))).join(',')}\r\n`

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
