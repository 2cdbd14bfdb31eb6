import { describe, expect, it } from 'vitest'
import { ABSENT } from './cell.ts'
import type { ColumnFilter, GridOperator } from './column-filter.ts'
import { RowStore, type SortColumn } from './row-store.ts'

function storeOf(...rows: readonly Record<string, unknown>[]): RowStore {
  const store = new RowStore()
  for (const row of rows) store.add(row)
  return store
}

const viewed = (store: RowStore, column: string, sort: readonly SortColumn[] = [], find = '') =>
  Array.from(store.view({ sort, find, columns: store.columns, filters: [] }), (row) => store.cell(row, column))

describe('rows kept by column', () => {
  it('are what they were, and tell null from absent', () => {
    const store = storeOf({ dn: 'a', mtu: 9000 }, { dn: 'b', mtu: null }, { dn: 'c' }, { dn: 'd', flags: ['x', 'y'] })

    expect([store.count, store.columns]).toEqual([4, ['dn', 'mtu', 'flags']])
    expect([0, 1, 2].map((row) => store.cell(row, 'mtu'))).toEqual([9000, null, ABSENT])
    expect(store.cell(3, 'flags')).toEqual(['x', 'y'])
    expect(store.cell(0, 'nothing')).toBe(ABSENT)
  })

  it('tell text from numbers that read the same', () => {
    const store = storeOf({ v: '1' }, { v: 1 }, { v: true }, { v: 'true' })

    expect(viewed(store, 'v')).toEqual(['1', 1, true, 'true'])
  })

  it('have the announced columns first, also those that no row has', () => {
    const store = new RowStore()
    store.announce(['dn', 'name'])
    store.add({ other: 1, dn: 'a' })

    expect(store.columns).toEqual(['dn', 'name', 'other'])
  })

  it('grow beyond what was reserved', () => {
    const store = storeOf(...Array.from({ length: 5_000 }, (_, index) => ({ n: index })))

    expect(store.cell(4_999, 'n')).toBe(4_999)
  })
})

describe('a view', () => {
  const ports = storeOf(
    { p: 'eth1/10' },
    { p: null },
    { p: 'eth1/50' },
    { p: 'eth1/49/1' },
    { p: 'eth1/9' },
    {},
    { p: 'eth1/49' },
  )
  const by = (column: string, isDescending = false): SortColumn => ({ column, isDescending })

  it('orders interfaces as people do, with nothing last', () => {
    expect(viewed(ports, 'p', [by('p')])).toEqual([
      'eth1/9',
      'eth1/10',
      'eth1/49',
      'eth1/49/1',
      'eth1/50',
      null,
      ABSENT,
    ])
  })

  it('orders interfaces inside DNs the same way', () => {
    const dns = ['eth1/49/1', 'eth1/50', 'eth1/9', 'eth1/49', 'eth1/10'].map((id) => ({
      dn: `topology/pod-1/paths-101/pathep-[${id}]`,
    }))

    expect(viewed(storeOf(...dns), 'dn', [by('dn')]).map((dn) => /\[(.*)\]/.exec(String(dn))?.[1])).toEqual([
      'eth1/9',
      'eth1/10',
      'eth1/49',
      'eth1/49/1',
      'eth1/50',
    ])
  })

  it('orders downwards, and nothing is still last', () => {
    expect(viewed(ports, 'p', [by('p', true)])).toEqual([
      'eth1/50',
      'eth1/49/1',
      'eth1/49',
      'eth1/10',
      'eth1/9',
      null,
      ABSENT,
    ])
  })

  it('orders by several columns, and keeps the order of equal rows', () => {
    const store = storeOf(
      { a: 'x', b: 2, n: 1 },
      { a: 'x', b: 10, n: 2 },
      { a: 'w', b: 3, n: 3 },
      { a: 'x', b: 2, n: 4 },
    )

    expect(viewed(store, 'n', [by('a'), by('b', true)])).toEqual([3, 2, 1, 4])
    expect(viewed(store, 'n', [by('nothing')])).toEqual([1, 2, 3, 4])
  })

  it('finds text in any case, in the columns that are shown', () => {
    const store = storeOf(
      { dn: 'uni/tn-Common', descr: 'web' },
      { dn: 'uni/tn-dev', descr: 'common services' },
      { dn: 'uni/tn-x', descr: null },
    )

    expect(viewed(store, 'dn', [], 'COMMON')).toEqual(['uni/tn-Common', 'uni/tn-dev'])
    expect(Array.from(store.view({ sort: [], find: 'common', columns: ['dn'], filters: [] }))).toEqual([0])
    expect(viewed(store, 'dn', [], 'null')).toEqual([])
  })
})

describe('what is looked for', () => {
  const store = storeOf(
    { dn: 'a', name: 'Web', descr: 'old' },
    { dn: 'b', name: 'app', descr: 'web of old' },
    { dn: 'c', name: 'db', descr: 'web' },
  )
  const view = { sort: [], find: 'web', columns: ['dn', 'name'], filters: [] }

  it('is found in columns that are hidden too, which says how many rows have it', () => {
    expect(store.found(view)).toEqual([
      { column: 'name', rows: 1 },
      { column: 'descr', rows: 2 },
    ])
    expect(store.found({ ...view, find: '' })).toEqual([])
  })

  it('counts only in rows that fit the filters', () => {
    const filters = [{ column: 'dn', operator: 'in' as const, values: ['c'] }]

    expect(store.found({ ...view, filters })).toEqual([{ column: 'descr', rows: 1 }])
  })

  it('has a first row, in the order of the view', () => {
    const rows = store.view({ ...view, columns: store.columns, sort: [{ column: 'dn', isDescending: true }] })

    expect(store.firstWith(rows, { column: 'name', find: 'WEB' })).toBe(2)
    expect(store.firstWith(rows, { column: 'dn', find: 'web' })).toBe(-1)
  })
})

describe('filters of columns', () => {
  const store = storeOf(
    { dn: 'a', mtu: 9000, mode: 'trunk' },
    { dn: 'b', mtu: '1500', mode: 'Access' },
    { dn: 'c', mtu: 'inherit', mode: null },
    { dn: 'd', mode: 'trunk' },
  )
  const hits = (...filters: readonly ColumnFilter[]) =>
    Array.from(store.view({ sort: [], find: '', columns: store.columns, filters }), (row) => store.cell(row, 'dn'))
  const of = (column: string, operator: GridOperator, ...values: readonly string[]): ColumnFilter => ({
    column,
    operator,
    values,
  })

  it.each([
    [of('mtu', 'ge', '1500'), ['a', 'b']],
    [of('mtu', 'lt', '9000'), ['b']],
    [of('mtu', 'between', '1000', '2000'), ['b']],
    [of('mode', 'contains', 'ACC'), ['b']],
    [of('mode', 'eq', 'access'), []],
    [of('mode', 'ne', 'trunk'), ['b', 'c']],
    [of('mode', 'starts_with', 'tr'), ['a', 'd']],
    [of('mode', 'ends_with', 'ss'), ['b']],
    [of('mode', 'in', 'trunk', ''), ['a', 'c', 'd']],
    [of('mode', 'not_in', 'trunk'), ['b', 'c']],
    [of('mtu', 'is_empty'), ['d']],
    [of('mode', 'is_set'), ['a', 'b', 'd']],
    [of('nothing', 'is_set'), ['a', 'b', 'c', 'd']],
  ])('%o', (filter, expected) => {
    expect(hits(filter)).toEqual(expected)
  })

  it('all have to fit', () => {
    expect(hits(of('mode', 'eq', 'trunk'), of('mtu', 'is_set'))).toEqual(['a'])
  })

  it('leave values to choose from, the most frequent first', () => {
    const view = { sort: [], find: '', columns: store.columns, filters: [of('mtu', 'is_set')] }

    expect(store.distinct('mode', { ...view, filters: [] }, { text: '', most: 2 })).toEqual({
      kind: 'text',
      count: 3,
      values: [
        { value: 'trunk', rows: 2 },
        { value: 'Access', rows: 1 },
      ],
    })
    expect(store.distinct('mode', view, { text: 'TR', most: 9 }).values).toEqual([{ value: 'trunk', rows: 1 }])
  })
})
