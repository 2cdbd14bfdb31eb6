import { describe, expect, it } from 'vitest'
import { countRows, kindOfCheck, rowsOfQuery } from './report-parts.ts'

const check = (before: string, after: string) =>
  ({ before: { status: before }, after: { status: after } }) as unknown as Parameters<typeof kindOfCheck>[0]

describe('what a change did to a check', () => {
  it.each([
    ['passed', 'failed', 'fresh'],
    ['not_applicable', 'look', 'fresh'],
    ['failed', 'failed', 'before'],
    ['failed', 'error', 'before'],
    ['error', 'passed', 'passing'],
    ['waived', 'passed', 'fine'],
  ])('from %s to %s is %s', (before, after, kind) => {
    expect(kindOfCheck(check(before, after))).toBe(kind)
  })
})

const QUERY = {
  ...{ saved_query: 'q', name: 'Bridge domains', snapshot_a: 'a', snapshot_b: 'b', reason: null, blame: null },
  summary: { added: 1, removed: 1, changed: 1, unchanged: 7 },
  added: [{ dn: 'uni/new', mtu: '9000', descr: '', blame: { status: 'none', entries: [], more: false } }],
  removed: [{ name: 'no DN', count: 3 }],
  changed: [{ key: { dn: 'uni/old' }, fields: { mtu: { before: '9000', after: null } } }],
  truncated: false,
} as unknown as Parameters<typeof rowsOfQuery>[0]

describe('the rows of a report', () => {
  it('are known by their DN, else by their values; nothing is shown for what is empty', () => {
    expect(rowsOfQuery(QUERY)).toMatchObject([
      { kind: 'removed', object: 'name no DN, count 3', values: [{ name: 'name' }, { before: '3', after: null }] },
      {
        ...{ kind: 'added', object: 'uni/new', blame: { status: 'none' } },
        values: [{ name: 'mtu', before: null, after: '9000' }],
      },
      { kind: 'changed', object: 'uni/old', values: [{ name: 'mtu', before: '9000', after: null }] },
    ])
  })

  it('are counted over all queries that were compared', () => {
    const missing = { ...QUERY, summary: null }

    expect(countRows([QUERY, missing, QUERY])).toEqual({ added: 2, removed: 2, changed: 2 })
  })
})
