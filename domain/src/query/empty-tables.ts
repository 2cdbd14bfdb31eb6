import { findsNothing } from '../filter/possible-values.ts'
import type { TableId } from './plan.ts'
import type { LogicalQuery, LogicalTable } from './resolve-canvas.ts'

/**
 * Tables from which nothing has to be read, because a filter finds nothing, and those that are joined to one so that
 * their objects cannot be in any row.
 */
export function emptyTables({ tables, joins }: LogicalQuery): ReadonlySet<TableId> {
  const isEmpty = (table: LogicalTable) => (table.parts ?? [table]).every(({ filters }) => filters.some(findsNothing))
  const empty = new Set(tables.filter(isEmpty).map(({ id }) => id))
  for (const id of empty) {
    for (const { left, right, join } of joins) {
      // Sources of `left` and `without` edges are kept whatever their targets are.
      if (left === id) empty.add(right)
      if (right === id && join === 'inner') empty.add(left)
    }
  }
  return empty
}
