import { describe, expect, it } from 'vitest'
import { mergeRows } from './merge-rows.ts'

const part = (controller: string, dns: readonly (string | null)[], extra: Readonly<Record<string, string>> = {}) => ({
  controller,
  shaped: {
    columns: ['dn', 'className', '@controller', ...Object.keys(extra)],
    rows: dns.map((dn) => ({ dn, className: 'fvBD', '@controller': controller, ...extra })),
  },
})
const order = (parts: Parameters<typeof mergeRows>[0]) =>
  mergeRows(parts).rows.map((row) => `${String(row['dn'])} ${String(row['@controller'])}`)

describe('merging the rows of several connections', () => {
  it('orders by the DN, then by the name of the connection, whatever the order of the connections', () => {
    const [a, b] = [part('a', ['uni/tn-1', 'uni/tn-3']), part('b', ['uni/tn-1', 'uni/tn-2'])]
    const expected = ['uni/tn-1 a', 'uni/tn-1 b', 'uni/tn-2 b', 'uni/tn-3 a']

    expect([order([a, b]), order([b, a])]).toEqual([expected, expected])
  })

  it('puts rows without a primary object last', () => {
    expect(order([part('a', ['uni/tn-1', null]), part('b', ['uni/tn-2'])])).toEqual([
      'uni/tn-1 a',
      'uni/tn-2 b',
      'null a',
    ])
  })

  it('gives all rows all columns, in the order of the connection that has the most', () => {
    const merged = mergeRows([part('a', ['uni/tn-1']), part('b', ['uni/tn-2'], { name: 'x', descr: 'y' })])

    expect(merged.columns).toEqual(['dn', 'className', '@controller', 'name', 'descr'])
    expect(merged.rows[0]).toEqual({ dn: 'uni/tn-1', className: 'fvBD', '@controller': 'a', name: null, descr: null })
    expect(Object.keys(merged.rows[0]!)).toEqual(merged.columns)
  })

  it('takes the columns of the longest list first, wherever it is, and leaves rows that have them as they are', () => {
    const long = part('b', ['uni/tn-2'], { name: 'x', descr: 'y' })
    const merged = mergeRows([part('a', ['uni/tn-1'], { mtu: '9' }), long, part('c', [null])])

    expect(merged.columns).toEqual(['dn', 'className', '@controller', 'name', 'descr', 'mtu'])
    expect(merged.rows.map((row) => Object.keys(row))).toEqual([merged.columns, merged.columns, merged.columns])
    expect(mergeRows([long]).rows).toEqual(long.shaped.rows)
    expect(mergeRows([long]).rows[0]).toBe(long.shaped.rows[0])
  })

  it('gives rows whose columns have another order that of all', () => {
    const other = { controller: 'b', shaped: { columns: ['className', 'dn'], rows: [{ className: 'x', dn: 'y' }] } }
    const merged = mergeRows([part('a', ['uni/tn-1']), other])

    expect(Object.keys(merged.rows.at(-1)!)).toEqual(merged.columns)
  })

  it('has no rows without connections that have any', () => {
    expect(mergeRows([part('a', []), part('b', [])])).toEqual({ columns: ['dn', 'className', '@controller'], rows: [] })
  })
})
