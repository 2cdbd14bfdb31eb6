import type { TestDatabase } from '../../../testing/test-database.ts'

/** Tables, with their columns in order. */
type Schema = ReadonlyMap<string, readonly Column[]>
type Column = {
  readonly name: string
  readonly type: string
  readonly hasDefault: boolean
  /** The database alone gives it a value. */
  readonly isGenerated: boolean
}
type ForeignKey = {
  readonly table: string
  readonly columns: readonly string[]
  readonly target: string
  readonly targetColumns: readonly string[]
}
type Pool = TestDatabase['pool']
type Row = Readonly<Record<string, unknown>>

/** The migrations themselves fill these. */
const OURS = new Set(['applied_migrations', 'instance_locks'])

export async function readSchema(pool: Pool): Promise<Schema> {
  const { rows } = await pool.query<Column & { readonly table: string }>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.atthasdef as "hasDefault", a.attidentity <> '' or a.attgenerated <> '' as "isGenerated"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname, a.attnum`)
  return new Map([...Map.groupBy(rows, ({ table }) => table)].filter(([table]) => !OURS.has(table)))
}

async function readForeignKeys(pool: Pool): Promise<ForeignKey[]> {
  const names = (keys: string, table: string) =>
    `array(select a.attname::text from unnest(${keys}) with ordinality k (num, at)
       join pg_attribute a on a.attrelid = ${table} and a.attnum = k.num order by k.at)`
  const { rows } = await pool.query<ForeignKey>(`
    select conrelid::regclass::text as table, ${names('conkey', 'conrelid')} as columns,
      confrelid::regclass::text as target, ${names('confkey', 'confrelid')} as "targetColumns"
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  return rows
}

/** A value of each type that differs with each number. */
const VALUES: Readonly<Record<string, (number: number) => unknown>> = {
  text: (number) => `text ${number}`,
  uuid: (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  integer: (number) => number,
  bigint: (number) => number,
  smallint: (number) => number % 1_000,
  'double precision': (number) => number + 0.5,
  real: (number) => number,
  boolean: () => true,
  bytea: (number) => Buffer.from(`bytes ${number}`),
  jsonb: () => '{}',
  inet: (number) => `192.0.2.${number % 250}`,
  'timestamp with time zone': (number) => new Date(Date.UTC(2026, 0, 1) + number * 60_000),
  date: (number) => new Date(Date.UTC(2026, 0, 1) + number * 86_400_000),
}

/** Adds rows to the tables of a schema as it grows, each with the newest rows that it refers to. */
export class TableFiller {
  readonly #pool: Pool
  readonly #columns = new Map<string, string>()
  readonly #newest = new Map<string, Row>()
  readonly #values: Readonly<Record<string, (number: number) => unknown>>
  #number = 0

  /** `values` by `table.column`, for columns that do not take any value of their type. */
  constructor(pool: Pool, values: Readonly<Record<string, (number: number) => unknown>>) {
    this.#pool = pool
    this.#values = values
  }

  /** A row in each table that is new, or has other columns than when it got its last one. */
  async fill(): Promise<void> {
    const schema = await readSchema(this.#pool)
    const keys = Map.groupBy(await readForeignKeys(this.#pool), ({ table }) => table)
    for (const [table, columns] of schema) if (this.#columns.get(table) !== signOf(columns)) this.#newest.delete(table)
    const isFilled = (table: string): boolean => this.#newest.has(table)
    const isReady = (table: string): boolean =>
      (keys.get(table) ?? []).every(({ target }) => target === table || isFilled(target))
    for (let open = [...schema.keys()].filter((table) => !isFilled(table)); open.length > 0;) {
      const ready = open.filter(isReady)
      if (ready.length === 0) throw new Error(`tables refer to each other: ${open.join(', ')}`)
      for (const table of ready) {
        this.#newest.set(table, await this.#insert(table, schema.get(table)!, keys.get(table) ?? []))
        this.#columns.set(table, signOf(schema.get(table)!))
      }
      open = open.filter((table) => !isFilled(table))
    }
  }

  async #insert(table: string, columns: readonly Column[], keys: readonly ForeignKey[]): Promise<Row> {
    const number = (this.#number += 1)
    const referred = new Map<string, unknown>()
    for (const { columns: own, target, targetColumns } of keys)
      for (const [index, name] of own.entries())
        referred.set(name, this.#newest.get(target)?.[targetColumns[index]!] ?? null)
    const given = columns.flatMap(({ name, type, hasDefault, isGenerated }): [string, unknown][] => {
      const own = this.#values[`${table}.${name}`]
      if (own) return [[name, own(number)]]
      if (referred.has(name)) return [[name, referred.get(name)]]
      if (hasDefault || isGenerated) return []
      return [[name, valueOf(type, number)]]
    })
    const names = given.map(([name]) => `"${name}"`)
    const places = names.map((_, index) => `$${index + 1}`)
    const { rows } = await this.#pool
      .query<Row>(
        `insert into "${table}" (${names.join(', ')}) values (${places.join(', ')}) on conflict do nothing returning *`,
        given.map(([, value]) => value),
      )
      .catch((error: unknown) => {
        throw new Error(`no row for ${table}: ${JSON.stringify(Object.fromEntries(given))}`, { cause: error })
      })
    // Some tables have one row, or one of a kind.
    return rows[0] ?? (await this.#pool.query<Row>(`select * from "${table}" limit 1`)).rows[0]!
  }
}

const signOf = (columns: readonly Column[]): string => JSON.stringify(columns)

function valueOf(type: string, number: number): unknown {
  if (type.endsWith('[]')) return [valueOf(type.slice(0, -2), number)]
  const value = VALUES[type.replace(/\(.*\)/, '')]
  if (!value) throw new Error(`no value of type ${type} is known`)
  return value(number)
}
