import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readParquet } from '@heddle/server/testing/read-parquet.ts'
import { type Shell, startShell } from '../testing/start-shell.ts'

const TENANTS = { name: 'tenants', nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }] }

let shell: Shell
beforeAll(async () => {
  shell = await startShell()
  await shell.runs.save(TENANTS)
})
afterAll(() => shell.stop())

/** What DuckDB reads of what a command printed. */
async function parquetOf(...words: readonly string[]) {
  const bytes: Uint8Array[] = []
  const { code, stderr } = await shell.heddle(words, { onBytes: (some) => bytes.push(some) })
  expect(code, stderr).toBe(0)
  const file = join(shell.folder, 'printed.parquet')
  await writeFile(file, Buffer.concat(bytes))
  return readParquet(file)
}

it('the rows of a run, now or in the background, are printed as Parquet, but not on a terminal', async () => {
  const rows = JSON.parse((await shell.heddle(['query', 'run', 'tenants', '--format', 'json'])).stdout) as unknown[]
  expect(rows.length).toBeGreaterThan(1)

  const now = await parquetOf('query', 'run', 'tenants', '--format', 'parquet')
  const later = await parquetOf('query', 'run', 'tenants', '--background', '--format', 'parquet')
  const shown = await shell.heddle(['query', 'run', 'tenants', '--format', 'parquet'], { answers: [] })

  expect(now.types).toEqual({ dn: 'VARCHAR', className: 'VARCHAR', name: 'VARCHAR' })
  expect([now.rows, later.rows]).toEqual([rows, rows])
  const [, id] = /heddle run rows (\S+) --format parquet > rows\.parquet/.exec(shown.stderr)!
  expect(shown.code).toBe(2)
  expect((await parquetOf('run', 'rows', id!, '--format', 'parquet')).rows).toEqual(rows)
})

it('the page about other tools asks DuckDB for what the export wrote', async () => {
  const page = await readFile(new URL('../../../docs/parquet.md', import.meta.url), 'utf8')
  const sql = /```sql\n([^]*?);\n```/.exec(page)![1]!
  const properties = ['name', 'arpFlood']
  await shell.runs.save({ name: 'Bridge domains', nodes: [{ id: 'bd', class_name: 'fvBD', properties }] })
  await shell.heddle(['capture', 'Bridge domains'])
  const command = /heddle history export "(.*)" (\w+)/.exec(page)!

  const exported = await shell.heddle(['history', 'export', command[1]!, join(shell.folder, command[2]!)])
  const files = join(shell.folder, 'domains', '*.parquet')
  const { rows } = await readParquet(files, sql.replace('domains/*.parquet', files))

  expect(exported.code).toBe(0)
  const days = new Set(rows.map(({ day }) => (day as Date).getTime()))
  expect([days.size, rows.map(({ arpFlood }) => arpFlood)]).toEqual([1, ['no', 'yes']])
})

describe('the captures of a query', () => {
  it('are written as files by instant, and only what is missing the next time', async () => {
    const folder = join(shell.folder, 'year', 'tenants')
    const captured = async () => {
      const { stdout } = await shell.heddle(['capture', 'tenants', '--json'])
      return JSON.parse(stdout) as { id: string; captured_at: string; row_count: number }
    }
    const [first, second] = [await captured(), await captured()]

    const once = await shell.heddle(['history', 'export', 'tenants', folder])
    const third = await captured()
    const again = await shell.heddle(['history', 'export', 'tenants', folder])

    expect([once.stdout, again.stdout]).toEqual(['2 written, 0 were there.\n', '1 written, 2 were there.\n'])
    const name = ({ id, captured_at: at }: typeof first) => `${at.replaceAll(':', '-')}-${id.slice(0, 8)}.parquet`
    expect((await readdir(folder)).toSorted()).toEqual([first, second, third].map(name))
    const { rows } = await readParquet(
      join(folder, '*.parquet'),
      'select "@captured_at" as instant, count(*)::int as n from rows group by all order by all',
    )
    expect(rows).toEqual(
      [first, second, third].map(({ captured_at: at, row_count: n }) => ({ instant: new Date(at), n })),
    )
  })

  it('are chosen by instant and connection, and written in other formats', async () => {
    const folder = join(shell.folder, 'csv')
    const words = ['history', 'export', 'tenants', folder, '--format', 'csv']

    const none = await shell.heddle([...words, '--before', '2020-01-01T00:00:00Z'])
    const all = await shell.heddle([...words, '--after', '2020-01-01T00:00:00Z', '--connection', 'lab'])

    expect(none.stdout).toBe('0 written, 0 were there.\n')
    expect([all.stderr, all.stdout]).toEqual(['', '3 written, 0 were there.\n'])
    expect((await readdir(folder)).every((name) => name.endsWith('Z.csv') || name.endsWith('.csv'))).toBe(true)
  })

  it('are compared, with every difference as Parquet', async () => {
    shell.runs.controller.store.add('fvTenant', 'uni/tn-new', { name: 'new' })
    await shell.heddle(['capture', 'tenants'])

    const { rows } = await parquetOf('compare', 'tenants', '--export', 'parquet')

    expect(rows).toEqual([
      { change: 'added', dn: 'uni/tn-new', field: null, before: null, after: expect.stringContaining('"name":"new"') },
    ])
    const live = await shell.heddle(['compare', 'tenants', '--live', '--export', 'parquet'])
    expect(live).toMatchObject({ code: 2, stderr: expect.stringContaining('capture first') })
  })

  it('a query after --fail-on is still the query', async () => {
    const { code, stderr } = await shell.heddle(['compare', '--fail-on', 'added,removed', '--ignore', 'x', 'tenants'])
    const wrong = await shell.heddle(['compare', '--fail-on', 'nothing', 'tenants'])

    expect([code, stderr]).toEqual([1, ''])
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('expected added, removed, changed, any') })
  })
})
