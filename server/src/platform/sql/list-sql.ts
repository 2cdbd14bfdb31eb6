import { type AnyColumn, asc, desc, ilike, or, type SQL, sql } from 'drizzle-orm'
import type { Order } from '../../kernel/paging.ts'

type SortKey = AnyColumn | SQL

/** `order by` for the requested fields; the id at the end breaks ties, so that pages never overlap. */
export function orderBy<Field extends string>(
  orders: readonly Order<Field>[],
  columns: Readonly<Record<Field, SortKey | readonly SortKey[]>>,
  id: AnyColumn,
): SQL[] {
  const requested = orders.flatMap(({ field, descending }) =>
    // Rows without a value come last in either direction.
    [columns[field]].flat().map((key) => (descending ? sql`${key} desc nulls last` : sql`${key} asc nulls last`)),
  )
  return [...requested, orders[0]?.descending ? desc(id) : asc(id)]
}

/**
 * The sort keys of a text that people read, such as a name: runs of digits by value, anything else by code point, as
 * `compareNatural` compares them.
 */
export const natural = (column: AnyColumn): readonly SQL[] => [
  sql`natural_key(${column}) collate "C"`,
  sql`${column} collate "C"`,
]

/** Case-insensitive "contains" that treats wildcards in the term as text; undefined for an empty term. */
export function contains(term: string | undefined, columns: readonly AnyColumn[]): SQL | undefined {
  if (!term?.trim()) return undefined
  const pattern = `%${term.trim().replaceAll(/[\\%_]/g, (char) => `\\${char}`)}%`
  return or(...columns.map((column) => ilike(column, pattern)))
}
