import { compareDn } from '../dn/dn.ts'
import type { Row } from '../values/row.ts'
import type { Shaped } from './shape-rows.ts'

/** The rows of one connection, in the order of `shapeRows`. */
export type ControllerRows = { readonly controller: string; readonly shaped: Shaped }

/**
 * Puts the rows of several connections together, in the order of the primary's DN, then of the connection's name. Rows
 * of a controller whose class lacks a property have null there.
 */
export function mergeRows(parts: readonly ControllerRows[]): Shaped {
  const byName = parts.toSorted((one, other) => compareDn(one.controller, other.controller))
  const columns = allColumns(byName.map(({ shaped }) => shaped.columns))
  const rows = byName.flatMap(({ shaped }) => withColumns(shaped, columns))
  // The sort is stable: rows with the same DN stay in the order of their connections, and of their other DNs.
  return { columns, rows: rows.sort(byDn) }
}

/** Every column once. The longest list decides the order, so that a controller without objects does not. */
function allColumns(lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.toSorted((one, other) => other.length - one.length).flat())]
}

function withColumns({ columns, rows }: Shaped, all: readonly string[]): readonly Row[] {
  if (columns.length === all.length && columns.every((name, index) => name === all[index])) return rows
  const empty: Row = Object.fromEntries(all.map((name) => [name, null]))
  return rows.map((row) => ({ ...empty, ...row }))
}

/** A row without a primary object comes last, as in `shapeRows`. */
function byDn(one: Row, other: Row): number {
  const [a, b] = [one['dn'], other['dn']]
  if (typeof a !== 'string' || typeof b !== 'string')
    return Number(typeof a !== 'string') - Number(typeof b !== 'string')
  return compareDn(a, b)
}
