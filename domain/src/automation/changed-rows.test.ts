import { expect, it } from 'vitest'
import type { Row } from '../values/row.ts'
import { changedRows } from './changed-rows.ts'

const changes = (pairs: readonly (readonly [Row, Row | null])[], isComparison = false) =>
  changedRows(
    pairs.map(([source], index) => ({ index, source })),
    pairs.map(([, row], index) => ({ index, row })),
    { isComparison },
  )

it('names the rows that are gone or differ, by their DN, and none that is the same in another order', () => {
  expect(
    changes([
      [{ dn: 'uni/a', mtu: '1500' }, null],
      [
        { dn: 'uni/b', mtu: '1500' },
        { dn: 'uni/b', mtu: '9000' },
      ],
      [
        { dn: 'uni/c', mtu: '1500' },
        { mtu: '1500', dn: 'uni/c' },
      ],
    ]),
  ).toEqual([
    { index: 0, change: 'removed', dn: 'uni/a' },
    { index: 1, change: 'changed', dn: 'uni/b' },
  ])
})

it('takes the rows of a comparison as they were in its later capture', () => {
  expect(
    changes(
      [
        [
          { dn: 'uni/a', mtu: '1500', change: 'changed', 'before.mtu': '9000' },
          { dn: 'uni/a', mtu: '1500' },
        ],
        [{ dn: 'uni/b', mtu: '1500', change: 'removed' }, null],
        [
          { dn: 'uni/c', mtu: '1500', change: 'removed' },
          { dn: 'uni/c', mtu: '1500' },
        ],
        [{ dn: 'uni/d', mtu: '1500', change: 'added' }, null],
      ],
      true,
    ),
  ).toEqual([
    { index: 2, change: 'added', dn: 'uni/c' },
    { index: 3, change: 'removed', dn: 'uni/d' },
  ])
})

it('keeps a column called change that is no comparison, and has no DN where the rows have none', () => {
  expect(
    changes([
      [
        { name: 'a', change: 'removed' },
        { name: 'a', change: 'removed' },
      ],
    ]),
  ).toEqual([])
  expect(changes([[{ name: 'a' }, null]])).toEqual([{ index: 0, change: 'removed', dn: undefined }])
})
