import { expect, it } from 'vitest'
import { ABSENT } from './cell.ts'
import { textOfCells } from './text-of-cells.ts'

const COLUMNS = ['dn', 'descr']

it('separates cells by tabs, which cells lose', () => {
  const rows = [
    ['a\tb', 'c\r\nd'],
    ['', 'e'],
  ]

  expect(textOfCells(COLUMNS, rows, 'tsv')).toBe('a b\tc d\n\te')
})

it.each([
  ['=1+1', "'=1+1"],
  ['-5', "'-5"],
  ['＝1', "'＝1"],
  ['say "hi"', '"say ""hi"""'],
  ['a,b', '"a,b"'],
  ['plain', 'plain'],
])('writes %j for a spreadsheet as %j', (text, written) => {
  expect(textOfCells(['v'], [[text]], 'csv')).toBe(`v\r\n${written}`)
})

it('writes objects with the values as they are, without cells that their row lacks', () => {
  const rows = [
    ['uni/tn-a', null],
    [['x', 1], ABSENT],
  ]

  expect(textOfCells(COLUMNS, rows, 'ndjson')).toBe('{"dn":"uni/tn-a","descr":null}\n{"dn":["x",1]}')
  expect(JSON.parse(textOfCells(COLUMNS, rows, 'json'))).toEqual([{ dn: 'uni/tn-a', descr: null }, { dn: ['x', 1] }])
})

it('writes a table for people, in which a bar is no border', () => {
  expect(textOfCells(COLUMNS, [['a|b', null]], 'markdown')).toBe('| dn | descr |\n| --- | --- |\n| a\\|b |  |')
})
