import { createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { zstdCompressSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { readParquet } from '../../../testing/read-parquet.ts'
import { MemoryBudget } from '../../memory/memory-budget.ts'
import { createRowReader, type FileOrder } from '../row-reader.ts'
import type { StoredChunk } from '../stored-chunk.ts'

const MB = 1024 * 1024
const by = { lane: 'ann' }
const folder = mkdtempSync(join(tmpdir(), 'parquet-'))
const path = join(folder, 'rows.parquet')
const memory = new MemoryBudget({ limitBytes: 8_000 * MB, usedBytes: () => 0 })
const reader = createRowReader({ memory, logger: pino({ level: 'silent' }) })
afterAll(async () => {
  await reader.close()
  memory.close()
  rmSync(folder, { recursive: true })
})

type Row = Readonly<Record<string, unknown>>
function chunkOf(rows: readonly Row[]): StoredChunk {
  const raw = Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'))
  return { rowCount: rows.length, body: zstdCompressSync(raw, { pledgedSrcSize: raw.length }) }
}

async function written(columns: readonly string[], chunks: readonly StoredChunk[], order: Partial<FileOrder> = {}) {
  writeFileSync(path, await buffer(reader.file('parquet', { columns, chunks: () => chunks, by, ...order })))
  return readParquet(path)
}

it('a column has the narrowest type that holds all of its values, and every value is kept', async () => {
  const rows = [
    { text: 'a', whole: 1, part: 1, yes: true, list: ['a', 'b'], mixed: 5, nested: [['a'], 1], 'a.b "c"': 'dot' },
    { text: null, whole: null, part: null, yes: null, list: null, mixed: null, nested: null, 'a.b "c"': null },
    { text: '', whole: -9007199254740991, part: 0.1, yes: false, list: [], mixed: '5', nested: 'ü', 'a.b "c"': '😀' },
    { text: 'true', whole: 0, part: 1e300, yes: true, list: ['x', null], mixed: true, nested: { deep: null } },
  ]
  const columns = [...Object.keys(rows[0]!), 'never', 'constructor']

  const { types, rows: read } = await written(columns, [chunkOf(rows.slice(0, 2)), chunkOf(rows.slice(2))])

  expect(types).toEqual({
    text: 'VARCHAR',
    whole: 'BIGINT',
    part: 'DOUBLE',
    yes: 'BOOLEAN',
    list: 'VARCHAR[]',
    mixed: 'JSON',
    nested: 'JSON',
    'a.b "c"': 'VARCHAR',
    never: 'VARCHAR',
    constructor: 'VARCHAR',
  })
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  expect(read).toEqual(
    rows.map((row) => ({
      ...row,
      whole: row.whole === null ? null : BigInt(row.whole),
      mixed: json(row.mixed),
      nested: json(row.nested),
      'a.b "c"': row['a.b "c"'] ?? null,
      never: null,
      constructor: null,
    })),
  )
})

it('a file without rows has its columns', async () => {
  expect(await written(['name', 'mtu'], [])).toEqual({ types: { name: 'VARCHAR', mtu: 'VARCHAR' }, rows: [] })
})

it('constant columns stand before those of the rows, and types may be given', async () => {
  const instant = new Date('2026-03-01T12:30:00.123Z')
  const { types, rows } = await written(['value'], [chunkOf([{ value: 'a' }, { value: null }])], {
    constants: [
      { name: 'at', type: 'instant', constant: instant },
      { name: 'of', type: 'text', constant: 'lab' },
    ],
    types: new Map([['value', 'json']]),
  })

  expect(Object.entries(types)).toEqual([
    ['at', 'TIMESTAMP WITH TIME ZONE'],
    ['of', 'VARCHAR'],
    ['value', 'JSON'],
  ])
  expect(rows).toEqual([
    { at: instant, of: 'lab', value: '"a"' },
    { at: instant, of: 'lab', value: null },
  ])
})

it('rows that change between the two readings are an error, not a wrong value', async () => {
  let reading = 0
  const chunks = () => [chunkOf([{ value: reading++ === 0 ? 1 : 'one' }])]

  await expect(buffer(reader.file('parquet', { columns: ['value'], chunks, by }))).rejects.toThrow(
    'a value of the type text in a column of the type integer',
  )
})

it('a million rows are written in bounded memory, compressed, and are all there', { timeout: 600_000 }, async () => {
  const count = 1_000_000
  const row = (index: number) => ({
    dn: `topology/pod-1/node-${100 + (index % 200)}/sys/phys-[eth1/${index}]`,
    mtu: index % 7 === 0 ? null : 9000,
    load: index / 8,
  })
  const made = Array.from({ length: 20 }, (_, at) =>
    chunkOf(Array.from({ length: 500 }, (_each, index) => row(at * 500 + index))),
  )
  const chunks = () => Array.from({ length: count / 500 }, (_, at) => made[at % made.length]!)
  const before = process.memoryUsage.rss()
  let peak = before
  const looking = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)

  await pipeline(reader.file('parquet', { columns: ['dn', 'mtu', 'load'], chunks, by }), createWriteStream(path))
  clearInterval(looking)

  // As objects they would take 200 MB, and as many again in columns.
  expect(peak - before).toBeLessThan(150 * MB)
  expect(statSync(path).size).toBeLessThan(10 * MB)
  const sums = 'count(*) n, count(mtu) mtus, sum(load) loads, count(distinct dn) dns'
  const { types, rows } = await readParquet(path, `select ${sums} from rows`)
  expect(types).toEqual({ dn: 'VARCHAR', mtu: 'BIGINT', load: 'DOUBLE' })
  const ofMade = (9_999 * 10_000) / 2 / 8
  const mtus = 857_100n
  expect(rows).toEqual([{ n: BigInt(count), mtus, loads: ofMade * 100, dns: 10_000n }])
})
