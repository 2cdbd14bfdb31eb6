import { expect, it } from 'vitest'
import { csvText } from './csv-text.ts'

it.each([
  ['=1+1', `'=1+1`],
  ['+cmd', `'+cmd`],
  ['-2+3', `'-2+3`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\t=1', `'\t=1`],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  [' =1', `' =1`],
  ['\u00a0\u3000+cmd', `'\u00a0\u3000+cmd`],
  ['\u200b\ufeff@x', `'\u200b\ufeff@x`],
  ['\u0000=1', `'\u0000=1`],
  [`'=1`, `''=1`],
  ['"=1', `"'""=1"`],
  ['＝1+1', `'＝1+1`],
  ['＋x', `'＋x`],
  ['－x', `'－x`],
  ['\t ＠x', `'\t ＠x`],
])('escapes %j, which a spreadsheet would treat as a formula', (text, cell) => {
  expect(csvText([[text]])).toBe(`${cell}\r\n`)
})

it.each(['', 'a=b', '-5', ' -5', '-1e+21', '+49123', '12.5', 'a ＝ b', '“x”'])('leaves %j unchanged', (text) => {
  expect(csvText([[text]])).toBe(`${text}\r\n`)
})

it('quotes text that would end a cell or a line', () => {
  expect(csvText([['a', 'b,c', 'd"e', 'f\ng', 'h\ri', 'j\r\nk', '=l,m', '']])).toBe(
    `a,"b,c","d""e","f\ng","h\ri","j\r\nk","'=l,m",\r\n`,
  )
})

it('writes numbers, booleans and structures as JSON, and nothing for what is missing', () => {
  expect(
    csvText([
      [-1.5, true, false, ['a', 1], { b: null }],
      [null, undefined],
    ]),
  ).toBe(`-1.5,true,false,"[""a"",1]","{""b"":null}"\r\n,\r\n`)
})

it('escapes a text of a million spaces and a number of a million digits without going through them over and over', () => {
  const [spaces, digits] = [' '.repeat(1_000_000), '1'.repeat(1_000_000)]

  const escaped = csvText([[spaces, `${spaces}=`, `-${digits}`, `-${digits}x`]])

  expect(escaped === `${spaces},'${spaces}=,-${digits},'-${digits}x\r\n`).toBe(true)
})
