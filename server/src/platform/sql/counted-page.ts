import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from '../../adapters/database/database.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'

/** The number of all rows of a list, as a column of each row of its page: the database counts once. */
type Total = SQL.Aliased<number>
type WithTotal<Row> = Row & { readonly total: number }
type Listed = { readonly table: PgTable; readonly where: SQL | undefined }

/** One page of a list and how many rows there are, in one statement. */
export async function readCounted<Row extends object>(
  db: Executor,
  list: Listed,
  page: PageRequest,
  read: (total: Total) => PromiseLike<readonly WithTotal<Row>[]>,
): Promise<PageOf<Row>> {
  const rows = await read(totalOf(list))
  return { count: await countBeside(db, list, page, rows[0]), items: rows.map(withoutTotal) }
}

/** As the first row of the page says it; a page behind the last has none. */
export async function countBeside(
  db: Executor,
  { table, where }: Listed,
  { offset }: PageRequest,
  first: { readonly total: number } | undefined,
): Promise<number> {
  return first?.total ?? (offset === 0 ? 0 : db.$count(table, where))
}

/** Counts the rows of a list unless its page says how many there are, as the only page of a short list does. */
export async function countUnlessShown(
  db: Executor,
  { table, where }: Listed,
  { size, offset }: Omit<PageRequest, 'page'>,
  shown: number,
): Promise<number> {
  const isLast = shown < size && (shown > 0 || offset === 0)
  return isLast ? offset + shown : db.$count(table, where)
}

// A fragment in a fragment, which keeps the names of its tables: see `qualified`.
export const totalOf = ({ table, where }: Listed): Total =>
  sql<number>`${sql`(select count(*)::int from ${table}${where && sql` where ${where}`})`}`.as('total')

function withoutTotal<Row extends object>({ total: _, ...row }: WithTotal<Row>): Row {
  // What is left of an intersection, which the compiler cannot follow.
  return row as unknown as Row
}
