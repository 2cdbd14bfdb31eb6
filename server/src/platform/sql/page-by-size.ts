import { type AnyColumn, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { PagePart } from '../../kernel/paging.ts'

/** What the large columns of the rows that one statement returns have together; a single row may have more. */
const PART_BYTES = 2_500_000

// Smaller values are as large as they are stored, and written as JSON at most some 25 times as large.
const SURELY_SMALL_BYTES = 2_000

type SizedTable = PgTable & { readonly id: AnyColumn }
type SizedRow = { readonly id: string; readonly isWhole: boolean }

/** About how many bytes a row's large columns have as text. Only values that are stored compressed are unpacked. */
export const bytesOf = (large: readonly AnyColumn[]): SQL<number> =>
  sql<number>`(${sql.join(large.map(bytesOfColumn), sql` + `)})`

const bytesOfColumn = (column: AnyColumn): SQL =>
  sql`coalesce(case when pg_column_size(${column}) < ${sql.raw(String(SURELY_SMALL_BYTES))} and pg_column_compression(${column}) is null then pg_column_size(${column}) else octet_length(${column}::text) end, 0)`

/**
 * How pages of a table are read whose rows may be large, such as canvases of half a megabyte: a statement returns the
 * large columns of as many rows as have the bytes of one part together, and always those of the first row.
 */
export function pagesBySize(table: SizedTable, large: readonly AnyColumn[]) {
  const isWhole = sql`page.is_whole`
  const fits = sql`(page.place = 1 or sum(${bytesOf(large)}) over (order by page.place) <= ${sql.raw(String(PART_BYTES))})`
  const sourceOf = (ids: SQL): SQL =>
    sql`(select page.id, page.place, ${fits} as is_whole from unnest(${ids}) with ordinality as page (id, place) join ${table} on ${table.id} = page.id) as page`

  return {
    /** To join the rows of a page to `from`, and to order them. */
    isOnPage: sql`${table.id} = page.id`,
    place: sql`page.place`,
    isWhole: sql<boolean>`${isWhole}`,
    /** The JSON of a large column as the database writes it. Meaningless in a row that is not whole. */
    jsonOf: (column: AnyColumn) =>
      sql<string>`case when ${isWhole} then coalesce(${column}::text, 'null') end`.as(column.name),
    valueOf: (column: AnyColumn) => sql<unknown>`case when ${isWhole} then ${column} end`,
    /** The page of those that the first statement chooses, part by part. Rows deleted meanwhile are left out. */
    read: <Row extends SizedRow>(ids: SQLWrapper, read: (from: SQL) => PromiseLike<readonly Row[]>) =>
      readParts(sql`array${ids}`, (chosen) => read(sourceOf(chosen))),
  }
}

async function* readParts<Row extends SizedRow>(
  ids: SQL,
  read: (ids: SQL) => PromiseLike<readonly Row[]>,
): AsyncGenerator<PagePart<Row>, undefined> {
  let rows = await read(ids)
  while (rows.length > 0) {
    const rest = rows.flatMap(({ id, isWhole }) => (isWhole ? [] : id))
    yield { items: rows.filter(({ isWhole }) => isWhole), isLast: rest.length === 0 }
    rows = rest.length > 0 ? await read(sql`${sql.param(rest)}::uuid[]`) : []
  }
  return undefined
}

/** Rows in groups that have at most the bytes of one part together, or are alone. */
export function groupBySize<T extends { readonly bytes: number }>(rows: readonly T[]): T[][] {
  const groups: T[][] = []
  let bytes = Infinity
  for (const row of rows) {
    bytes += row.bytes
    if (bytes <= PART_BYTES) groups.at(-1)!.push(row)
    else {
      groups.push([row])
      bytes = row.bytes
    }
  }
  return groups
}
