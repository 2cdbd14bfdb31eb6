import { expect, it } from 'vitest'
import type { VerifyBody } from '@heddle/contract/automation.ts'
import type { Row } from '../values/row.ts'
import { MOST_LOOKS, type RequestedRow, rowJudge } from './judge-rows.ts'
import { isOfComparison } from './key-columns.ts'
import { filterReads, rowFilter } from './map-rows.ts'

const REQUESTED = [
  { index: 0, source: { dn: 'uni/a', name: 'a', mtu: '1500' } },
  { index: 1, source: { dn: 'uni/b', name: 'b', mtu: '1500' } },
]

function judged(
  found: readonly Row[],
  spec: Pick<VerifyBody, 'expect' | 'by'>,
  filter: string | null = null,
  rows: readonly RequestedRow[] = REQUESTED,
) {
  const readsComparison = filterReads(filter, isOfComparison)
  const { see, judge } = rowJudge(rows, { spec, filter: rowFilter(filter), readsComparison })
  for (const row of found) see(row)
  const judgement = judge()
  if ('fault' in judgement) throw new Error(judgement.fault)
  return judgement
}

/** How often a filter that says `verdict` looks at a row. */
function looks(rows: readonly RequestedRow[], found: readonly Row[], verdict: boolean, readsComparison = false) {
  let count = 0
  const filter = () => {
    count++
    return verdict
  }
  const { see, judge } = rowJudge(rows, { spec: { expect: 'gone', by: ['kind'] }, filter, readsComparison })
  for (const row of found) see(row)
  return { count, judgement: judge() }
}
const alike = (count: number, own: (index: number) => Row = () => ({})): RequestedRow[] =>
  Array.from({ length: count }, (_, index) => ({ index, source: { kind: 'bd', ...own(index) } }))
const holds = (...parameters: Parameters<typeof judged>) => judged(...parameters).rows.map((row) => row.holds)

it('holds rows that are gone, or that are present, whichever was expected', () => {
  const found = [{ dn: 'uni/b', name: 'b', mtu: '9000' }, { dn: 'uni/x' }]

  expect(judged(found, { expect: 'gone' })).toEqual({
    rows: [
      { index: 0, holds: true },
      { index: 1, holds: false },
    ],
    after: [
      { index: 0, row: null },
      { index: 1, row: found[0] },
    ],
  })
  expect(holds(found, { expect: 'present' })).toEqual([false, true])
})

it('applies the filter again: a row that no longer passes it is gone', () => {
  const found = [
    { dn: 'uni/a', mtu: '9000' },
    { dn: 'uni/b', mtu: '1500' },
  ]

  expect(holds(found, { expect: 'gone' }, 'mtu < 9000')).toEqual([true, false])
})

it('tells rows apart by other columns when asked to, null included', () => {
  const rows = [
    { index: 0, source: { name: 'a', zone: null } },
    { index: 1, source: { name: 'a', zone: '1' } },
  ]

  expect(holds([{ name: 'a', zone: null }], { expect: 'gone', by: ['name', 'zone'] }, null, rows)).toEqual([
    false,
    true,
  ])
})

it('takes 5 and "5" for different keys', () => {
  expect(holds([{ dn: 5 }], { expect: 'present' }, null, [{ index: 0, source: { dn: '5' } }])).toEqual([false])
})

it('proves nothing for a row that the filter fails for', () => {
  const found = [{ dn: 'uni/a' }]

  expect(holds(found, { expect: 'gone' }, 'mtu < 9000')).toEqual([false, true])
  expect(holds(found, { expect: 'present' }, 'mtu < 9000')).toEqual([false, false])
})

it('is present when any of several rows with its key passes', () => {
  const found = [
    { dn: 'uni/a', mtu: '9000' },
    { dn: 'uni/a', mtu: '1500' },
  ]

  expect(judged(found, { expect: 'present' }, 'mtu < 9000').after[0]!.row).toEqual(found[1])
})

it('lets the filter of a comparison read what changed then', () => {
  const rows = [{ index: 0, source: { dn: 'uni/a', mtu: '1500', change: 'changed', 'before.mtu': '9000' } }]
  const filter = 'change == "changed" && mtu != before.mtu'

  expect(holds([{ dn: 'uni/a', mtu: '9000' }], { expect: 'gone' }, filter, rows)).toEqual([true])
  expect(holds([{ dn: 'uni/a', mtu: '1500' }], { expect: 'gone' }, filter, rows)).toEqual([false])
})

it('looks at each row of the source once, however many rows of the request have its key', () => {
  const found = alike(1_000).map(({ source }) => source)

  expect(looks(alike(1_000), found, false).count).toBe(1_000)
  expect(looks(alike(1_000), found, true).count).toBe(1)
  expect(looks(alike(1_000), found, false).judgement).toMatchObject({ rows: { length: 1_000 } })
})

it('looks once more for each row of a comparison with the same key whose cells differ, if the filter reads them', () => {
  const rows = alike(10, (index) => ({ 'before.mtu': String(index % 2) }))
  const found = alike(5).map(({ source }) => source)

  expect(looks(rows, found, false, true).count).toBe(10)
  expect(looks(rows, found, false, false).count).toBe(5)
})

it('says so instead of looking too often', () => {
  const rows = alike(2_000, (index) => ({ 'before.mtu': String(index) }))
  const found = alike(2_000).map(({ source }) => source)

  const { count, judgement } = looks(rows, found, false, true)

  expect(count).toBeLessThanOrEqual(MOST_LOOKS)
  expect(judgement).toEqual({ fault: expect.stringContaining('Too many rows have the same kind') })
})
