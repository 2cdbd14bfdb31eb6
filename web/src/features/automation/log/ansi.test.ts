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

  it('is searched without what colours it', () => {
    expect(plainText(`${ESC}[0;31mfat${ESC}[1mal${ESC}[0m: no\r`)).toBe('fatal: no')
  })
})
