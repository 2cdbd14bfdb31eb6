import { rowKey } from '@heddle/domain/values/cells.ts'
import type { Row } from '@heddle/domain/values/row.ts'
import type { RowsToFind } from './engine-types.ts'
import { rowsIn } from './past-rows.ts'

/** Those of the rows that are to be found; all if nothing is looked for. */
export function findRows(rows: readonly Row[], only: RowsToFind | undefined): readonly Row[] {
  if (only === undefined) return rows
  const { columns, chunks = [] } = only
  const wanted = new Set(only.rows.map((row) => rowKey(row, columns)))
  for (const chunk of chunks) for (const row of rowsIn(chunk)) wanted.add(rowKey(row, columns))
  return rows.filter((row) => wanted.has(rowKey(row, columns)))
}
