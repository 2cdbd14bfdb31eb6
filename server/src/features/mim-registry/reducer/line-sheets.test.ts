import { describe, expect, it } from 'vitest'
import { createLineSheets } from './line-sheets.ts'

const textOf = (line: Uint8Array): string => Buffer.from(line).toString('utf8')

describe('lines in bytes that threads share', () => {
  it('are encoded one behind the other, each whole', () => {
    const encode = createLineSheets()
    const texts = ['a\n', '', 'über 😀\n', 'x'.repeat(700_000), '語'.repeat(500_000), 'last\n']

    const lines = texts.map(encode)

    expect(lines.map(textOf)).toEqual(texts)
    expect(lines.every(({ buffer }) => buffer instanceof SharedArrayBuffer)).toBe(true)
    expect(lines[1]!.buffer).toBe(lines[0]!.buffer)
  })
})
