import { stringify } from 'csv-stringify/sync'

const PLAIN_NUMBER = /^\s*[+-]?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i
/**
 * What spreadsheets read as the beginning of a formula, also in full width, and after what some of them drop: spaces,
 * control and invisible characters, quotes.
 */
const FORMULA = /^[\t\r]|^[\s\p{Cc}\p{Cf}"'`]*[=+\-@＝＋－＠]/u

/** An apostrophe keeps a text that looks like a formula a text. */
const escapeFormula = (text: string): string => (FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text)

const json = (value: unknown): string => escapeFormula(JSON.stringify(value))

/**
 * Records of a CSV file, each with its line ending: lists and other structures as JSON, null and undefined as nothing.
 * No cell can be a formula.
 */
export const csvText = (records: (readonly unknown[])[]): string =>
  stringify(records, {
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    cast: { string: escapeFormula, number: json, boolean: json, object: json },
  })
