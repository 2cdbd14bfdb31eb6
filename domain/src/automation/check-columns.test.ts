import { describe, expect, it } from 'vitest'
import {
  checkColumnTemplate,
  checkSchema,
  type KnownReferences,
  normalizeDefinition,
  columnReferences,
} from './check-columns.ts'
import { resolveColumns } from './resolve-columns.ts'

const id = (digit: string): string => `${digit.repeat(8)}-0000-4000-8000-000000000000`
const [LIST, PATTERN, TEMPLATE, CHOICES, UNKNOWN] = [id('1'), id('2'), id('3'), id('4'), id('f')] as const
const known: KnownReferences = {
  lists: new Map([[LIST, { id: LIST, name: 'Tenants' }]]),
  patterns: new Map([[PATTERN, { id: PATTERN, name: 'Hostname', pattern: '[a-z]+' }]]),
  templates: new Map([
    [TEMPLATE, { field_type: 'integer' as const, min: 1, max: 4094, required: true }],
    [CHOICES, { field_type: 'enum' as const, choices: ['a', 'b'], default: 'a' }],
  ]),
  values: new Map([[LIST, new Set(['common'])]]),
}
const faultsOf = (column: unknown) => checkSchema([column], known)

describe('the schema of a template', () => {
  it.each([
    [{ name: 'a' }],
    [{ name: 'a', field_type: 'enum', choices: ['x', 'y'], default: 'x' }],
    [{ name: 'a', field_type: 'enum', validation_list: LIST }],
    [{ name: 'a', field_type: 'multi_enum', choices: ['x', 'y'], default: ['x'] }],
    [{ name: 'a', field_type: 'integer', min: 0, max: 0, default: '0' }],
    [{ name: 'a', min_length: 1, max_length: 3, regex_pattern: PATTERN, validation_list: null }],
    [{ name: 'a', validation_list: LIST.toUpperCase(), default: 'common' }],
    [{ name: 'a', choices: [], default: null }],
    [{ name: 'vlan', column_template: TEMPLATE }],
    [{ name: 'vlan', column_template: TEMPLATE, max: 100, default: 7 }],
    [{ name: 'vlan', column_template: CHOICES, choices: ['c'], default: 'c' }],
  ])('takes the column %j', (column) => {
    expect(faultsOf(column)).toEqual({})
  })

  it.each<[unknown, string, RegExp]>([
    ['x', 'schema.0', /Expected an object/],
    [{}, 'schema.0.name', /required/],
    [{ name: ' ' }, 'schema.0.name', /may not be empty/],
    [{ name: 'a ' }, 'schema.0.name', /no spaces/],
    [{ name: '__proto__' }, 'schema.0.name', /expected another name/],
    [{ name: 'x'.repeat(201) }, 'schema.0.name', /at most 200/],
    [{ name: 'a', field_type: 'string' }, 'schema.0.field_type', /Expected one of: text, integer/],
    [{ name: 'a', requred: true }, 'schema.0.requred', /Did you mean required/],
    [{ name: 'a', required: 'yes' }, 'schema.0.required', /boolean/],
    [{ name: 'a', field_type: 'enum' }, 'schema.0.choices', /needs choices/],
    [{ name: 'a', field_type: 'enum', choices: ['x', 'x'] }, 'schema.0.choices', /each choice once/],
    [{ name: 'a', field_type: 'enum', choices: ['x', 7] }, 'schema.0.choices', /texts/],
    [{ name: 'a', choices: ['x'] }, 'schema.0.choices', /type text takes no `choices`/],
    [{ name: 'a', min: 1 }, 'schema.0.min', /type text takes no `min`/],
    [{ name: 'a', field_type: 'integer', min: 2, max: 1 }, 'schema.0.max', /expected 2 or more/],
    [{ name: 'a', field_type: 'integer', max_length: 1 }, 'schema.0.max_length', /takes no/],
    [{ name: 'a', min_length: -1 }, 'schema.0.min_length', /from 0/],
    [{ name: 'a', min_length: 3, max_length: 2 }, 'schema.0.max_length', /expected 3 or more/],
    [{ name: 'a', field_type: 'boolean', validation_list: LIST }, 'schema.0.validation_list', /takes no/],
    [{ name: 'a', field_type: 'integer', regex_pattern: PATTERN }, 'schema.0.regex_pattern', /takes no/],
    [{ name: 'a', validation_list: 7 }, 'schema.0.validation_list', /UUID/],
    [{ name: 'a', validation_list: UNKNOWN }, 'schema.0.validation_list', /does not exist/],
    [{ name: 'a', regex_pattern: UNKNOWN }, 'schema.0.regex_pattern', /does not exist/],
    [{ name: 'a', column_template: UNKNOWN }, 'schema.0.column_template', /does not exist/],
    [{ name: 'a', field_type: 'integer', default: 'x' }, 'schema.0.default', /expected an integer/],
    [{ name: 'a', validation_list: LIST, default: 'x' }, 'schema.0.default', /of the list "Tenants"/],
    [{ name: 'a', default: '' }, 'schema.0.default', /or null/],
    [{ name: 'a', column_template: TEMPLATE, max: 0 }, 'schema.0.max', /expected 1 or more/],
    [{ name: 'a', column_template: TEMPLATE, field_type: 'text' }, 'schema.0.column_template', /takes no `min`/],
    [{ name: 'a', column_template: CHOICES, choices: ['c'] }, 'schema.0.column_template', /expected one of: c/],
  ])('refuses %j', (column, key, message) => {
    const faults = faultsOf(column)

    expect(Object.keys(faults)).toEqual([key])
    expect(faults[key]![0]).toMatch(message)
  })

  it('reports every fault of every column, and names that occur twice', () => {
    const faults = checkSchema([{ name: 'a' }, { name: 'a', min: 'x', foo: 1 }, 7, { field_type: 'enum' }], known)

    expect(Object.keys(faults).sort()).toEqual([
      'schema.1.foo',
      'schema.1.min',
      'schema.1.name',
      'schema.2',
      'schema.3.name',
    ])
  })
})

describe('a column template', () => {
  it('has the keys of a column without the name, and may leave the choices to its columns', () => {
    expect(checkColumnTemplate({ field_type: 'enum' }, known)).toEqual({})
    expect(checkColumnTemplate({ field_type: 'integer', min: 3, max: 1 }, known)).toEqual({
      max: ['1: expected 3 or more, as `min` says.'],
    })
    expect(checkColumnTemplate({ validation_list: UNKNOWN, required: 1 }, known)).toEqual({
      required: ['Expected a boolean.'],
    })
  })
})

it('reports keys that every object inherits like any other', () => {
  const faults = checkColumnTemplate({ field_type: 'text', constructor: 1, valueOf: 2 }, known)

  expect(Object.keys(faults).toSorted()).toEqual(['constructor', 'valueOf'])
})

describe('references', () => {
  it('are found in any definition, once and in lower case', () => {
    const schema = [
      { validation_list: LIST.toUpperCase() },
      'x',
      { validation_list: LIST, column_template: 'no id' },
      null,
    ]

    expect(columnReferences(schema)).toEqual({ validation_list: [LIST], regex_pattern: [], column_template: [] })
    expect(normalizeDefinition({ name: 'a', regex_pattern: PATTERN.toUpperCase() })).toEqual({
      name: 'a',
      regex_pattern: PATTERN,
    })
  })

  it('are filled in; what a column states itself comes before its template', () => {
    const schema = [
      { name: 'vlan', column_template: TEMPLATE, max: 100, min: null },
      { name: 'host', regex_pattern: PATTERN, validation_list: LIST, help_text: 'A leaf.' },
    ]

    const rest = { choices: [], unique: false }
    expect(resolveColumns(schema, known)).toEqual([
      { name: 'vlan', fieldType: 'integer', required: true, max: 100, helpText: '', ...rest },
      {
        name: 'host',
        fieldType: 'text',
        required: false,
        list: { id: LIST, name: 'Tenants' },
        pattern: { id: PATTERN, name: 'Hostname', pattern: '[a-z]+' },
        helpText: 'A leaf.',
        ...rest,
      },
    ])
  })
})
