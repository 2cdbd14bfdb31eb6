import { describe, expect, it } from 'vitest'
import { vocabulary } from '../rules/vocabulary.ts'
import { describeStep } from './describe-step.ts'
import { newConfig, numberOrText, withOption } from './step-config.ts'
import { stepFieldsOf, type StepField } from './step-fields.ts'
import { words } from './words.ts'

const { steps } = vocabulary()
const fields = (type: string) => stepFieldsOf(type, steps.find((step) => step.type === type)!.schema)
const kinds = (list: readonly StepField[]): readonly string[] =>
  list.map(({ name, isRequired, widget }) => `${name}${isRequired ? '*' : ''}: ${widget.kind}`)

describe('the form of a step', () => {
  it.each<[string, readonly string[]]>([
    ['filter', ['filters: conditions', 'expression: expression']],
    ['select', ['columns*: columns']],
    ['rename', ['columns*: pairs']],
    ['compute', ['column*: column', 'expression*: expression']],
    ['sort', ['by*: list']],
    ['rank', ['by: columns', 'order*: list', 'as: text', 'ties: choice']],
    ['limit', ['count*: number', 'offset: number']],
    ['distinct', ['columns: columns']],
    ['group', ['by: columns', 'aggregates: list']],
    ['explode', ['column*: column', 'separator: text']],
    ['extract', ['column*: column', 'pattern*: text', 'into*: names']],
    ['split_dn', ['column: column', 'parts: parts']],
    [
      'lookup',
      [
        'saved_query*: query',
        'on*: pairs',
        'columns: names',
        'prefix: text',
        'join: choice',
        'connection: choice',
        'as_of: text',
      ],
    ],
    [
      'pivot',
      ['by: columns', 'column*: column', 'value: column', 'function: choice', 'percentile: number', 'distinct: switch'],
    ],
    ['fill', ['columns*: columns', 'value*: value']],
  ])('%s has a field for each option', (type, expected) => {
    expect(kinds(fields(type))).toEqual(expected)
  })

  it('has fields for the options of the items of a list', () => {
    const widget = fields('group').find(({ name }) => name === 'aggregates')!.widget

    expect(widget.kind === 'list' && kinds(widget.fields)).toEqual([
      'function*: choice',
      'column: column',
      'as: text',
      'percentile: number',
      'distinct: switch',
      'where: expression',
    ])
  })

  it('is there for every type, with a line that explains it', () => {
    expect(Object.keys(words.types).toSorted()).toEqual(steps.map(({ type }) => type).toSorted())
  })
})

describe('an option', () => {
  it.each<[unknown, unknown]>([
    ['', {}],
    [[], {}],
    [{}, {}],
    [undefined, {}],
    ['x', { a: 'x' }],
    [0, { a: 0 }],
    [false, { a: false }],
    [null, { a: null }],
  ])('set to %j leaves %j', (value, expected) => {
    expect(withOption({ a: 1 }, 'a', value)).toEqual(expected)
  })

  it('that may be empty stays', () => {
    expect(withOption(newConfig('fill'), 'value', '')).toEqual({ value: '' })
    expect(withOption({ filters: [{}] }, 'filters', [])).toEqual({ filters: [] })
  })

  it.each([
    ['12', 12],
    ['99.5', 99.5],
    ['{{count=5}}', '{{count=5}}'],
    ['1x', '1x'],
    ['1.', '1.'],
    ['1.0', '1.0'],
    ['007', '007'],
    ['', ''],
  ])('of a number typed as %j is %j', (text, expected) => {
    expect(numberOrText(text)).toBe(expected)
  })
})

describe('a step in a few words', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['limit', { count: 100 }, '100'],
    ['limit', { count: 20, offset: 40 }, '20 after 40'],
    ['sort', { by: [{ column: 'name' }, { column: 'mtu', direction: 'desc' }] }, 'name, mtu descending'],
    ['select', { columns: ['dn', 'name'] }, 'dn, name'],
    ['rename', { columns: { name: 'BD' } }, 'name as BD'],
    ['compute', { column: 'x', expression: 'mtu * 2' }, 'x = mtu * 2'],
    ['filter', { filters: [{ property: 'name', operator: 'in', value: ['a', 'b'] }, {}] }, 'name in a, b and 1 more'],
    ['filter', { filters: [] }, ''],
    ['filter', { filters: [{ any: [] }] }, 'a group of conditions'],
    [
      'group',
      {
        by: ['tenant'],
        aggregates: [
          { function: 'sum', column: 'bytes' },
          { function: 'count', as: 'rows' },
        ],
      },
      'tenant: sum bytes, rows',
    ],
    ['fill', { columns: ['VRF.name'], value: '(none)' }, 'VRF.name with (none)'],
    ['fill', { columns: ['a'], value: 0 }, 'a with 0'],
    ['split_dn', { parts: ['tenant'] }, 'tenant'],
    ['pivot', { column: 'code', function: 'sum', value: 'count' }, 'code: sum of count'],
    ['lookup', { on: { name: 'bd' }, join: 'left' }, 'left name = bd'],
    ['explode', { column: 'ports', separator: ';' }, 'ports at ;'],
    ['extract', { column: 'dn', pattern: 'x', into: ['a', 'b'] }, 'dn into a, b'],
    ['rank', { order: [{ column: 'mtu' }], by: ['tenant'], as: 'place' }, 'place mtu in each tenant'],
    ['distinct', {}, 'all columns'],
    ['somebody else’s', { a: 1 }, ''],
    ['sort', { by: 'broken' }, ''],
  ])('%s %j is "%s"', (type, config, expected) => {
    expect(describeStep(type, config)).toBe(expected)
  })
})
