import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Row } from '@heddle/domain/values/row.ts'
import type { ResultChunk } from './engine-types.ts'
import { ROWS_PER_CHUNK, writeChunks } from './result-chunks.ts'

function chunksOf(rows: readonly Row[]): readonly ResultChunk[] {
  const chunks: ResultChunk[] = []
  writeChunks(rows, (chunk) => chunks.push(chunk))
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

  it('hold rows of any length, even if a chunk outgrows the first buffer', () => {
    const rows = [{ a: 'x' }, { a: 'ü'.repeat(700_000) }, { a: 'y' }]

    expect(read(chunksOf(rows))).toEqual(rows)
  })

  it('have buffers of their own, so that posting one sends nothing else', () => {
    const [chunk] = chunksOf([{ a: 'x' }])

    expect(chunk!.body.buffer.byteLength).toBe(chunk!.body.byteLength)
  })

  it('do not exist when there are no rows', () => {
    expect(chunksOf([])).toEqual([])
  })
})
