import type { ClientBase } from 'pg'
import { BackupError } from './backup-error.ts'
import { type ForeignKey, listForeignKeys, listTables, quoted, type Table } from './catalog.ts'
import { prepareSession, insertRows, type TextRow } from './copy-rows.ts'
import { type Sequence, tableEntry, type TablePart } from './manifest.ts'
import type { Archive } from './read-archive.ts'

/**
 * Fills the empty tables from an archive, inside the caller's transaction. The tables are those of the archive's
 * migrations; they still hold what migrations themselves inserted, which the archive replaces.
 */
export async function loadTables(client: ClientBase, { manifest, rows }: Archive): Promise<void> {
  await prepareSession(client)
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]))
  const keys = await listForeignKeys(client)
  // Tables refer to each other in circles; adding the keys again afterwards checks every row.
  for (const { table, name } of keys) await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
  for (const { name } of tables.values()) await client.query(`delete from ${quoted(name)}`)
  for (const part of manifest.tables) await loadTable(client, part, targetOf(part, tables.get(part.name)), rows)
  for (const key of keys) await addKey(client, key)
  for (const sequence of manifest.sequences) await moveSequence(client, sequence)
}

function targetOf({ name, columns }: TablePart, table: Table | undefined): Table {
  if (!table) throw new BackupError(`the backup has a table ${name} that is not Heddle's`)
  const types = new Map(table.columns.map((column) => [column.name, column.type]))
  return {
    name,
    columns: columns.map((column) => {
      const type = types.get(column)
      if (type === undefined) throw new BackupError(`the backup has a column ${name}.${column} that is not Heddle's`)
      return { name: column, type }
    }),
  }
}

async function loadTable(client: ClientBase, part: TablePart, target: Table, rows: Archive['rows']): Promise<void> {
  await insertRows(client, target, rows(tableEntry(part.name)) as AsyncIterable<TextRow>)
  const { rows: counts } = await client.query<{ n: string }>(`select count(*) as n from ${quoted(part.name)}`)
  const found = Number(counts[0]!.n)
  if (found !== part.rows) throw new BackupError(`${part.name}: ${found} rows were restored of ${part.rows}`)
}

async function addKey(client: ClientBase, { table, name, definition }: ForeignKey): Promise<void> {
  await client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`)
}

async function moveSequence(client: ClientBase, { name, last_value, is_called }: Sequence): Promise<void> {
  await client.query('select setval(quote_ident($1)::regclass, $2::bigint, $3)', [name, last_value, is_called])
}
