import { stringify } from 'csv-stringify/sync'

const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/

/** A spreadsheet treats text that starts like this as a formula; an apostrophe keeps it text. */
const escapeFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text)

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
