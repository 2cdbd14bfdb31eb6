import { expect, it } from 'vitest'
import type { VerifyBody } from '@heddle/contract/automation.ts'
import type { Row } from '../values/row.ts'
import { type RequestedRow, rowJudge } from './judge-rows.ts'
import { rowFilter } from './map-rows.ts'

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
  const { see, judge } = rowJudge(rows, spec, rowFilter(filter))
  for (const row of found) see(row)
  return judge()
}
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
