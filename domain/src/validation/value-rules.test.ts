import { describe, expect, it } from 'vitest'
import { documentModel } from '../testing/document-model.ts'
import { knownModel } from '../mim/known-model.ts'
import type { PropertyInfo } from '../mim/model.ts'
import { canvas, node } from '../testing/canvas-builder.ts'
import { classInfo } from '../testing/class-info.ts'
import { Suggestions } from '../suggest.ts'
import { valueWarnings } from './value-rules.ts'

const properties: readonly PropertyInfo[] = [
  { name: 'mode', type: 'enum', values: ['flood', 'proxy'] },
  { name: 'ctrl', type: 'flags', values: ['unicast', 'multicast'] },
  { name: 'port', type: 'integer', values: [], named_numbers: ['https=443', 'unspecified=0'] },
  { name: 'mtu', type: 'integer', values: [], named_numbers: ['inherit=1'] },
  { name: 'count', type: 'integer', values: [] },
]
const model = documentModel([
  { ...classInfo('fooBar'), properties: new Map(properties.map((info) => [info.name, info])) },
])
const warn = (property: string, operator: string, value: unknown, used = model) =>
  valueWarnings(
    canvas([node('n', 'fooBar', { filters: [{ not: { property, operator, value } } as never] })]),
    used,
    new Suggestions(),
  )

describe('a value that no object has', () => {
  it.each([
    ['mode', 'eq', 'flod', '"flod"', 'nothing is read', ['flood']],
    ['mode', 'eq', 'Flood', '"Flood"', 'nothing is read', ['flood']],
    ['mode', 'in', ['flood', 'prxy', 'x'], '"prxy", "x"', 'nothing is read', ['proxy']],
    ['mode', 'ne', 'zzz', '"zzz"', 'every object passes', undefined],
    ['mode', 'not_in', ['flod'], '"flod"', 'every object passes', ['flood']],
    ['ctrl', 'any_bit', ['unicats'], '"unicats"', 'no object has it', ['unicast']],
    ['ctrl', 'all_bits', 'unicast,none,mulitcast', '"mulitcast"', 'no object passes', ['multicast', 'unicast']],
  ])('is a warning: %s %s %j', (property, operator, value, named, effect, suggestions) => {
    const [problem, ...others] = warn(property, operator, value)

    expect(others).toEqual([])
    expect(problem).toMatchObject({ code: 'bad_value', node_id: 'n', path: 'nodes.0.filters.0.not.value' })
    expect(problem?.message).toContain(`${property} is never ${named} in the installed MIM, only `)
    expect(problem?.message).toContain(effect)
    expect(problem?.suggestions).toEqual(suggestions)
  })

  it.each([
    ['mode', 'eq', 'flood'],
    ['mode', 'eq', ''],
    ['mode', 'contains', 'flod'],
    ['ctrl', 'eq', 'multicast,unicast'],
    ['ctrl', 'any_bit', ['none']],
    ['unknown', 'eq', 'x'],
  ])('is not %s %s %j', (property, operator, value) => {
    expect(warn(property, operator, value)).toEqual([])
  })

  it('names only the first of many', () => {
    const many = Array.from({ length: 40 }, (_, at) => `v${at}`)

    expect(warn('mode', 'in', many)[0]?.message).toContain('"v9" and 30 more')
  })

  it('is not known without a MIM', () => {
    expect(warn('mode', 'eq', 'flod', knownModel)).toEqual([])
  })
})

describe('a number that the controller writes as a name', () => {
  it.each([
    ['lt', 1024],
    ['ge', '400'],
    ['between', [1, 500]],
    ['eq', 443],
    ['eq', '443'],
    ['ne', 0],
    ['in', [80, 443]],
  ])('is a warning when it is compared: port %s %j', (operator, value) => {
    expect(warn('port', operator, value)).toEqual([
      {
        code: 'named_number',
        node_id: 'n',
        path: 'nodes.0.filters.0.not.value',
        message: expect.stringMatching(/(https for 443|unspecified for 0).*number_of\(port\)/),
      },
    ])
  })

  it('is only converted by number_of where that knows the same number', () => {
    expect(warn('mtu', 'gt', 1500)[0]?.message).toMatch(/inherit for 1, .*: name them in a filter of their own$/)
  })

  it.each([
    ['port', 'eq', 'https'],
    ['port', 'eq', 8443],
    ['port', 'in', ['https', 80]],
    ['port', 'is_set', undefined],
    ['count', 'gt', 3],
  ])('is none where no name is concerned: %s %s %j', (property, operator, value) => {
    expect(warn(property, operator, value)).toEqual([])
  })
})
