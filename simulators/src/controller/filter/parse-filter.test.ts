import { describe, expect, it } from 'vitest'
import { ControllerProblem } from '../problem/controller-problem.ts'
import type { Filter } from './filter.ts'
import { parseFilter } from './parse-filter.ts'

function compare(value: string): Filter {
  return { kind: 'compare', operator: 'eq', on: { className: 'fvBD', property: 'name' }, value }
}

describe('parseFilter', () => {
  it.each([
    ['plain text', 'eq(fvBD.name,"web")', 'web'],
    ['brackets, commas and parentheses in quotes', 'eq(fvBD.name,"a),(b,[c]")', 'a),(b,[c]'],
    ['an escaped quote', 'eq(fvBD.name,"say \\"hi\\"")', 'say "hi"'],
    ['an escaped backslash', 'eq(fvBD.name,"a\\\\b")', 'a\\b'],
    ['a lone backslash', 'eq(fvBD.name,"a\\b")', 'a\\b'],
    ['an empty value', 'eq(fvBD.name,"")', ''],
    ['a bare value', 'eq(fvBD.name,web-1)', 'web-1'],
    ['spaces between the parts', ' eq( fvBD.name , "web" ) ', 'web'],
  ])('reads %s', (_, text, value) => {
    expect(parseFilter(text)).toEqual(compare(value))
  })

  it('reads nested logic, a single argument included', () => {
    const filter = parseFilter('and(or(eq(fvBD.name,"a"),not(eq(fvBD.name,"b"))),xor(eq(fvBD.name,"c")),true)')

    expect(filter).toEqual({
      kind: 'and',
      parts: [
        { kind: 'or', parts: [compare('a'), { kind: 'not', part: compare('b') }] },
        { kind: 'xor', parts: [compare('c')] },
        { kind: 'constant', value: true },
      ],
    })
  })

  it('reads a range', () => {
    const on = { className: 'faultInst', property: 'lastTransition' }

    expect(parseFilter('bw(faultInst.lastTransition,"2026-01-01","2026-01-02")')).toEqual({
      kind: 'between',
      on,
      low: '2026-01-01',
      high: '2026-01-02',
    })
  })

  it.each([
    ['allbit(fvBD.name,"a")', "no such filter type 'allbit'"],
    ['eq(name,"web")', "property 'name' is not qualified"],
    ['eq(fvBD.a.b,"web")', 'is not qualified'],
    ['eq(fvBD.name,"web)', 'unterminated'],
    ['eq(fvBD.name,"web"', "expected ')'"],
    ['eq(fvBD.name)', "expected ','"],
    ['eq(fvBD.name,"a") x', 'unexpected text'],
    ['and()', 'Incorrect filter format'],
    ['', 'Incorrect filter format'],
  ])('refuses %s with code 301', (text, words) => {
    const parse = () => parseFilter(text)

    expect(parse).toThrow(ControllerProblem)
    expect(parse).toThrow(words)
    expect(parse).toThrow(expect.objectContaining({ code: '301', status: 400 }))
  })
})
