import { expect, it } from 'vitest'
import { cancelEqual } from '@heddle/domain/snapshot/cancel-equal.ts'
import { RowBalance } from './row-balance.ts'

it('leaves what only one side has, as often as it has more of it', () => {
  const before = ['a', 'a', 'a', 'b', 'c']
  const after = ['a', 'd', 'b', 'd']
  const rows = new RowBalance()
  for (const text of before) rows.add('before', text)
  for (const text of after) rows.add('after', text)

  expect(rows.take()).toEqual(cancelEqual(before, after))
})

it('forgets rows as soon as their equals arrive, in whichever order, also when others were settled before', () => {
  const rows = new RowBalance()
  rows.add('after', 'first')
  rows.add('before', 'second')
  rows.settle()
  expect(rows.characters).toBe(11)
  rows.add('before', 'first')
  rows.add('before', 'second')
  rows.add('after', 'second')

  expect(rows.characters).toBe(6)
  rows.add('after', 'second')
  expect(rows.characters).toBe(0)
  expect(rows.take()).toEqual({ before: [], after: [], cancelled: 3 })
})

it('begins anew after it was taken', () => {
  const rows = new RowBalance()
  rows.add('before', 'a')
  rows.take()
  rows.add('after', 'a')

  expect(rows.take()).toEqual({ before: [], after: ['a'], cancelled: 0 })
})
