import { describe, expect, it } from 'vitest'
import { readParameters } from './read-parameters.ts'

const QUERY = '00000000-0000-4000-8000-00000000000A'

describe('a declared parameter', () => {
  it('is stored with all its fields', () => {
    expect(readParameters([{ name: 'tenant' }])).toEqual({
      parameters: [{ name: 'tenant', label: 'tenant', type: 'text', required: false, default: null }],
      faults: {},
    })
  })

  it.each<[string, object, object]>([
    [
      'keeps what is given',
      { label: 'Tenant', type: 'dn', required: true, default: 'uni/tn-a' },
      { default: 'uni/tn-a', required: true },
    ],
    ['reads a number from text', { type: 'integer', default: '42' }, { default: 42 }],
    [
      'keeps all digits of a number',
      { type: 'integer', default: '12345678901234567890' },
      { default: '12345678901234567890' },
    ],
    ['reads a boolean from text', { type: 'boolean', default: 'false' }, { default: false }],
    [
      'takes its default from the choices',
      { type: 'enum', choices: [1, 2], default: '2' },
      { choices: [1, 2], default: 2 },
    ],
    [
      'takes the choice that is the same address',
      { type: 'ip', choices: ['::1'], default: '0::1' },
      { default: '::1' },
    ],
    ['has choices of its type', { type: 'number', choices: ['1.5', 2] }, { choices: [1.5, 2] }],
    [
      'takes choices from a query',
      { type: 'enum', choices_from: { saved_query: QUERY, column: 'name' } },
      { choices_from: { saved_query: QUERY.toLowerCase(), column: 'name' } },
    ],
    [
      'treats null as absent',
      { label: null, type: null, required: null, default: null, choices: null, choices_from: null },
      { type: 'text' },
    ],
  ])('%s', (_, declared, stored) => {
    const { parameters, faults } = readParameters([{ name: 'p', ...declared }])

    expect(faults).toEqual({})
    expect(parameters).toMatchObject([stored])
  })

  it.each<[object | string, string, string]>([
    ['tenant', '0', 'is not a parameter'],
    [{}, '0.name', 'required'],
    [{ name: 'now' }, '0.name', 'cannot name a variable'],
    [{ name: 'now-24h' }, '0.name', 'cannot name a variable'],
    [{ name: 'a b' }, '0.name', 'cannot name a variable'],
    [{ name: '1a' }, '0.name', 'cannot name a variable'],
    [{ name: 7 }, '0.name', 'cannot name a variable'],
    [{ name: 'p', label: 7 }, '0.label', 'expected a text'],
    [{ name: 'p', type: 'txt' }, '0.type', 'did you mean text?'],
    [{ name: 'p', required: 'yes' }, '0.required', 'neither true nor false'],
    [{ name: 'p', type: 'integer', default: 1.5 }, '0.default', 'expected a whole number'],
    [{ name: 'p', type: 'enum' }, '0.choices', 'needs choices'],
    [{ name: 'p', choices: [] }, '0.choices', '1 to 1000'],
    [{ name: 'p', choices: 'a,b' }, '0.choices', '1 to 1000'],
    [{ name: 'p', choices: ['a', 'a'] }, '0.choices.1', 'listed twice'],
    [{ name: 'p', type: 'date', choices: ['today'] }, '0.choices.0', 'expected a date'],
    [{ name: 'p', type: 'enum', choices: ['a'], default: 'b' }, '0.default', 'not one of the choices'],
    [{ name: 'p', choices: ['a'], choices_from: { saved_query: QUERY, column: 'name' } }, '0.choices_from', 'either'],
    [{ name: 'p', choices_from: QUERY }, '0.choices_from', 'expected {saved_query, column}'],
    [
      { name: 'p', choices_from: { saved_query: 'x', column: 'name' } },
      '0.choices_from.saved_query',
      'expected the id',
    ],
    [{ name: 'p', choices_from: { saved_query: QUERY } }, '0.choices_from.column', 'expected the name'],
    [
      { name: 'p', choices_from: { saved_query: QUERY, colum: 'name', column: 'name' } },
      '0.choices_from',
      'did you mean column?',
    ],
    [{ name: 'p', lable: 'P' }, '0', 'did you mean label?'],
    [{ name: 'p', colour: 'red' }, '0', 'expected name, label'],
  ])('%j is a fault of %s', (declared, path, message) => {
    expect(readParameters([declared]).faults).toEqual({ [path]: [expect.stringContaining(message)] })
  })
})

it('has at most 1,000 choices', () => {
  const choices = Array.from({ length: 1_001 }, (_, at) => String(at))

  expect(readParameters([{ name: 'p', choices: choices.slice(1) }]).faults).toEqual({})
  expect(readParameters([{ name: 'p', choices }]).faults).toEqual({
    '0.choices': ['a list of 1001: expected a list of 1 to 1000 choices.'],
  })
})

it('reports every fault of all parameters at once', () => {
  const { faults } = readParameters([{ name: 'p', type: 'x', required: 1 }, { name: 'p' }, 7])

  expect(Object.keys(faults).sort()).toEqual(['0.required', '0.type', '1.name', '2'])
  expect(faults['1.name']).toEqual(['"p" is declared twice.'])
})
