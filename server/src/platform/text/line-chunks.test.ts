import { describe, expect, it } from 'vitest'
import { BYTES_PER_CHUNK, cutLines, regroupLines, ROWS_PER_CHUNK } from './line-chunks.ts'

const sizesOf = (groups: readonly (readonly string[])[]) => groups.map(({ length }) => length)
async function collect(groups: AsyncIterable<readonly string[]>) {
  const all: (readonly string[])[] = []
  for await (const group of groups) all.push(group)
  return all
}
const small = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`)

describe('chunks of lines', () => {
  it('are full at so many rows, however the lines arrive', async () => {
    const lines = small(2 * ROWS_PER_CHUNK + 1)
    const arriving = [lines.slice(0, 10), [], lines.slice(10, 1_000), lines.slice(1_000)]

    const [cut, regrouped] = [[...cutLines(lines)], await collect(regroupLines(arriving))]

    expect(sizesOf(cut)).toEqual([ROWS_PER_CHUNK, ROWS_PER_CHUNK, 1])
    expect(regrouped).toEqual(cut)
    expect(regrouped.flat()).toEqual(lines)
  })

  it('are full at so many bytes of UTF-8, and a larger line is alone', () => {
    const half = 'ü'.repeat(BYTES_PER_CHUNK / 4)

    expect(sizesOf([...cutLines(['a', half, 'b', half, 'c', half + half + 'ü', 'd'])])).toEqual([3, 2, 1, 1])
  })

  it('do not exist without lines', async () => {
    expect([...cutLines([])]).toEqual([])
    expect(await collect(regroupLines([[], []]))).toEqual([])
  })
})
