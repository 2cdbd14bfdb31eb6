import type { ClientBase } from 'pg'
import { type Column, quoted, type Table } from './catalog.ts'

/** A row as PostgreSQL spells its values, so that nothing changes on the way through JavaScript. */
export type TextRow = readonly (string | null)[]

const BATCH_CHARACTERS = 1024 * 1024
const FIRST_ROWS = 20
const MOST_ROWS = 1_000

/** The same spelling of values on every server; and time for statements that read or check a whole table. */
export async function prepareSession(client: ClientBase): Promise<void> {
  await client.query(`
    set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local time zone 'UTC';
    set local bytea_output = 'hex'; set local extra_float_digits = 1;
    set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`)
}

/** The rows of a table in batches of about a megabyte, however large the table is. Needs a transaction. */
export async function* readRows(client: ClientBase, { name, columns }: Table): AsyncGenerator<TextRow[]> {
  const list = columns.map((column) => `${quoted(column.name)}::text`).join(', ')
  await client.query(`declare backup_rows no scroll cursor for select ${list} from ${quoted(name)}`)
  let size = FIRST_ROWS
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({ text: `fetch ${size} from backup_rows`, rowMode: 'array' })
    if (rows.length > 0) yield rows
    if (rows.length < size) break
    size = Math.max(1, Math.min(MOST_ROWS, Math.floor((size * BATCH_CHARACTERS) / Math.max(1, charactersOf(rows)))))
  }
  await client.query('close backup_rows')
}

/** Inserts rows in batches of about a megabyte; returns how many there were. */
export async function insertRows(
  client: ClientBase,
  table: { readonly name: string; readonly columns: readonly Column[] },
  rows: AsyncIterable<TextRow>,
): Promise<number> {
  const statement = insertStatement(table)
  let batch: TextRow[] = []
  let characters = 0
  let count = 0
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await client.query(statement, transpose(batch, table.columns.length))
    count += batch.length
    batch = []
    characters = 0
  }
  for await (const row of rows) {
    batch.push(row)
    characters += charactersOf([row])
    if (characters >= BATCH_CHARACTERS || batch.length >= MOST_ROWS) await flush()
  }
  await flush()
  return count
}

/** One parameter a column, because the number of parameters of a statement is limited. */
function insertStatement({ name, columns }: Table): string {
  const names = columns.map((column) => quoted(column.name)).join(', ')
  const values = columns.map(({ type }, index) => `v.c${index}::${type}`).join(', ')
  const parameters = columns.map((_, index) => `$${index + 1}::text[]`).join(', ')
  const aliases = columns.map((_, index) => `c${index}`).join(', ')
  return `insert into ${quoted(name)} (${names}) overriding system value select ${values} from unnest(${parameters}) as v (${aliases})`
}

const transpose = (rows: readonly TextRow[], width: number): (string | null)[][] =>
  Array.from({ length: width }, (_, index) => rows.map((row) => row[index] ?? null))

function charactersOf(rows: readonly TextRow[]): number {
  let characters = 0
  for (const row of rows) for (const value of row) characters += value?.length ?? 0
  return characters
}
