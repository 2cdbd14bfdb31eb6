import { describe, expect, it } from 'vitest'
import { plainText, spansOf } from './ansi.ts'

const ESC = '\u001b'

describe('a line of output', () => {
  it.each([
    ['plain', [{ text: 'plain' }]],
    [`${ESC}[0;33mchanged: [leaf]${ESC}[0m end`, [{ text: 'changed: [leaf]', color: 'yellow' }, { text: ' end' }]],
    [
      `${ESC}[1;31mfatal${ESC}[22m:`,
      [
        { text: 'fatal', color: 'red', isBold: true },
        { text: ':', color: 'red' },
      ],
    ],
    [`${ESC}[92mbright${ESC}[39m!`, [{ text: 'bright', color: 'green' }, { text: '!' }]],
    [`${ESC}[2K10 %\r50 %\r100 %\r`, [{ text: '100 %' }]],
    [`${ESC}]0;title\u0007text`, [{ text: 'text' }]],
    ['', []],
  ])('%j is shown as a terminal shows it', (line, spans) => {
    expect(spansOf(line)).toEqual(spans)
  })

  it.each([
    ['colours', `${ESC}[31mx${ESC}[32my`],
    ['sequences that never end', `${ESC}[0;0;0;`],
    ['titles', `${ESC}]0;title\u0007`],
    ['returns', 'x\r'],
    ['letters', 'x'],
  ])('is cut where it is long: 20 MB of %s', (_, piece) => {
    const line = piece.repeat(Math.ceil((20 * 1024 ** 2) / piece.length))

    const spans = spansOf(line)

    expect(spans.length).toBeLessThanOrEqual(501)
    expect(spans.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(10_002)
    expect(plainText(line).length).toBeLessThanOrEqual(10_000)
  })

  it('says that it is cut', () => {
    expect(spansOf('x'.repeat(10_001)).at(-1)).toEqual({ text: ' …' })
    expect(spansOf(`${ESC}[31mx${ESC}[32my`.repeat(300)).at(-1)).toEqual({ text: ' …' })
    expect(spansOf('x'.repeat(9_999)).at(-1)).toEqual({ text: 'x'.repeat(9_999) })
  })

  it('is searched without what colours it', () => {
    expect(plainText(`${ESC}[0;31mfat${ESC}[1mal${ESC}[0m: no\r`)).toBe('fatal: no')
  })
})
