import {
  type AnyColumn,
  Column,
  getTableColumns,
  getTableName,
  is,
  Subquery,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from '../../adapters/database/database.ts'
import type { PageInParts, PagePart, PageRequest } from '../../kernel/paging.ts'
import { countBeside, totalOf } from './counted-page.ts'

/** What the large columns of the rows that one statement returns have together; a single row may have more. */
const PART_BYTES = 2_500_000

// Smaller values are as large as they are stored, and written as JSON at most some 25 times as large.
const SURELY_SMALL_BYTES = 2_000

type SizedTable = PgTable & { readonly id: AnyColumn }
type SizedRow = { readonly id: string; readonly isWhole: boolean; readonly total: number }
type PageBySize = {
  readonly where: SQL | undefined
  readonly page: PageRequest
  /** Selects `columns` of the rows of the page, in order. */
  readonly chosen: SQLWrapper
}

type ReadPart<Row> = (from: Subquery, total: SQL.Aliased<number>) => PromiseLike<readonly Row[]>

const NOT_COUNTED = sql<number>`0`.as('total')

/** About how many bytes a row's large columns have as text. Only values that are stored compressed are unpacked. */
export const bytesOf = (large: readonly AnyColumn[]): SQL<number> =>
  sql<number>`(${sql.join(large.map(bytesOfColumn), sql` + `)})`

const bytesOfColumn = (column: AnyColumn): SQL =>
  sql`coalesce(case when pg_column_size(${column}) < ${sql.raw(String(SURELY_SMALL_BYTES))} and pg_column_compression(${column}) is null then pg_column_size(${column}) else octet_length(${column}::text) end, 0)`

/**
 * A value as JSON, for a text that is put together: `json_build_object` looks up the type of each value in each row,
 * which takes longer than writing it.
 */
function jsonText(value: AnyColumn | SQL): SQL {
  if (!is(value, Column)) return sql`coalesce(to_json(${value}), 'null')`
  const written = WRITTEN[value.columnType]?.(value) ?? sql`to_json(${value})`
  // A column that is never null in its table is, in a left join that finds no row.
  return sql`coalesce(${written}, 'null')`
}

/** Types whose values are JSON as the database writes them. */
const WRITTEN: Readonly<Record<string, (column: AnyColumn) => SQL>> = {
  PgJsonb: (column) => sql`${column}`,
  PgInteger: (column) => sql`${column}::text`,
  PgBoolean: (column) => sql`${column}::text`,
}

/**
 * How pages of a table are read whose rows may be large, such as canvases of half a megabyte: a statement returns the
 * large columns of as many rows as have the bytes of one part together, and always those of the first row.
 */
export function pagesBySize<Table extends SizedTable>(table: Table, large: readonly AnyColumn[]) {
  const isWhole = sql`${table}.is_whole`
  // The rows come in the order in which they were chosen. What they hold is not read before it is asked for.
  const place = sql`row_number() over ()`
  const bytes = sql`sum(${bytesOf(large)}) over (rows unbounded preceding)`
  const fits = sql`(${place} = 1 or ${bytes} <= ${sql.raw(String(PART_BYTES))})`
  const sourceOf = (chosen: SQL): Subquery =>
    new Subquery(
      sql`select ${table}.*, ${place} as place, ${fits} as is_whole from ${chosen} as ${table}`,
      {},
      getTableName(table),
    )
  const chosenBy = (ids: readonly string[]): SQL =>
    sql`(select ${table}.* from unnest(${sql.param(ids)}::uuid[]) with ordinality as page (id, place) join ${table} on ${table.id} = page.id order by page.place)`

  const firstOf = ({ where, chosen }: Pick<PageBySize, 'where' | 'chosen'>) => ({
    from: sourceOf(sql`${chosen}`),
    total: totalOf({ table, where }),
  })
  const inParts = async <Row extends SizedRow>(
    db: Executor,
    { where, page, first }: Pick<PageBySize, 'where' | 'page'> & { readonly first: readonly Row[] },
    read: ReadPart<Row>,
  ): Promise<PageInParts<Row>> => ({
    count: await countBeside(db, { table, where }, page, first[0]),
    parts: readParts(first, (rest) => read(sourceOf(chosenBy(rest)), NOT_COUNTED)),
  })

  return {
    columns: getTableColumns(table),
    /** To order the rows of a page, which `from` has under the name of their table. */
    place: sql`${table}.place`,
    isWhole: sql<boolean>`${isWhole}`,
    /** A row as the JSON of an item, written by the database: nothing of it is parsed here. Null if it is not whole. */
    itemOf: (members: Readonly<Record<string, AnyColumn | SQL>>) => {
      const pairs = Object.entries(members).map(([name, value]) => sql`${sql.raw(`'"${name}":'`)}, ${jsonText(value)}`)
      const joined = sql.join(pairs, sql`, ',', `)
      return sql<string>`case when ${isWhole} then concat('{', ${joined}, '}') end`.as('item')
    },
    /** The JSON of a large column as the database writes it. Meaningless in a row that is not whole. */
    jsonOf: (column: AnyColumn) =>
      sql<string>`case when ${isWhole} then coalesce(${column}::text, 'null') end`.as(column.name),
    valueOf: (column: AnyColumn) => sql<unknown>`case when ${isWhole} then ${column} end`,
    /**
     * The page of those that the first statement chooses, part by part. It also counts, unlike further ones, which ask
     * for the rows that it left out. Rows deleted meanwhile are missing.
     */
    read: async <Row extends SizedRow>(
      db: Executor,
      { where, page, chosen }: PageBySize,
      read: ReadPart<Row>,
    ): Promise<PageInParts<Row>> => {
      const { from, total } = firstOf({ where, chosen })
      return inParts(db, { where, page, first: await read(from, total) }, read)
    },
    /** For a first statement that was built before, and what it has returned. */
    firstOf,
    inParts,
  }
}

async function* readParts<Row extends SizedRow>(
  first: readonly Row[],
  read: (ids: readonly string[]) => PromiseLike<readonly Row[]>,
): AsyncGenerator<PagePart<Row>, undefined> {
  let rows = first
  while (rows.length > 0) {
    const rest = rows.flatMap(({ id, isWhole }) => (isWhole ? [] : id))
    yield { items: rows.filter(({ isWhole }) => isWhole), isLast: rest.length === 0 }
    rows = rest.length > 0 ? await read(rest) : []
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
