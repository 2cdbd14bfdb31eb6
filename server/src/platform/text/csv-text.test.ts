import { expect, it } from 'vitest'
import { csvLine, escapeFormula } from './csv-text.ts'

it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r=1'])('escapes %j, which a spreadsheet would treat as a formula', (text) => {
  expect(escapeFormula(text)).toBe(`'${text}`)
})

it.each(['', 'a=b', '-5', '+49123', '12.5', ' =1'])('leaves %j unchanged', (text) => {
  expect(escapeFormula(text)).toBe(text)
})

it('quotes text that would end a cell or a line', () => {
  expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', '=h,i', ''])).toBe(`a,"b,c","d""e","f\ng","'=h,i",\r\n`)
})
