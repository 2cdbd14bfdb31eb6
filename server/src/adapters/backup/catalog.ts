import type { ClientBase as Client } from 'pg'
import type { Sequence } from './manifest.ts'

export type Column = { readonly name: string; readonly type: string }
export type Table = { readonly name: string; readonly columns: readonly Column[] }
export type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string }

/** The program fills them itself, as it migrates. */
const NOT_COPIED = ['applied_migrations', 'instance_locks']

// Partitions are read and filled through their parent; what belongs to an extension comes with it.
const OURS = `
  c.relnamespace = current_schema()::regnamespace and not c.relispartition
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** The tables with the columns that are stored: the database computes generated ones itself. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<{ table: string; name: string; type: string }>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and ${OURS}
    order by c.relname collate "C", a.attnum`)
  const tables = Map.groupBy(rows, ({ table }) => table)
  return [...tables]
    .filter(([name]) => !NOT_COPIED.includes(name))
    .map(([name, columns]) => ({ name, columns: columns.map((column) => ({ name: column.name, type: column.type })) }))
}

/** Sequences are outside transactions: read after the rows, they are never behind them. */
export async function readSequences(client: Client): Promise<Sequence[]> {
  const { rows: names } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind = 'S' and ${OURS} order by c.relname collate "C"`,
  )
  const sequences: Sequence[] = []
  for (const { name } of names) {
    const { rows } = await client.query<Omit<Sequence, 'name'>>(
      `select last_value::text, is_called from ${quoted(name)}`,
    )
    sequences.push({ name, ...rows[0]! })
  }
  return sequences
}

export async function listForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select c.relname as table, f.conname as name, pg_get_constraintdef(f.oid) as definition
    from pg_constraint f join pg_class c on c.oid = f.conrelid
    where f.contype = 'f' and f.conparentid = 0 and ${OURS}
    order by c.relname collate "C", f.conname collate "C"`)
  return rows
}

/** Whether anything of ours, or of anybody else, is in the schema. */
export async function isEmptySchema(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_class c where c.relkind in ('r', 'p', 'v', 'm') and ${OURS} limit 1`,
  )
  return rows.length === 0
}

/** A name as SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
