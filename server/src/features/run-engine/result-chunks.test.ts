import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Row } from '@heddle/domain/values/row.ts'
import type { ResultChunk } from './engine-types.ts'
import { BYTES_PER_CHUNK, ROWS_PER_CHUNK } from '../../platform/text/line-chunks.ts'
import { checkColumns, writeChunks } from './result-chunks.ts'

function chunksOf(rows: readonly Row[]): readonly ResultChunk[] {
  const chunks: ResultChunk[] = []
  writeChunks(rows, Infinity, (chunk) => chunks.push(chunk))
  return chunks
}

const linesOf = ({ body }: ResultChunk) => zstdDecompressSync(body).toString('utf8').split('\n')
const read = (chunks: readonly ResultChunk[]) => chunks.flatMap(linesOf).map((line) => JSON.parse(line) as Row)

describe('chunks of a result', () => {
  it('contain every row in order, however full the last chunk is', () => {
    const rows = Array.from({ length: 2 * ROWS_PER_CHUNK + 1 }, (_, index) => ({ dn: `uni/tn-${index}`, descr: null }))

    const chunks = chunksOf(rows)

    expect(chunks.map(({ index, rowCount }) => [index, rowCount])).toEqual([
      [0, ROWS_PER_CHUNK],
      [1, ROWS_PER_CHUNK],
      [2, 1],
    ])
    expect(read(chunks)).toEqual(rows)
  })

  it('keep line breaks and every script inside a row', () => {
    const rows = [{ descr: 'two\nlines' }, { descr: 'Größe 東京 🌍' }]

    expect(read(chunksOf(rows))).toEqual(rows)
  })

  it('end before they would hold more text than a chunk may', () => {
    const rows = Array.from({ length: 10 }, (_, index) => ({ a: 'ü'.repeat(40_000), index }))

    const chunks = chunksOf(rows)

    expect(read(chunks)).toEqual(rows)
    expect(chunks.map(({ rowCount }) => rowCount)).toEqual([3, 3, 3, 1])
    for (const chunk of chunks)
      expect(Buffer.byteLength(linesOf(chunk).join('\n'))).toBeLessThanOrEqual(BYTES_PER_CHUNK)
  })

  it('hold one row alone that is larger than a chunk may be', () => {
    const rows = [{ a: 'x' }, { a: 'ü'.repeat(700_000) }, { a: 'y' }, { a: 'z' }]

    const chunks = chunksOf(rows)

    expect(read(chunks)).toEqual(rows)
    expect(chunks.map(({ rowCount }) => rowCount)).toEqual([1, 1, 2])
  })

  it('may be full to the last byte', () => {
    const rowOf = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) })
    const half = BYTES_PER_CHUNK / 2

    expect(chunksOf([rowOf(half), rowOf(half - 1), rowOf(half)]).map(({ rowCount }) => rowCount)).toEqual([2, 1])
    expect(chunksOf([rowOf(half), rowOf(half), rowOf(half)]).map(({ rowCount }) => rowCount)).toEqual([1, 1, 1])
    expect(chunksOf([rowOf(BYTES_PER_CHUNK), rowOf(20)]).map(({ rowCount }) => rowCount)).toEqual([1, 1])
  })

  it('have buffers of their own, so that posting one sends nothing else', () => {
    const [chunk] = chunksOf([{ a: 'x' }])

    expect(chunk!.body.buffer.byteLength).toBe(chunk!.body.byteLength)
  })

  it('are refused when a row, or all rows, have too many bytes, in words that say what to do', () => {
    const refusal =
      (rows: readonly Row[], most = Infinity) =>
      () =>
        writeChunks(rows, most, () => undefined)
    const large = 'x'.repeat(1_000_000)

    expect(refusal([{ a: large, b: large, c: large, d: large }])).toThrow(
      'The result is too large: a row has more than 4 MB: keep fewer columns, or shorten long texts.',
    )
    expect(
      refusal(
        Array.from({ length: 11 }, () => ({ a: large })),
        10_000_000,
      ),
    ).toThrow(
      /^The result is too large: the rows have more than 10 MB together, counting a text in each row that has it: /,
    )
    expect(refusal([{ a: 'x' }, { a: 'y' }], 2 * '{"a":"x"}\n'.length)).not.toThrow()
  })

  it('are refused when the text of a row is longer than any text can be', () => {
    const longest = 'x'.repeat(2 ** 28)

    expect(() => writeChunks([{ a: longest, b: longest }], Infinity, () => undefined)).toThrow(
      /a row has more than 4 MB/,
    )
  })

  it('are refused when the names of their columns are as long as a result', () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `${index}`.padEnd(1_000, '.'))

    expect(() => checkColumns(names)).not.toThrow()
    expect(() => checkColumns([...names, 'one more'])).toThrow(
      'The result is too large: the names of its columns have more than 1 MB together: keep fewer columns.',
    )
  })

  it('do not exist when there are no rows', () => {
    expect(chunksOf([])).toEqual([])
  })
})
