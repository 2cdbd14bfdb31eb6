import { getTableColumns, Param, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import type { Executor } from '../../adapters/database/database.ts'

// Many rows with one parameter per column instead of one per value: the statement is the same for any number of rows,
// and the database reads and plans it in a third of the time. On the embedded database, everybody waits for that.

type Values = Readonly<Record<string, unknown>>

/** Inserts rows in one statement. A value that is not given is the default of its column. */
export async function insertAll<Table extends PgTable>(
  tx: Executor,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  if (rows.length === 0) return
  const given = columnsGiven(table, rows)
  await tx.execute(sql`insert into ${table} (${namesOf(given)}) select ${namesOf(given)} from ${asTable(given, rows)}`)
}

/** What becomes of a row. It may not be changed by anybody else meanwhile. */
export type RowChange<Row extends object, New extends object> = { readonly row: Row; readonly changes: Partial<New> }

/** Changes rows, each in its own way, in one statement: columns that change in one of them are written in all. */
export async function updateAll<Row extends { id: string }, New extends object>(
  tx: Executor,
  table: PgTable & { readonly id: PgColumn; readonly $inferSelect: Row; readonly $inferInsert: New },
  all: readonly RowChange<Row, New>[],
): Promise<void> {
  const changing = columnsGiven(
    table,
    all.map(({ changes }) => changes),
  )
  if (changing.length === 0) return
  const rows = all.map(({ row, changes }): Values => ({ ...row, ...onlyGiven(changes) }))
  const set = changing.map(([key]) => sql`${nameOf(key)} = given.${nameOf(key)}`)
  await tx.execute(sql`update ${table} set ${sql.join(set, sql`, `)}
    from ${asTable([['id', table.id], ...changing], rows)} where ${table.id} = given.id`)
}

type Columns = readonly (readonly [key: string, column: PgColumn])[]

const columnsGiven = (table: PgTable, rows: readonly object[]): Columns =>
  Object.entries(getTableColumns(table) as Record<string, PgColumn>).filter(([key]) =>
    rows.some((row) => (row as Values)[key] !== undefined),
  )

const asTable = (columns: Columns, rows: readonly object[]): SQL => {
  // The database would take lists of lists apart as well, and mix the values of rows.
  const list = columns.find(([, column]) => column.getSQLType().endsWith('[]'))
  if (list) throw new Error(`the column ${list[0]} holds lists, which cannot be written this way`)
  const lists = columns.map(([key, column]) => sql`${listOf(rows, key, column)}::${sql.raw(column.getSQLType())}[]`)
  return sql`unnest(${sql.join(lists, sql`, `)}) as given(${namesOf(columns)})`
}

const listOf = (rows: readonly object[], key: string, column: PgColumn): Param =>
  new Param(
    rows.map((row) => {
      const { [key]: value = column.default ?? null } = row as Values
      return value === null ? null : column.mapToDriverValue(value)
    }),
  )

const nameOf = (key: string): SQL => sql`${sql.identifier(toSnakeCase(key))}`
const namesOf = (columns: Columns): SQL =>
  sql.join(
    columns.map(([key]) => nameOf(key)),
    sql`, `,
  )
