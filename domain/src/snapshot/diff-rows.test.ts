import { describe, expect, it } from 'vitest'
import type { Row } from '../values/row.ts'
import { canonicalRow } from './canonical-row.ts'
import { DEFAULT_IGNORED_FIELDS, type DiffRules, resolveStrategy } from './diff-rules.ts'
import { diffRows, presentChangedRow } from './diff-rows.ts'

const byDn: DiffRules = { match: 'dn', ignoreFields: DEFAULT_IGNORED_FIELDS }
const byHash: DiffRules = { ...byDn, match: 'hash' }
const byName: DiffRules = { ...byDn, match: { keyFields: ['name', 'pod'] } }

const diff = (before: Row[], after: Row[], rules: DiffRules) =>
  diffRows(before.map(canonicalRow), after.map(canonicalRow), rules)
const counts = (added: number, removed: number, changed: number, unchanged: number) => ({
  added,
  removed,
  changed,
  unchanged,
})

describe('diffRows', () => {
  it.each<[string, Row[], Row[], DiffRules, ReturnType<typeof counts>]>([
    ['finds nothing without rows', [], [], byDn, counts(0, 0, 0, 0)],
    ['identifies a row by its DN', [{ dn: 'a', x: '1' }], [{ dn: 'a', x: '2' }], byDn, counts(0, 0, 1, 0)],
    ['distinguishes DNs', [{ dn: 'a' }], [{ dn: 'b' }], byDn, counts(1, 1, 0, 0)],
    ['accepts an empty DN', [{ dn: '', x: '1' }], [{ dn: '', x: '2' }], byDn, counts(0, 0, 1, 0)],
    ['identifies rows without a DN by their whole content', [{ x: '1' }], [{ x: '2' }], byDn, counts(1, 1, 0, 0)],
    ['does not accept a number as a DN', [{ dn: 5, x: '1' }], [{ dn: 5, x: '2' }], byDn, counts(1, 1, 0, 0)],
    ['does not confuse a DN with a row that looks like it', [{ dn: 'a' }], [{ x: 'dn a' }], byDn, counts(1, 1, 0, 0)],
    [
      'does not report ignored fields as changes',
      [{ dn: 'a', modTs: '1' }],
      [{ dn: 'a', modTs: '2', uid: '0' }],
      byDn,
      counts(0, 0, 0, 1),
    ],
    [
      'ignores them in rows identified by their content',
      [{ x: '1', modTs: '1' }],
      [{ x: '1', modTs: '2' }],
      byHash,
      counts(0, 0, 0, 1),
    ],
    ['treats null as absent', [{ dn: 'a', x: null }], [{ dn: 'a' }], byDn, counts(0, 0, 0, 1)],
    ['distinguishes null from empty text', [{ dn: 'a', x: null }], [{ dn: 'a', x: '' }], byDn, counts(0, 0, 1, 0)],
    ['distinguishes numbers from texts', [{ dn: 'a', x: 5 }], [{ dn: 'a', x: '5' }], byDn, counts(0, 0, 1, 0)],
    [
      'never finds changes when the key is the whole content',
      [{ dn: 'a', x: '1' }],
      [{ dn: 'a', x: '2' }],
      byHash,
      counts(1, 1, 0, 0),
    ],
    [
      'identifies rows by key fields',
      [{ name: 'n', pod: 1, x: 1 }],
      [{ name: 'n', pod: 1, x: 2 }],
      byName,
      counts(0, 0, 1, 0),
    ],
    [
      'treats a missing key field as null',
      [{ name: 'n', pod: null }],
      [{ name: 'n', x: 2 }],
      byName,
      counts(0, 0, 1, 0),
    ],
    [
      'distinguishes key values by type',
      [{ name: 'n', pod: 1 }],
      [{ name: 'n', pod: '1' }],
      byName,
      counts(1, 1, 0, 0),
    ],
    ['counts equal rows as often as they occur', [{ dn: 'a' }, { dn: 'a' }], [{ dn: 'a' }], byDn, counts(0, 1, 0, 1)],
    [
      'pairs equal rows with the same key first',
      [
        { dn: 'a', x: '1' },
        { dn: 'a', x: '2' },
      ],
      [
        { dn: 'a', x: '2' },
        { dn: 'a', x: '3' },
        { dn: 'a', x: '4' },
      ],
      byDn,
      counts(1, 0, 1, 1),
    ],
    [
      'does not let ignored fields decide what pairs',
      [
        { dn: 'a', modTs: '1', x: '1' },
        { dn: 'a', modTs: '2', x: '2' },
      ],
      [
        { dn: 'a', modTs: '3', x: '2' },
        { dn: 'a', modTs: '4', x: '1' },
      ],
      byDn,
      counts(0, 0, 0, 2),
    ],
  ])('compares two sides: %s', (_fact, before, after, rules, expected) => {
    expect(diff(before, after, rules).counts).toEqual(expected)
  })

  it('lists rows by key', () => {
    const after = ['c', 'a/b', 'a', 'b'].map((dn) => ({ dn }))

    expect(diff([], after, byDn).added).toEqual(['a', 'a/b', 'b', 'c'].map((dn) => canonicalRow({ dn })))
  })

  it('pairs the remaining rows of a key in order of content', () => {
    const row = (x: string): Row => ({ dn: 'a', x })

    const { changed, added } = diff(['9', '8'].map(row), ['3', '2', '1'].map(row), byDn)

    expect(changed.map(({ before, after }) => [before, after])).toEqual([
      [canonicalRow(row('8')), canonicalRow(row('1'))],
      [canonicalRow(row('9')), canonicalRow(row('2'))],
    ])
    expect(added).toEqual([canonicalRow(row('3'))])
  })

  it('rejects a row that is not canonical', () => {
    expect(() => diffRows(['{"dn":"a'], [], byDn)).toThrow('expected the string at 6 to end')
    expect(() => diffRows(['{"a":["x'], [], byDn)).toThrow('to end')
  })
})

describe('presentChange', () => {
  const present = (before: Row, after: Row, rules: DiffRules) =>
    presentChangedRow({ before: canonicalRow(before), after: canonicalRow(after) }, rules)

  it('shows the key and the differences, with null for an absent field', () => {
    const change = present({ dn: 'a', x: ['1'], y: 1, modTs: '1' }, { dn: 'a', x: ['2'], z: '3', modTs: '2' }, byDn)

    expect(change).toEqual({
      key: { dn: 'a' },
      fields: { x: { before: ['1'], after: ['2'] }, y: { before: 1, after: null }, z: { before: null, after: '3' } },
    })
  })

  it('shows all key fields, with null for a missing one', () => {
    expect(present({ name: 'n', x: 1 }, { name: 'n', x: 2 }, byName).key).toEqual({ name: 'n', pod: null })
  })

  it('presents columns named like the prototype', () => {
    const rules: DiffRules = { ...byDn, match: { keyFields: ['constructor'] } }
    const before = JSON.parse('{"__proto__":"x"}') as Row

    const { key, fields } = present(before, {}, rules)

    expect(key).toEqual({ constructor: null })
    expect(Object.entries(fields)).toEqual([['__proto__', { before: 'x', after: null }]])
  })
})

describe('resolveStrategy', () => {
  const side = (hasUniqueDns: boolean, merged = false) => ({
    columns: merged ? ['dn', '@controller'] : ['dn'],
    hasUniqueDns,
  })

  it.each([
    ['dn', true, 'dn'],
    ['dn', false, 'dn'],
    ['auto', true, 'dn'],
    ['auto', false, 'hash'],
    ['hash', true, 'hash'],
  ] as const)('resolves %s (both sides have unique DNs: %s) to %s', (strategy, haveUniqueDns, resolved) => {
    expect(resolveStrategy(strategy, side(haveUniqueDns), side(true))).toBe(resolved)
  })

  it.each([
    ['dn', true, 'controller_dn'],
    ['auto', true, 'controller_dn'],
    ['auto', false, 'hash'],
    ['hash', true, 'hash'],
  ] as const)('resolves %s for two merged sides (unique: %s) to %s', (strategy, haveUniqueDns, resolved) => {
    expect(resolveStrategy(strategy, side(haveUniqueDns, true), side(true, true))).toBe(resolved)
  })

  it('does not count on unique DNs when only one side is merged', () => {
    expect([
      resolveStrategy('auto', side(true, true), side(true)),
      resolveStrategy('dn', side(true), side(true, true)),
    ]).toEqual(['hash', 'dn'])
  })
})

describe('rows of merged runs', () => {
  const row = (controller: string, name: string) => canonicalRow({ dn: 'uni/tn-a', '@controller': controller, name })
  const rules: DiffRules = { match: 'controller_dn', ignoreFields: [] }

  it('are identified by DN and controller: the same DN on two fabrics is two objects', () => {
    const diff = diffRows([row('a', 'old'), row('b', 'same')], [row('a', 'new'), row('b', 'same')], rules)

    expect(diff.counts).toEqual({ added: 0, removed: 0, changed: 1, unchanged: 1 })
    expect(presentChangedRow(diff.changed[0]!, rules)).toEqual({
      key: { dn: 'uni/tn-a', '@controller': 'a' },
      fields: { name: { before: 'old', after: 'new' } },
    })
  })

  it('that move from one controller to another are removed and added', () => {
    expect(diffRows([row('a', 'x')], [row('b', 'x')], rules).counts).toEqual({
      added: 1,
      removed: 1,
      changed: 0,
      unchanged: 0,
    })
  })
})
