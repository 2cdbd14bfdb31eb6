import type { Row, Value } from './row.ts'

/**
 * The value of a column; null when the row does not have it. Column names come from users, so `constructor` must not
 * find the inherited one.
 */
export function cellOf(row: Row, column: string): Value {
  return Object.hasOwn(row, column) ? (row[column] ?? null) : null
}

/** Sets a column of a row under construction. Assigning to `__proto__` would change the object instead. */
export function setCell(row: Row, column: string, value: Value): void {
  if (column === '__proto__')
    Object.defineProperty(row, column, { value, enumerable: true, writable: true, configurable: true })
  else row[column] = value
}

/** A row of these columns, in this order. */
export function makeRow(columns: readonly string[], value: (column: string, index: number) => Value): Row {
  const row: Row = {}
  for (const [index, column] of columns.entries()) setCell(row, column, value(column, index))
  return row
}

/** A copy of a row with some cells replaced or added. Spreading keeps the column order and even an own `__proto__`. */
export function withCells(row: Row, columns: readonly string[], values: readonly Value[]): Row {
  const copy = { ...row }
  columns.forEach((column, index) => setCell(copy, column, values[index] ?? null))
  return copy
}

/** The columns with others appended; those already present keep their place. */
export function addColumns(columns: readonly string[], added: readonly string[]): string[] {
  return [...new Set([...columns, ...added])]
}

/** Text that is equal only for equal values: 5 and "5" differ. */
export function rowKey(row: Row, columns: readonly string[]): string {
  return JSON.stringify(columns.map((column) => cellOf(row, column)))
}

/** A value as plain text; undefined for null and lists. */
export function scalarText(value: Value): string | undefined {
  return value === null || typeof value === 'object' ? undefined : String(value)
}
