import { type AnyColumn, asc, Column, desc, ilike, is, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Order } from '../../kernel/paging.ts'

type SortKey = AnyColumn | SQL

/** `order by` for the requested fields; the id at the end breaks ties, so that pages never overlap. */
export function orderBy<Field extends string>(
  orders: readonly Order<Field>[],
  columns: Readonly<Record<Field, SortKey | readonly SortKey[]>>,
  id: AnyColumn,
): SQL[] {
  const requested = orders.flatMap(({ field, descending }) =>
    [columns[field]].flat().map((key) => directed(key, descending, id)),
  )
  return [...requested, orders[0]?.descending ? desc(id) : asc(id)]
}

/**
 * Rows without a value come last in either direction. Where each row has one, saying so would keep the database from
 * using an index.
 */
function directed(key: SortKey, descending: boolean, id: AnyColumn): SQL {
  if (is(key, Column) && key.notNull && key.table === id.table) return descending ? desc(key) : asc(key)
  return descending ? sql`${key} desc nulls last` : sql`${key} asc nulls last`
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
  const pattern = patternOf(term)
  return pattern === undefined ? undefined : anyLike(pattern, columns)
}

/** The pattern of what contains a term; undefined for an empty one. */
export const patternOf = (term: string | undefined): string | undefined =>
  term?.trim() ? `%${term.trim().replaceAll(/[\\%_]/g, (char) => `\\${char}`)}%` : undefined

export const anyLike = (pattern: string | Placeholder, columns: readonly AnyColumn[]): SQL | undefined =>
  or(...columns.map((column) => ilike(column, pattern)))
