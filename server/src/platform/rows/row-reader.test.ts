import { constants } from 'node:buffer'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { buffer, text } from 'node:stream/consumers'
import { zstdCompressSync } from 'node:zlib'
import { readXlsx } from 'hucre'
import { pino } from 'pino'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { MemoryBudget } from '../memory/memory-budget.ts'
import { csvText } from '../text/csv-text.ts'
import { LONGEST_ROW_BYTES } from './cut-rows.ts'
import { createRowReader, type RowFileFormat } from './row-reader.ts'
import { contentBytes, isSmall, type StoredChunk } from './stored-chunk.ts'

const MB = 1024 * 1024
const FORMATS: readonly RowFileFormat[] = ['csv', 'ndjson', 'xlsx', 'parquet']
const by = { lane: 'ann' }

const memory = new MemoryBudget({ limitBytes: 8_000 * MB, usedBytes: () => 0 })
const reader = createRowReader({ memory, logger: pino({ level: 'silent' }) })
afterAll(async () => {
  await reader.close()
  memory.close()
})

type Row = Readonly<Record<string, unknown>>
const chunkOf = (rows: readonly Row[], base?: Uint8Array): StoredChunk => {
  const dictionary = base && { dictionary: base }
  const raw = Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'))
  const body = zstdCompressSync(raw, { ...dictionary, pledgedSrcSize: raw.length })
  return { rowCount: rows.length, body, ...(base && { base: zstdCompressSync(base) }) }
}
const rowsOf = (count: number, size = 10): Row[] =>
  Array.from({ length: count }, (_, index) => ({ name: `row ${index}`, text: 'x'.repeat(size) }))

async function linesOf(chunks: Iterable<StoredChunk>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const lines of reader.lines(chunks, by)) rows.push(...lines.map((line) => JSON.parse(line) as Row))
  return rows
}
const fileOf = (format: RowFileFormat, chunks: Iterable<StoredChunk>) =>
  reader.file(format, { columns: ['name', 'text'], chunks: () => chunks, by })

describe('the size of a chunk', () => {
  it.each([0, 1, 255, 256, 65_791, 65_792, 3_000_000])('is read from its frame: %i bytes', (size) => {
    expect(contentBytes(zstdCompressSync(Buffer.alloc(size, 'x')))).toBe(size)
  })

  it.each([Buffer.alloc(0), Buffer.from('no zstd at all')])('is unknown where it is not written', (body) => {
    expect(contentBytes(body)).toBeUndefined()
  })
})

describe('rows', () => {
  it('are the same from small chunks, large ones and parts of them', async () => {
    const [small, large] = [rowsOf(300), rowsOf(500, 20_000)]
    const chunks = [
      chunkOf(small),
      chunkOf(large),
      { ...chunkOf(small), rowCount: 5, from: 10, to: 15 },
      { ...chunkOf(large), rowCount: 7, from: 490, to: 497 },
      { ...chunkOf(large), rowCount: 3, from: 497 },
    ]
    expect(chunks.map(isSmall)).toEqual([true, false, true, false, false])

    expect(await linesOf(chunks)).toEqual([
      ...small,
      ...large,
      ...small.slice(10, 15),
      ...large.slice(490, 497),
      ...large.slice(497),
    ])
  })

  it('are read from chunks that build on others', async () => {
    const [base, largeBase] = [500_000, 2_000_000].map((size) => Buffer.from(randomBytes(size).toString('base64')))
    const [small, large] = [rowsOf(5), rowsOf(500, 10_000)]

    expect(await linesOf([chunkOf(small, base), chunkOf(large, base), chunkOf(small, largeBase)])).toEqual([
      ...small,
      ...large,
      ...small,
    ])
  })

  it('come a few at a time, and others have their turn between', async () => {
    const turns: number[] = []
    let turn = 0
    const ticking = setInterval(() => turn++, 0)
    for await (const lines of reader.lines([chunkOf(rowsOf(500, 3_000))], by)) {
      expect(lines.join('\n').length).toBeLessThanOrEqual(256 * 1024)
      turns.push(turn)
    }
    clearInterval(ticking)

    expect(turns.length).toBeGreaterThan(4)
  })

  it('without a base have none in a copy that stands alone', async () => {
    const base = Buffer.from(randomBytes(50_000).toString('base64'))
    const alone: StoredChunk[] = []
    const chunks = [chunkOf(rowsOf(5), base), { ...chunkOf(rowsOf(9)), rowCount: 2, from: 3, to: 5 }]
    for await (const chunk of reader.standalone(chunks, by)) alone.push(chunk)

    expect(alone.map(({ rowCount, base: ofChunk, from, to }) => [rowCount, ofChunk, from, to])).toEqual([
      [5, undefined, undefined, undefined],
      [2, undefined, undefined, undefined],
    ])
    expect(await linesOf(alone)).toEqual([...rowsOf(5), ...rowsOf(9).slice(3, 5)])
  })

  it('of a chunk that fits into no string are all read', async () => {
    const row = `{"text":"${'x'.repeat(7_000_000)}"}\n`
    const raw = Buffer.alloc(80 * row.length, row).subarray(0, -1)
    expect(raw.length).toBeGreaterThan(constants.MAX_STRING_LENGTH)

    const read: number[] = []
    for await (const { rowCount, body } of reader.standalone([{ rowCount: 80, body: zstdCompressSync(raw) }], by))
      read.push(rowCount, contentBytes(body)!)

    expect(read).toEqual(Array.from({ length: 80 }, () => [1, row.length - 1]).flat())
  })

  it('with one that is too long are refused in words, and the next are read', async () => {
    const large = chunkOf([{ text: 'x'.repeat(LONGEST_ROW_BYTES) }])

    await expect(linesOf([large])).rejects.toThrow('too large to be read')
    expect(await linesOf([chunkOf(rowsOf(2))])).toEqual(rowsOf(2))
  })
})

it('pages of large chunks are read while files have every thread, and threads all the memory that is lent', async () => {
  const busy = new MemoryBudget({ limitBytes: 1_000 * MB, usedBytes: () => 0 })
  const ownReader = createRowReader({ memory: busy, logger: pino({ level: 'silent' }) })
  onTestFinished(async () => {
    await ownReader.close()
    busy.close()
  })
  const giveBack = await busy.borrow({
    bytes: 900 * MB,
    lane: 'ann',
    signal: new AbortController().signal,
    isPart: true,
  })
  const { limit } = ownReader.threads()
  const files = Array.from({ length: limit + 1 }, (_, user) =>
    text(ownReader.file('csv', { columns: ['name'], chunks: () => [chunkOf(rowsOf(3))], by: { lane: user } })),
  )
  await vi.waitUntil(() => ownReader.threads().waiting > 0)
  const large = rowsOf(500, 10_000)

  const read: string[] = []
  for await (const lines of ownReader.lines([chunkOf(large), chunkOf(large)], by)) read.push(...lines)
  const during = ownReader.threads()
  giveBack()
  const written = await Promise.all(files)

  expect(read).toEqual([...large, ...large].map((row) => JSON.stringify(row)))
  expect(during).toEqual({ limit, busy: limit, waiting: 1 })
  expect(new Set(written)).toEqual(new Set([csvText([['name'], ...rowsOf(3).map(({ name }) => [name])])]))
})

describe('a file', () => {
  it('has all rows as CSV, of small and of large chunks', async () => {
    const [small, large] = [rowsOf(10), rowsOf(500, 10_000)]

    const csv = await text(fileOf('csv', [chunkOf(small), chunkOf(large)]))

    const cells = [...small, ...large].map(({ name, text: value }) => [name, value])
    expect(csv).toBe(csvText([['name', 'text'], ...cells]))
  })

  it('has a header when there is no row', async () => {
    expect(await text(fileOf('csv', []))).toBe('name,text\r\n')
  })

  it('has all rows as NDJSON', async () => {
    const ndjson = await text(fileOf('ndjson', [chunkOf(rowsOf(10)), chunkOf(rowsOf(500, 10_000))]))

    const rows = [...rowsOf(10), ...rowsOf(500, 10_000)]
    expect(ndjson).toBe(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  })

  it('has all rows as a workbook', async () => {
    const chunks = [chunkOf(rowsOf(10)), chunkOf(rowsOf(500, 10_000))]

    const { sheets } = await readXlsx(await buffer(fileOf('xlsx', chunks)))

    const rows = [...rowsOf(10), ...rowsOf(500, 10_000)]
    expect(sheets[0]!.rows).toEqual([['name', 'text'], ...rows.map((row) => [row.name, row.text])])
  })
})

/** Endless rows; `closed` resolves when the reader has stopped. */
function endlessRows() {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  let read = 0
  async function* chunks(): AsyncGenerator<StoredChunk> {
    try {
      for (;;) {
        // Yields to the event loop, as rows from a database would.
        await nextTurn()
        read += 1
        yield chunkOf(
          Array.from({ length: 100 }, () => ({ name: Array.from({ length: 20 }, () => randomUUID()).join('') })),
        )
      }
    } finally {
      resolve()
    }
  }
  return { chunks, closed, read: () => read }
}

describe('a reader that has left', () => {
  it.each(FORMATS)('ends the reading of a %s file', async (format) => {
    const { chunks, closed } = endlessRows()
    const body = reader.file(format, { columns: ['name'], chunks, by })
    await once(body, 'readable')

    body.destroy()

    await closed
    expect(body.destroyed).toBe(true)
  })
})

it.each(FORMATS)('a %s file fails when its source fails, instead of ending early', async (format) => {
  async function* chunks(): AsyncGenerator<StoredChunk> {
    yield chunkOf(rowsOf(1))
    throw new Error('the database went away')
  }
  const body = reader.file(format, { columns: ['name'], chunks, by })

  await expect(body.toArray()).rejects.toThrow('the database went away')
})

// A Parquet file begins when all of its rows were read once.
it.each(FORMATS.filter((format) => format !== 'parquet'))(
  'a slow reader of a %s file holds a few chunks',
  async (format) => {
    const { chunks, read } = endlessRows()
    const body = reader.file(format, { columns: ['name'], chunks, by })
    await once(body, 'readable')
    // Everything between the source and the reader fills up; then nothing moves.
    let before = -1
    while (before !== read() || reader.threads().busy > 0) {
      before = read()
      for (let turn = 0; turn < 100; turn++) await nextTurn()
    }

    expect(read()).toBeLessThan(15)
    body.destroy()
  },
)
