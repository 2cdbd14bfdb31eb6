import { describe, expect, it } from 'vitest'
import { classRecord, propertyRecord } from '../../testing/class-record.ts'
import { retrievalModelOf } from '../../testing/operator-model.ts'
import { checkSuggestions } from './check-suggestions.ts'
import { readSuggestions } from './read-suggestions.ts'

const model = retrievalModelOf([
  classRecord('fvBD', {
    label: 'Bridge Domain',
    properties: [
      'name',
      propertyRecord('arpFlood', { type: 'boolean', values: ['no', 'yes'] }),
      propertyRecord('mtu', { type: 'integer' }),
      propertyRecord('scope', { type: 'flags', values: ['public', 'private', 'shared'] }),
      propertyRecord('vendor', { type: 'enum', values: ['one', 'two'], value_count: 900 }),
      propertyRecord('pwd', { type: 'password', is_secure: true }),
    ],
  }),
  classRecord('fvCtx', { label: 'VRF', properties: ['name'] }),
  classRecord('l3extOut', { properties: ['name'] }),
  classRecord('vzBrCP'),
  classRecord('vzBrCPx'),
])
const check = (answer: unknown, offered: readonly string[] = ['fvBD']) =>
  checkSuggestions(readSuggestions(answer) ?? [], model, offered)
const one = (parts: object) =>
  check({ classes: [{ name: 'fvBD', reason: 'It is a bridge domain.', properties: [], filters: [], ...parts }] })[0]
const filter = (property: string, operator: string, value: unknown) =>
  one({ filters: [{ property, operator, value }] })?.filters[0]

describe('reading an answer', () => {
  it.each([
    ['as asked for', { classes: [{ name: 'fvBD', reason: 'x', properties: [], filters: [] }] }],
    ['a bare list', [{ class_name: 'fvBD' }]],
    ['names alone', { results: ['fvBD'] }],
    [
      'further keys, and parts of other types',
      { classes: [{ name: 'fvBD', sure: 1, properties: 'name', filters: [7, null] }, 3, null] },
    ],
  ])('takes %s', (_, answer) => {
    expect(readSuggestions(answer)?.map(({ name }) => name)).toEqual(['fvBD'])
  })

  it.each([null, 'fvBD', 7, {}, { classes: 'fvBD' }, { classes: { fvBD: {} } }])('does not take %j', (answer) => {
    expect(readSuggestions(answer)).toBeUndefined()
  })
})

describe('a suggested class', () => {
  it('is shown with its label, what it is for, and what to ask of it', () => {
    expect(
      one({ properties: ['arpFlood', 'mtu'], filters: [{ property: 'arpFlood', operator: 'eq', value: 'yes' }] }),
    ).toEqual({
      name: 'fvBD',
      display_name: 'Bridge Domain',
      reason: 'It is a bridge domain.',
      properties: ['arpFlood', 'mtu'],
      filters: [{ property: 'arpFlood', operator: 'eq', value: 'yes' }],
    })
  })

  it.each([
    ['fv:BD', 'fvBD'],
    ['fvbd', 'fvBD'],
    ['FvCtx', 'fvCtx'],
    ['l3extOutt', 'l3extOut'],
    ['vzBrC', undefined],
    ['fooBar', undefined],
    ['__proto__', undefined],
    ['', undefined],
    ['x'.repeat(100_000), undefined],
  ])('%.20s becomes %s', (written, name) => {
    expect(check([written], [])[0]?.name).toBe(name)
  })

  it('appears once, in the order of the answer, and at most ten do', () => {
    const many = retrievalModelOf(Array.from({ length: 30 }, (_, at) => classRecord(`fvBD${String(at)}`)))
    const names = ['fvCtx', 'fv:BD', 'fvCtx', 'fvBD']
    const all = checkSuggestions(readSuggestions(Array.from({ length: 30 }, (_, at) => `fvBD${String(at)}`))!, many, [])

    expect([check(names).map(({ name }) => name), all.length]).toEqual([['fvCtx', 'fvBD'], 10])
  })

  it('has only properties that exist, as the model spells them, and those of its conditions', () => {
    const filters = [{ property: 'MTU', operator: '>', value: '9000' }]

    expect(one({ properties: ['ARPFLOOD', 'colour', 'name'], filters })?.properties).toEqual([
      'arpFlood',
      'name',
      'mtu',
    ])
  })
})

describe('a suggested condition', () => {
  it.each([
    ['arpFlood', 'eq', 'YES', 'eq', 'yes'],
    ['arpFlood', '=', true, 'eq', 'yes'],
    ['arpFlood', 'in', ['yes', 'no'], 'in', 'yes,no'],
    ['mtu', '>=', '9000', 'ge', 9000],
    ['mtu', 'eq', 9000, 'eq', '9000'],
    ['scope', 'all_bits', 'Public, shared', 'all_bits', 'public,shared'],
    ['scope', 'eq', 'public,shared', 'eq', 'public,shared'],
    ['scope', 'contains', 'publ', 'contains', 'publ'],
    ['vendor', 'eq', 'three', 'eq', 'three'],
    ['name', 'starts_with', 'web', 'starts_with', 'web'],
    ['name', 'is_empty', 'x', 'is_empty', null],
  ])('%s %s %j stays', (property, operator, value, expected, fitted) => {
    expect(filter(property, operator, value)).toEqual({ property, operator: expected, value: fitted })
  })

  it.each([
    ['colour', 'eq', 'red'],
    ['arpFlood', 'eq', 'enabled'],
    ['arpFlood', 'gt', 'no'],
    ['arpFlood', 'contains', 'maybe'],
    ['arpFlood', 'in', 'yes,maybe'],
    ['scope', 'any_bit', 'public,secret'],
    ['mtu', 'lt', 'large'],
    ['mtu', 'in', '1,two'],
    ['pwd', 'is_set', null],
    ['name', 'resembles', 'web'],
    ['name', 'between', 'a,b'],
    ['name', 'eq', null],
    ['name', 'eq', ' '],
    ['name', 'eq', { a: 1 }],
    ['name', 'eq', 'x'.repeat(300)],
    ['name', 'eq', 'a\u202eb'],
    ['name', 'matches', '(a+)+('],
  ])('%s %s %j is left out', (property, operator, value) => {
    expect(filter(property, operator, value)).toBeUndefined()
  })
})

describe('a reason', () => {
  it.each([
    ['It has `arpFlood`. It contains fvNothing.', 'It has arpFlood.'],
    ['See fvBD.arpFlood and fvCtx.name.', 'See fvBD.arpFlood and fvCtx.name.'],
    ['See fvBD.colour.', 'Bridge Domain fits the question.'],
    ['Read https://evil.example/now first.', 'Bridge Domain fits the question.'],
    ['Mail admin@evil.example now.', 'Bridge Domain fits the question.'],
    ['**Bold** <b>claims</b>', 'Bold claims'],
    ['', 'Bridge Domain fits the question.'],
  ])('%j reads %j', (reason, shown) => {
    expect(one({ reason })?.reason).toBe(shown)
  })

  it('is short', () => {
    expect(one({ reason: 'word '.repeat(10_000) })?.reason.length).toBe(400)
  })
})
