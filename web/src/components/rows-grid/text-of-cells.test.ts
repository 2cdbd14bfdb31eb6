import { expect, it } from 'vitest'
import { textOfCells } from './text-of-cells.ts'

it('separates cells by tabs, which cells lose', () => {
  expect(
    textOfCells(
      [
        ['a\tb', 'c\r\nd'],
        ['', 'e'],
      ],
      'tsv',
    ),
  ).toBe('a b\tc d\n\te')
})

it.each([
  ['=1+1', "'=1+1"],
  ['-5', "'-5"],
  ['＝1', "'＝1"],
  ['say "hi"', '"say ""hi"""'],
  ['a,b', '"a,b"'],
  ['plain', 'plain'],
])('writes %j for a spreadsheet as %j', (text, written) => {
  expect(textOfCells([[text]], 'csv')).toBe(written)
})
