import { describe, expect, it } from 'vitest'
import { readExpect } from './read-expect.ts'

const NONE = 'Nothing is expected: give rows, every, or null.'

describe('what a query expects is read', () => {
  it.each([
    [null, null],
    [undefined, null],
    [{ rows: { max: 0 } }, { rows: { max: 0 } }],
    [{ rows: { min: 2, max: 2 } }, { rows: { min: 2, max: 2 } }],
    [{ rows: { min: 1, max: null }, every: null }, { rows: { min: 1 } }],
    [{ every: 'mtu == 9000' }, { every: 'mtu == 9000' }],
    [{ every: 'mtu == {{mtu}}' }, { every: 'mtu == {{mtu}}' }],
    [{ every: 'name in {{names}}' }, { every: 'name in {{names}}' }],
    [
      { every: 'cidr("{{net=10.0.0.0/8}}").containsIP(addr)' },
      { every: 'cidr("{{net=10.0.0.0/8}}").containsIP(addr)' },
    ],
    [{ every: 'row["BD.name"] != ""' }, { every: 'row["BD.name"] != ""' }],
  ])('%j', (wire, expected) => {
    expect(readExpect(wire)).toEqual({ expect: expected, faults: {} })
  })

  it.each([
    [7, { '': ['7: expected {rows: {min, max}, every}, or null.'] }],
    [[], { '': ['a list: expected {rows: {min, max}, every}, or null.'] }],
    [{}, { '': [NONE] }],
    [{ rows: null, every: null }, { '': [NONE] }],
    [{ rows: {} }, { rows: ['Give min, max or both.'] }],
    [{ rows: 3 }, { rows: ['3: expected {min, max}.'] }],
    [{ rows: { min: 3, max: 2 } }, { rows: ['min 3 is more than max 2.'] }],
    [{ rows: { mx: 2, max: 1 } }, { 'rows.mx': ['There is no such key. Did you mean max?'] }],
    [{ every: '' }, { every: ['The expression is empty.'] }],
    [{ every: 5 }, { every: ['5 is not an expression.'] }],
    [{ every: 'mtu ==' }, { every: [expect.stringMatching(/^Unexpected token.*\.$/)] }],
    [{ every: 'nonsense(mtu)' }, { every: [expect.stringContaining('nonsense')] }],
    [{ every: 'x'.repeat(4_001) }, { every: ['The expression has 4001 characters: expected at most 4000.'] }],
  ])('faults of %j', (wire, faults) => {
    expect(readExpect(wire)).toEqual({ expect: null, faults })
  })

  it('reports keys that every object inherits like any other', () => {
    const { faults } = readExpect(JSON.parse('{"rows": {"min": 1}, "constructor": 1, "__proto__": 2}'))

    expect(Object.keys(faults).toSorted()).toEqual(['__proto__', 'constructor'])
  })

  it('reports every fault at once', () => {
    const { faults } = readExpect({ rows: { min: -1, max: 1.5, most: 2 }, every: '(', colour: 'red' })

    expect(Object.keys(faults).toSorted()).toEqual(['colour', 'every', 'rows.max', 'rows.min', 'rows.most'])
  })
})
