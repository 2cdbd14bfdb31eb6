import { describe, expect, it } from 'vitest'
import { readTable } from './read-table.ts'

describe('a table as text', () => {
  it.each([
    [
      'a range of a spreadsheet',
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a CSV file',
      '\uFEFFswitch,vlan\nleaf-101,210\n',
      [
        ['switch', 'vlan'],
        ['leaf-101', '210'],
      ],
    ],
    [
      'one with semicolons',
      'a;b\n1;2,5',
      [
        ['a', 'b'],
        ['1', '2,5'],
      ],
    ],
    ['quotes', '"a, ""b""","two\nlines"\n', [['a, "b"', 'two\nlines']]],
    ['a quote inside of a cell', '5" pipe\tx', [['5" pipe', 'x']]],
    [
      'empty cells',
      'a\t\tc\n\t\t\n',
      [
        ['a', '', 'c'],
        ['', '', ''],
      ],
    ],
    ['nothing', '', []],
  ])('is read: %s', (_case, text, cells) => {
    expect(readTable(text)).toEqual(cells)
  })

  it('has as many rows as were copied', () => {
    const text = Array.from({ length: 500 }, (_, row) => `${row}\ta\tb\tc\td\te`).join('\r\n')

    expect(readTable(text)).toHaveLength(500)
  })
})
