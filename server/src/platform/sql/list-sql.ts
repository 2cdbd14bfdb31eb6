import { type AnyColumn, asc, desc, ilike, or, type SQL, sql } from 'drizzle-orm'
import type { Order } from '../../kernel/paging.ts'

/** `order by` for the requested fields; the id at the end breaks ties, so that pages never overlap. */
export function orderBy<Field extends string>(
  orders: readonly Order<Field>[],
  columns: Readonly<Record<Field, AnyColumn | SQL>>,
  id: AnyColumn,
): SQL[] {
  const requested = orders.map(({ field, descending }) => {
    const column = columns[field]
    // Rows without a value come last in either direction.
    return descending ? sql`${column} desc nulls last` : sql`${column} asc nulls last`
  })
  return [...requested, orders[0]?.descending ? desc(id) : asc(id)]
}

/** Case-insensitive "contains" that treats wildcards in the term as text; undefined for an empty term. */
export function contains(term: string | undefined, columns: readonly AnyColumn[]): SQL | undefined {
  if (!term?.trim()) return undefined
  const pattern = `%${term.trim().replaceAll(/[\\%_]/g, (char) => `\\${char}`)}%`
  return or(...columns.map((column) => ilike(column, pattern)))
}
