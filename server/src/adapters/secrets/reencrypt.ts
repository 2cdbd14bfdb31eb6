import { type SecretBox, UnreadableSecret } from './secret-box.ts'

/** A column of sealed texts. The names are ours; the id column holds what `Place.row` was at sealing. */
export type SealedColumn = { readonly table: string; readonly column: string; readonly idColumn: string }
/** The driver's `pool.query`, or anything like it. */
export type Query = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>

export type ReencryptReport = {
  readonly table: string
  readonly column: string
  readonly resealed: number
  /** Ids of rows that none of the configured keys opens; they were left unchanged. */
  readonly unreadable: readonly string[]
  /** Number of rows by key id, counted afterwards. A previous key can be dropped once no column uses it. */
  readonly rowsByKeyId: Readonly<Record<string, number>>
}

type Row = { readonly id: string; readonly sealed: string }
type Options = {
  readonly columns: readonly SealedColumn[]
  readonly query: Query
  readonly box: SecretBox
  readonly batchSize?: number
}

/**
 * Reseals everything that was sealed with a key other than the current one. Each row is updated by its own statement
 * and skipped if it changed meanwhile, so the service may keep running; an interrupted run is simply repeated.
 */
export async function reencryptAll({ columns, query, box, batchSize = 100 }: Options): Promise<ReencryptReport[]> {
  const reports: ReencryptReport[] = []
  for (const column of columns) {
    const { resealed, unreadable } = await reencryptColumn(column, query, box, batchSize)
    reports.push({
      table: column.table,
      column: column.column,
      resealed,
      unreadable,
      rowsByKeyId: await countByKeyId(column, query),
    })
  }
  return reports
}

async function reencryptColumn(column: SealedColumn, query: Query, box: SecretBox, batchSize: number) {
  const unreadable: string[] = []
  let resealed = 0
  let after: string | undefined
  for (;;) {
    const rows = await readBatch(column, query, box.keyId, after, batchSize)
    for (const row of rows) {
      const fresh = reseal(row, column, box)
      if (fresh === undefined) unreadable.push(row.id)
      else if (await replace(column, query, row, fresh)) resealed += 1
    }
    after = rows.at(-1)?.id
    if (rows.length < batchSize) return { resealed, unreadable }
  }
}

function reseal(row: Row, { table, column }: SealedColumn, box: SecretBox): string | undefined {
  const place = { table, column, row: row.id }
  try {
    return box.seal(box.open(row.sealed, place), place)
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined
    throw error
  }
}

async function readBatch(
  { table, column, idColumn }: SealedColumn,
  query: Query,
  keyId: string,
  after: string | undefined,
  limit: number,
): Promise<Row[]> {
  const [t, c, id] = [quote(table), quote(column), quote(idColumn)]
  const { rows } = await query(
    `select ${id}::text as row_id, ${c} as sealed from ${t}
     where split_part(${c}, ':', 2) <> $1 ${after === undefined ? '' : `and ${id} > $3`} order by ${id} limit $2`,
    [keyId, limit, ...(after === undefined ? [] : [after])],
  )
  return rows.map((row) => ({ id: textOf(row, 'row_id'), sealed: textOf(row, 'sealed') }))
}

async function replace(
  { table, column, idColumn }: SealedColumn,
  query: Query,
  row: Row,
  fresh: string,
): Promise<boolean> {
  const [t, c, id] = [quote(table), quote(column), quote(idColumn)]
  const { rows } = await query(`update ${t} set ${c} = $1 where ${id} = $2 and ${c} = $3 returning 1 as done`, [
    fresh,
    row.id,
    row.sealed,
  ])
  return rows.length > 0
}

async function countByKeyId({ table, column }: SealedColumn, query: Query): Promise<Record<string, number>> {
  const c = quote(column)
  const { rows } = await query(
    `select split_part(${c}, ':', 2) as key_id, count(*)::text as count from ${quote(table)} where ${c} is not null group by 1`,
    [],
  )
  return Object.fromEntries(rows.map((row) => [textOf(row, 'key_id'), Number(textOf(row, 'count'))]))
}

function textOf(row: unknown, column: string): string {
  const value = typeof row === 'object' && row !== null ? (row as Record<string, unknown>)[column] : undefined
  if (typeof value !== 'string') throw new TypeError(`${column}: expected text from the database`)
  return value
}

const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`
