import { describe, expect, it } from 'vitest'
import type { Row } from '../query/row.ts'
import { canonicalRow } from './canonical-row.ts'
import { DEFAULT_IGNORED_FIELDS, type DiffRules, resolveStrategy } from './diff-rules.ts'
import { diffRows, presentChange } from './diff-rows.ts'

const byDn: DiffRules = { match: 'dn', ignoreFields: DEFAULT_IGNORED_FIELDS }
const byHash: DiffRules = { ...byDn, match: 'hash' }
const byName: DiffRules = { ...byDn, match: { keyFields: ['name', 'pod'] } }

const diff = (before: Row[], after: Row[], rules: DiffRules) => diffRows(before.map(canonicalRow), after.map(canonicalRow), rules)
const counts = (added: number, removed: number, changed: number, unchanged: number) => ({ added, removed, changed, unchanged })

describe('diffRows', () => {
  it.each<[string, Row[], Row[], DiffRules, ReturnType<typeof counts>]>([
    ['finds nothing in nothing', [], [], byDn, counts(0, 0, 0, 0)],
    ['knows a row by its DN', [{ dn: 'a', x: '1' }], [{ dn: 'a', x: '2' }], byDn, counts(0, 0, 1, 0)],
    ['tells DNs apart', [{ dn: 'a' }], [{ dn: 'b' }], byDn, counts(1, 1, 0, 0)],
    ['takes the empty DN for one', [{ dn: '', x: '1' }], [{ dn: '', x: '2' }], byDn, counts(0, 0, 1, 0)],
    ['knows rows without a DN by all they hold', [{ x: '1' }], [{ x: '2' }], byDn, counts(1, 1, 0, 0)],
    ['takes no number for a DN', [{ dn: 5, x: '1' }], [{ dn: 5, x: '2' }], byDn, counts(1, 1, 0, 0)],
    ['mixes no DN with a row that reads like it', [{ dn: 'a' }], [{ x: 'dn a' }], byDn, counts(1, 1, 0, 0)],
    ['takes ignored fields for no change', [{ dn: 'a', modTs: '1' }], [{ dn: 'a', modTs: '2', uid: '0' }], byDn, counts(0, 0, 0, 1)],
    ['ignores them in rows known by all they hold', [{ x: '1', modTs: '1' }], [{ x: '1', modTs: '2' }], byHash, counts(0, 0, 0, 1)],
    ['takes null for absent', [{ dn: 'a', x: null }], [{ dn: 'a' }], byDn, counts(0, 0, 0, 1)],
    ['tells null from empty text', [{ dn: 'a', x: null }], [{ dn: 'a', x: '' }], byDn, counts(0, 0, 1, 0)],
    ['tells numbers from texts', [{ dn: 'a', x: 5 }], [{ dn: 'a', x: '5' }], byDn, counts(0, 0, 1, 0)],
    ['never finds changes when all columns are the key', [{ dn: 'a', x: '1' }], [{ dn: 'a', x: '2' }], byHash, counts(1, 1, 0, 0)],
    ['knows rows by key fields', [{ name: 'n', pod: 1, x: 1 }], [{ name: 'n', pod: 1, x: 2 }], byName, counts(0, 0, 1, 0)],
    ['takes a missing key field for null', [{ name: 'n', pod: null }], [{ name: 'n', x: 2 }], byName, counts(0, 0, 1, 0)],
    ['tells key values apart by type', [{ name: 'n', pod: 1 }], [{ name: 'n', pod: '1' }], byName, counts(1, 1, 0, 0)],
    ['counts equal rows as often as they stand there', [{ dn: 'a' }, { dn: 'a' }], [{ dn: 'a' }], byDn, counts(0, 1, 0, 1)],
    [
      'pairs equal rows of one key before others',
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
  ])('%s', (_fact, before, after, rules, expected) => {
    expect(diff(before, after, rules).counts).toEqual(expected)
  })

  it('lists rows by key', () => {
    const after = ['c', 'a/b', 'a', 'b'].map((dn) => ({ dn }))

    expect(diff([], after, byDn).added).toEqual(['a', 'a/b', 'b', 'c'].map((dn) => canonicalRow({ dn })))
  })

  it('reads the rest of a key in order of content', () => {
    const row = (x: string): Row => ({ dn: 'a', x })

    const { changed, added } = diff(['9', '8'].map(row), ['3', '2', '1'].map(row), byDn)

    expect(changed.map(({ before, after }) => [before, after])).toEqual([
      [canonicalRow(row('8')), canonicalRow(row('1'))],
      [canonicalRow(row('9')), canonicalRow(row('2'))],
    ])
    expect(added).toEqual([canonicalRow(row('3'))])
  })

  it('refuses what is no canonical row', () => {
    expect(() => diffRows(['{"dn":"a'], [], byDn)).toThrow('expected the string at 6 to end')
    expect(() => diffRows(['{"a":["x'], [], byDn)).toThrow('to end')
  })
})

describe('presentChange', () => {
  const present = (before: Row, after: Row, rules: DiffRules) =>
    presentChange({ before: canonicalRow(before), after: canonicalRow(after) }, rules)

  it('names the key and what differs, null where a field is absent', () => {
    const change = present({ dn: 'a', x: ['1'], y: 1, modTs: '1' }, { dn: 'a', x: ['2'], z: '3', modTs: '2' }, byDn)

    expect(change).toEqual({
      key: { dn: 'a' },
      fields: { x: { before: ['1'], after: ['2'] }, y: { before: 1, after: null }, z: { before: null, after: '3' } },
    })
  })

  it('names all key fields, null where a row has none', () => {
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
  it.each([
    ['dn', true, 'dn'],
    ['dn', false, 'dn'],
    ['auto', true, 'dn'],
    ['auto', false, 'hash'],
    ['hash', true, 'hash'],
  ] as const)('makes %s, when both sides have unique DNs: %s, %s', (strategy, haveUniqueDns, resolved) => {
    expect(resolveStrategy(strategy, haveUniqueDns)).toBe(resolved)
  })
})
