import { readXlsx } from 'hucre'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { columnLetters, rowXml } from './sheet-xml.ts'
import { type SheetBatch, type WorkbookLimits, writeWorkbook } from './workbook.ts'

type SheetRow = readonly unknown[]

async function* batches(...all: SheetRow[][]): AsyncGenerator<SheetBatch> {
  yield* all.map(batchOf)
}

const batchOf = (rows: readonly SheetRow[]): SheetBatch => ({
  rowCount: rows.length,
  xml: (from, to, first) =>
    rows
      .slice(from, to)
      .map((cells, index) => rowXml(first + index, columnLetters(cells.length), cells))
      .join(''),
})

async function sheetsOf(header: string[], rows: SheetRow[], limits?: WorkbookLimits) {
  const { sheets } = await readXlsx(await buffer(writeWorkbook(header, batches(rows), limits)))
  return sheets.map(({ name, rows: cells }) => ({ name, cells }))
}
const cellOf = async (value: unknown) => (await sheetsOf(['a'], [[value]]))[0]!.cells[1]?.[0]

it('writes the header and one row per record', async () => {
  expect(
    await sheetsOf(
      ['name', 'count', 'up'],
      [
        ['a', 1, true],
        ['b', -2.5, false],
      ],
    ),
  ).toEqual([
    {
      name: 'Results',
      cells: [
        ['name', 'count', 'up'],
        ['a', 1, true],
        ['b', -2.5, false],
      ],
    },
  ])
})

it.each([
  '=1+1',
  '+cmd',
  '5',
  ' padded ',
  'true',
  'line\nbreak',
  'carriage\r\nreturn',
  '<b> & "x" ]]>',
  '_x0041_',
  '_x005F_x0041_',
  '_X0041_',
  'ü 🧵',
])('keeps the text %j as it is', async (text) => {
  expect(await cellOf(text)).toBe(text)
})

it.each([
  '=HYPERLINK("http://evil.example","x")',
  "=cmd|' /C calc'!A0",
  '@SUM(1)',
  'http://evil.example',
  'file:///etc/passwd',
])('a program that reads it finds neither a formula nor a link in %j', async (text) => {
  const { sheets } = await readXlsx(await buffer(writeWorkbook(['a'], batches([[text]]))))
  const written = JSON.stringify(sheets, (_key, value: unknown) =>
    value instanceof Map ? [...(value as Map<string, unknown>)] : value,
  )

  expect(sheets[0]!.rows[1]).toEqual([text])
  expect(written).not.toMatch(/"(?:formula|hyperlink)s?":(?!null|\[\]|\{\})/)
})

it('replaces characters that XML does not allow', async () => {
  expect(await cellOf('bell \u0007, null \u0000, half \ud83e, last \uffff')).toBe(
    'bell \ufffd, null \ufffd, half \ufffd, last \ufffd',
  )
})

it('cuts text at the length of a cell, but never a character in half', async () => {
  expect(await cellOf('x'.repeat(40_000))).toHaveLength(32_767)
  expect(await cellOf(`${'x'.repeat(32_766)}🧵`)).toBe('x'.repeat(32_766))
})

it('writes lists and structures as JSON, and nothing for null', async () => {
  const [sheet] = await sheetsOf(['a', 'b', 'c', 'd'], [[['a', 1], { b: null }, null, 'end']])

  expect(sheet!.cells[1]).toEqual(['["a",1]', '{"b":null}', null, 'end'])
})

it('names columns past Z', async () => {
  const wide = Array.from({ length: 800 }, (_, index) => String(index))

  expect(await sheetsOf(wide, [wide])).toEqual([{ name: 'Results', cells: [wide, wide] }])
})

it('continues on another sheet, with the header again, when one is full', async () => {
  const rows = Array.from({ length: 5 }, (_, index) => [index])

  expect(await sheetsOf(['n'], rows, { rows: 3 })).toEqual([
    { name: 'Results', cells: [['n'], [0], [1]] },
    { name: 'Results 2', cells: [['n'], [2], [3]] },
    { name: 'Results 3', cells: [['n'], [4]] },
  ])
  expect(await sheetsOf(['n'], rows.slice(0, 4), { rows: 3 })).toHaveLength(2)
})

describe('when there are too many columns', () => {
  it('fails rather than writing a file that does not open', async () => {
    const stream = writeWorkbook(
      Array.from({ length: 16_385 }, () => 'x'),
      batches([]),
    )

    await expect(buffer(stream)).rejects.toThrow('16385 columns')
  })
})

describe('a slow reader', () => {
  it('slows down the source: memory use does not grow with the rows', async () => {
    let read = 0
    async function* endless(): AsyncGenerator<SheetBatch> {
      for (; ; read++) yield batchOf(Array.from({ length: 100 }, () => [Math.random(), Math.random()]))
    }
    const stream = writeWorkbook(['a', 'b'], endless())
    await once(stream, 'readable')
    // Everything between the source and the reader fills up; then nothing moves.
    let before = -1
    while (before !== read) {
      before = read
      for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
    }

    expect(read).toBeLessThan(300)
    stream.destroy()
  })
})
