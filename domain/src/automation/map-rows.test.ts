import { describe, expect, it } from 'vitest'
import type { SchemaColumn } from './column.ts'
import { rowFilter, rowMapper } from './map-rows.ts'
import { rowChoiceFaults } from './row-choice.ts'

const column = (name: string, more: Partial<SchemaColumn> = {}): SchemaColumn => ({
  name,
  fieldType: 'text',
  required: false,
  choices: [],
  unique: false,
  helpText: '',
  ...more,
})
const COLUMNS = [
  column('tenant', { required: true }),
  column('mtu', { fieldType: 'integer' }),
  column('tags', { fieldType: 'multi_enum' }),
]

describe('the faults of a mapping and a filter', () => {
  it.each([
    ['nothing', {}, undefined, { 'mapping.tenant': ['This column is required.'] }],
    ['a list', { mapping: [] }, undefined, { mapping: [expect.stringContaining('Expected an object')] }],
    [
      'an unknown schema column',
      { mapping: { tenant: 'a', color: 'b' } },
      undefined,
      { 'mapping.color': ['The template has no such column.'] },
    ],
    [
      'a number',
      { mapping: { tenant: 5 } },
      undefined,
      { 'mapping.tenant': [expect.stringContaining('Expected the name')] },
    ],
    [
      'an empty object',
      { mapping: { tenant: {} } },
      undefined,
      { 'mapping.tenant': [expect.stringContaining('Expected the name')] },
    ],
    ['a fixed value', { mapping: { tenant: { value: null } } }, ['dn'], {}],
    ['a column of the result', { mapping: { tenant: 'name' } }, ['dn', 'name'], {}],
    [
      'a column that the result lacks',
      { mapping: { tenant: 'nmae' } },
      ['dn', 'name'],
      { 'mapping.tenant': ['nmae: expected a column of the result, such as dn, name.'] },
    ],
    [
      'a filter that is no text',
      { mapping: { tenant: 'a' }, filter: true },
      undefined,
      { filter: ['Expected an expression, as text.'] },
    ],
    [
      'a broken filter',
      { mapping: { tenant: 'a' }, filter: 'name ==' },
      undefined,
      { filter: [expect.stringMatching(/\.$/)] },
    ],
    [
      'a filter of other columns',
      { mapping: { tenant: 'name' }, filter: 'mtu > 5 && name != ""' },
      ['name'],
      { filter: ['mtu: expected a column of the result, such as name.'] },
    ],
    ['null as filter', { mapping: { tenant: 'name' }, filter: null }, ['name'], {}],
  ])('%s', (_, wire, available, faults) => {
    expect(rowChoiceFaults(wire, COLUMNS, available)).toEqual(faults)
  })

  it('are none for a required column that has a default', () => {
    expect(rowChoiceFaults({}, [column('tenant', { required: true, default: 'common' })])).toEqual({})
  })

  it('are found for a column named like something that every object has', () => {
    expect(rowChoiceFaults({ mapping: {} }, [column('constructor', { required: true })])).toHaveProperty([
      'mapping.constructor',
    ])
  })
})

describe('a filter', () => {
  it.each([
    [null, true],
    ['mtu < 9000', true],
    ['mtu > 9000', false],
    ['name.startsWith("x")', false],
    ['gone == "x"', 'there is no column gone'],
    ['mtu', 'the filter is neither true nor false'],
    ['before.mtu == "1500"', true],
  ])('%s', (expression, expected) => {
    expect(rowFilter(expression)({ name: 'web', mtu: '1400', 'before.mtu': '1500' })).toBe(expected)
  })
})

describe('a mapped row', () => {
  const mapped = (cell: unknown, fieldType: SchemaColumn['fieldType']) =>
    rowMapper({ a: 'cell' }, [column('a', { fieldType })])({ cell: cell as never })

  it('has what the mapping names, and fixed values as they are', () => {
    const map = rowMapper({ tenant: 'name', tags: { value: ['red'] } }, COLUMNS)

    expect(map({ name: 'web', mtu: '9000' })).toEqual({ tenant: 'web', tags: ['red'] })
  })

  it.each([
    ['text', 5, '5'],
    ['text', true, 'true'],
    ['integer', 5, 5],
    ['integer', '5', '5'],
    ['boolean', true, true],
    ['dn', 'uni/tn-a', 'uni/tn-a'],
    ['multi_enum', ['a', 5], ['a', '5']],
    ['multi_enum', 'a', ['a']],
    ['text', ['a'], 'a'],
    ['integer', [5], 5],
    ['text', ['a', 5, null], 'a,5,null'],
    ['text', [['a'], 'b'], '["a"],b'],
  ] as const)('gives a column of %s what it reads from %j', (fieldType, cell, expected) => {
    expect(mapped(cell, fieldType)).toEqual({ a: expected })
  })

  it.each([
    ['text', null],
    ['text', ''],
    ['text', []],
    ['integer', undefined],
    ['multi_enum', []],
  ] as const)('has no value for a column of %s and the cell %j, so that the default counts', (fieldType, cell) => {
    expect(mapped(cell, fieldType)).toEqual({})
  })
})
