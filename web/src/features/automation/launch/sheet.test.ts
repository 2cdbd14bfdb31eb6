import { describe, expect, it } from 'vitest'
import { arranged, emptySheet, filledDown, matchingColumns, rowsOf, withRange } from './sheet.ts'

describe('a sheet of rows', () => {
  it('takes a range from a cell on, and grows as far as it needs', () => {
    const sheet = withRange(
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      1,
      1,
      [['1', 'beyond'], ['2']],
    )

    expect(sheet).toEqual([
      ['a', 'b'],
      ['c', '1'],
      ['', '2'],
    ])
  })

  it('takes 500 rows at once', () => {
    const range = Array.from({ length: 500 }, (_, row) => [String(row), 'x'])

    expect(withRange(emptySheet(2, 3), 0, 0, range)).toEqual(range)
  })

  it('is filled down as far as there are rows', () => {
    expect(
      filledDown(
        [
          ['a', '1'],
          ['', '2'],
          ['b', '3'],
          ['', ''],
        ],
        0,
        0,
      ),
    ).toEqual([
      ['a', '1'],
      ['a', '2'],
      ['a', '3'],
      ['', ''],
    ])
  })

  it('sends what was typed, and knows where it stands', () => {
    expect(
      rowsOf(
        [
          ['leaf-101', ' 210 '],
          ['', ' '],
          ['leaf-102', ''],
        ],
        ['switch', 'vlan'],
      ),
    ).toEqual({
      rows: [{ switch: 'leaf-101', vlan: '210' }, { switch: 'leaf-102' }],
      places: [0, 2],
    })
  })

  it('finds its columns in a file by their names', () => {
    const sources = matchingColumns(['VLAN', 'Bridge Domain', 'note'], ['bridge_domain', 'vlan', 'mode'])

    expect(sources).toEqual([1, 0, -1])
    expect(arranged([['210', 'web', 'x']], sources)).toEqual([['web', '210', '']])
  })
})
