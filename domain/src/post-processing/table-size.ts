import { LARGEST_CELL_BYTES, LARGEST_ROW_BYTES, megabytes } from '@heddle/contract/result-budget.ts'
import { cellOf } from '../values/cells.ts'
import type { Row, Value } from '../values/row.ts'
import { utf8Length } from '../values/utf8-length.ts'
import { StepFailure } from './step-failure.ts'

type Table = { readonly columns: readonly string[]; readonly rows: readonly Row[] }

/** What a step wrote; undefined if it only kept, moved or dropped what was there. */
export type WrittenColumns =
  | {
      /** All of them if its rows are new. */
      readonly columns: readonly string[] | 'all'
      /** It may return a row several times. */
      readonly repeatsRows?: true
    }
  | undefined

/** Of a number, a truth value or null, as text. */
const SMALL_VALUE = 5
const LONGEST_UTF8 = 3

/**
 * How much text a table holds, where texts that rows share count in each: the memory limit of a thread does not see
 * them, and every later reader of the rows does. After a step, only what it has written is measured and added; when the
 * sum gets too large, for example because rows were dropped since, the whole table is measured again.
 */
export class TableSize {
  readonly #mostBytes: number
  /** At least as many as the largest row has; undefined while nobody has measured. */
  #row: number | undefined
  #all = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** Throws a `StepFailure` if a value, a row or all rows are too large. */
  check(after: Table, written: WrittenColumns): void {
    if (written === undefined) return
    if (this.#row === undefined || written.columns === 'all') {
      this.#measure(after)
      return
    }
    const added = sizeOf(after, written.columns)
    const row = this.#row + added.row
    const all = Math.min(written.repeatsRows ? Infinity : this.#all + added.all, after.rows.length * row)
    if (row > LARGEST_ROW_BYTES || all > this.#mostBytes) this.#measure(after)
    else {
      this.#row = row
      this.#all = all
    }
  }

  #measure(table: Table): void {
    const { row, all } = sizeOf(table, table.columns)
    if (row > LARGEST_ROW_BYTES) throw new StepFailure('too_big', LARGE_ROW)
    if (all > this.#mostBytes) throw new StepFailure('too_big', largeTable(this.#mostBytes))
    this.#row = row
    this.#all = all
  }
}

function checkCell(value: Value, column: string): number {
  const bytes = textBytes(value)
  if (bytes > LARGEST_CELL_BYTES) throw new StepFailure('too_big', largeCell(column))
  return bytes
}

const largeCell = (column: string): string =>
  `a value of column ${column} has more than ${megabytes(LARGEST_CELL_BYTES)}: shorten the text, or put fewer values into it`

export const LARGE_ROW = `a row has more than ${megabytes(LARGEST_ROW_BYTES)}: keep fewer columns, or shorten long texts`

export const largeTable = (mostBytes: number): string =>
  `the rows have more than ${megabytes(mostBytes)} together, counting a text in each row that has it: keep fewer rows or columns, or shorten long texts`

/** The largest row and all rows, counting these columns. */
function sizeOf({ rows }: Table, columns: readonly string[]): { readonly row: number; readonly all: number } {
  let largest = 0
  let all = 0
  for (const row of rows) {
    let bytes = 0
    for (const column of columns) {
      const value = row[column]
      // Nearly all values are short texts. Their characters are counted, because to encode them takes too long.
      if (typeof value === 'string' && value.length * LONGEST_UTF8 <= LARGEST_CELL_BYTES) bytes += value.length
      else bytes += checkCell(cellOf(row, column), column)
    }
    if (bytes > largest) largest = bytes
    all += bytes
  }
  return { row: largest, all }
}

function textBytes(value: Value): number {
  if (typeof value === 'string')
    return value.length * LONGEST_UTF8 > LARGEST_CELL_BYTES ? utf8Length(value) : value.length
  if (value === null || typeof value !== 'object') return SMALL_VALUE
  let bytes = 0
  for (const item of value) {
    bytes += textBytes(item)
    if (bytes > LARGEST_CELL_BYTES) break
  }
  return bytes
}
