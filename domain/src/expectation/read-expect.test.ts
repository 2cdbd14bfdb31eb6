import { describe, expect, it } from 'vitest'
import { readExpect } from './read-expect.ts'

const NONE = 'Nothing is expected: give rows, every, changes, or null.'

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
    [{ changes: { removed: { max: 0 } } }, { changes: { removed: { max: 0 } } }],
    [
      { changes: { added: { min: 1, max: 3 }, removed: null, changed: { max: 5 } }, against: 'previous' },
      { changes: { added: { min: 1, max: 3 }, changed: { max: 5 } }, against: 'previous' },
    ],
    [
      { changes: { added: { max: 0 } }, against: '0198D0AA-0000-7000-8000-00000000000B' },
      { changes: { added: { max: 0 } }, against: '0198d0aa-0000-7000-8000-00000000000b' },
    ],
  ])('%j', (wire, expected) => {
    expect(readExpect(wire)).toEqual({ expect: expected, faults: {} })
  })

  it.each([
    [7, { '': ['7: expected {rows: {min, max}, every, changes, against}, or null.'] }],
    [[], { '': ['a list: expected {rows: {min, max}, every, changes, against}, or null.'] }],
    [{}, { '': [NONE] }],
    [{ rows: null, every: null }, { '': [NONE] }],
    [{ rows: {} }, { rows: ['Give min, max or both.'] }],
    [{ rows: 3 }, { rows: ['3: expected {min, max}.'] }],
    [{ rows: { min: 3, max: 2 } }, { rows: ['min 3 is more than max 2.'] }],
    [{ rows: { mx: 2, max: 1 } }, { 'rows.mx': ['There is no such key. Did you mean max?'] }],
    [{ changes: 3 }, { changes: ['3: expected {added, removed, changed}, each {min, max}.'] }],
    [{ changes: {} }, { changes: ['Give added, removed, changed or several.'] }],
    [
      { changes: { added: { max: 0 }, remved: {} } },
      { 'changes.remved': ['There is no such key. Did you mean removed?'] },
    ],
    [{ changes: { removed: { max: -1 } } }, { 'changes.removed.max': ['-1: expected a whole number from 0.'] }],
    [
      { changes: { added: { max: 0 } }, against: 'yesterday' },
      { against: [expect.stringMatching(/^"?yesterday"?: expected previous or the id of a snapshot\.$/)] },
    ],
    [
      { rows: { max: 0 }, against: 'previous' },
      { against: ['It says what changes are compared with: give changes too.'] },
    ],
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
