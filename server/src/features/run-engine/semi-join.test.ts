import { describe, expect, it } from 'vitest'
import type { ControllerFilter } from '@heddle/domain/controller-query/controller-query.ts'
import { renderPath } from '@heddle/domain/controller-query/render-path.ts'
import type { TableAccess, SemiJoinKeys, PlanTable } from '@heddle/domain/query/plan.ts'
import type { TableRow } from '@heddle/domain/join/table-row.ts'
import { semiJoinQueries } from './semi-join.ts'

const table = (class_name: string): PlanTable => ({
  id: 'x',
  node_id: 'x',
  class_name,
  properties: undefined,
  pushed: undefined,
  local: undefined,
  scope_dn: undefined,
})
const row = (dn: string, values: Record<string, string> = {}): TableRow => ({ dn, class_name: 'any', values })
const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
const eq = (property: string, value: string): ControllerFilter => ({ op: 'eq', class_name: 'fvCtx', property, value })

function paths(
  keys: SemiJoinKeys,
  from: readonly TableRow[],
  parts: { max_keys?: number; class_name?: string; filter?: ControllerFilter } = {},
) {
  const { max_keys = 200, class_name = 'fvCtx', filter } = parts
  const otherwise = { target: { kind: 'class', class_name } as const, order_by: class_name, ...(filter && { filter }) }
  const access: Extract<TableAccess, { kind: 'semi_join' }> = { kind: 'semi_join', keys, max_keys, otherwise }
  return semiJoinQueries(table(class_name), access, from).map((query) => renderPath(query, { page: 0, size: 1 }))
}
const read = (path: string) => decodeURIComponent(path).replace(/&?order-by=.*/, '')

const BY_TARGET: SemiJoinKeys = { by: 'values', from: 'rs', from_property: 'tDn', property: 'dn' }
const BELOW: SemiJoinKeys = { by: 'scopes', from: 'bd', depth: 'any' }
const CHILDREN: SemiJoinKeys = { by: 'scopes', from: 'bd', depth: 'child' }

it.each<[string, SemiJoinKeys]>([
  ['values', BY_TARGET],
  ['scopes', BELOW],
  ['ancestors', { by: 'ancestors', from: 's', depth: 'child', rn_prefix: 'BD-' }],
])('a semi-join by %s sends no query when there are no rows to match', (_, keys) => {
  expect(paths(keys, [])).toEqual([])
})

describe('a semi-join by values', () => {
  it('asks for each value once, except empty ones', () => {
    const from = ['a', 'b', 'a', ''].map((tDn, index) => row(`rs-${index}`, { tDn }))

    expect(paths(BY_TARGET, from).map(read)).toEqual([
      '/api/class/fvCtx.json?query-target-filter=or(eq(fvCtx.dn,"a"),eq(fvCtx.dn,"b"))',
    ])
  })

  it.each([
    [20, [20]],
    [21, [20, 1]],
    [45, [20, 20, 5]],
  ])('splits %s keys into groups of at most 20', (count, groups) => {
    const found = paths(
      BY_TARGET,
      times(count, (index) => row('rs', { tDn: `uni/ctx-${index}` })),
    )

    expect(found.map((path) => read(path).split('eq(').length - 1)).toEqual(groups)
  })

  it("includes the node's own filter in the predicate limit", () => {
    const found = paths(
      BY_TARGET,
      times(20, (index) => row('rs', { tDn: `uni/ctx-${index}` })),
      { filter: eq('name', 'x') },
    )

    expect(found.map((path) => read(path).split('eq(').length - 1)).toEqual([20, 2])
    expect(found.map(read)).toSatisfy((all: string[]) => all.every((path) => path.includes('and(eq(fvCtx.name,"x"),')))
  })

  it.each([
    ['long keys', 'k'.repeat(300), 'x'],
    ['keys that grow when encoded', '[ü/"]'.repeat(40), 'x'],
    ['a long filter on the node', 'k'.repeat(110), 'f'.repeat(2_300)],
  ])('keeps a URL below 4 kB: %s', (_, key, name) => {
    const found = paths(
      BY_TARGET,
      times(30, (index) => row('rs', { tDn: `${index}${key}` })),
      { filter: eq('name', name) },
    )

    expect(Math.max(...found.map((path) => path.length))).toBeLessThan(4_096)
    expect(found.join('').split('fvCtx.dn,').length - 1).toBe(30)
  })

  it.each([
    ['too many keys', times(201, (index) => row('rs', { tDn: `uni/ctx-${index}` }))],
    ['a key that a filter cannot express', [row('rs', { tDn: 'a\\b' })]],
  ])('reads the whole class because of %s', (_, from) => {
    expect(paths(BY_TARGET, from).map(read)).toEqual(['/api/class/fvCtx.json?'])
  })
})

describe('a semi-join by scopes', () => {
  it('asks for everything below each parent, or only its children', () => {
    const from = ['uni/tn-a/BD-1', 'uni/tn-a/BD-2'].map((dn) => row(dn))

    expect(paths(BELOW, from, { class_name: 'fvSubnet' }).map(read)).toEqual(
      [1, 2].map((name) => `/api/mo/uni/tn-a/BD-${name}.json?query-target=subtree&target-subtree-class=fvSubnet`),
    )
    expect(paths(CHILDREN, from, { class_name: 'fvSubnet' }).map(read)[0]).toContain('query-target=children')
  })

  it('goes up to common ancestors when there are too many parents, and asks for their whole subtrees', () => {
    const from = times(50, (index) => row(`uni/tn-${index % 2}/BD-${index}`))

    expect(paths(CHILDREN, from, { class_name: 'fvSubnet', max_keys: 20 }).map(read)).toEqual(
      [0, 1].map((name) => `/api/mo/uni/tn-${name}.json?query-target=subtree&target-subtree-class=fvSubnet`),
    )
  })

  it('reads the whole class instead of everything below one common root', () => {
    expect(
      paths(
        BELOW,
        times(30, (index) => row(`uni/tn-${index}`)),
        { class_name: 'fvBD', max_keys: 20 },
      ).map(read),
    ).toEqual(['/api/class/fvBD.json?'])
  })

  it('asks once where one parent is below another', () => {
    const from = ['uni/tn-a', 'uni/tn-a/BD-1', 'uni/tn-ab'].map((dn) => row(dn))

    expect(paths(BELOW, from).map((path) => read(path).split('.json')[0])).toEqual([
      '/api/mo/uni/tn-a',
      '/api/mo/uni/tn-ab',
    ])
  })
})

describe('a semi-join by ancestors', () => {
  const from = ['uni/tn-a/ap-x/epg-1/subnet-[10.0.0.1/24]', 'uni/tn-a/BD-2/subnet-[10.0.1.1/24]'].map((dn) => row(dn))

  it('asks for the parents', () => {
    expect(
      paths({ by: 'ancestors', from: 's', depth: 'child', rn_prefix: 'BD-' }, from, { class_name: 'fvBD' }).map(read),
    ).toEqual([
      '/api/class/fvBD.json?query-target-filter=or(eq(fvBD.dn,"uni/tn-a/ap-x/epg-1"),eq(fvBD.dn,"uni/tn-a/BD-2"))',
    ])
  })

  it('asks only for ancestors of the right class', () => {
    expect(
      paths({ by: 'ancestors', from: 's', depth: 'any', rn_prefix: 'tn-' }, from, { class_name: 'fvTenant' }).map(read),
    ).toEqual(['/api/class/fvTenant.json?query-target-filter=eq(fvTenant.dn,"uni/tn-a")'])
  })

  it('reads the whole class when the class prefix is unknown', () => {
    expect(paths({ by: 'ancestors', from: 's', depth: 'any', rn_prefix: undefined }, from).map(read)).toEqual([
      '/api/class/fvCtx.json?',
    ])
  })
})
