import { describe, expect, it } from 'vitest'
import { ChunkLines } from './chunk-lines.ts'

const textOf = (lines: ChunkLines): string => Buffer.from(lines.bytes).toString('utf8')

describe('the lines of a chunk', () => {
  it('are one block, also when they outgrow its room', () => {
    const lines = new ChunkLines()
    const texts = ['a\n', `${'b'.repeat(3_000_000)}\n`, 'c\n', `${'d'.repeat(9_000_000)}\n`]

    for (const text of texts) lines.add(Buffer.from(text))

    expect(lines.count).toBe(4)
    expect(textOf(lines)).toBe(texts.join(''))
  })

  it('leave nothing to the next chunk', () => {
    const lines = new ChunkLines()
    lines.add(Buffer.from('long enough\n'))
    lines.cleared()
    lines.add(Buffer.from('next\n'))

    expect([lines.count, textOf(lines)]).toEqual([1, 'next\n'])
  })
})
