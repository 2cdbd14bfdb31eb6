import { expect, it } from 'vitest'
import { addressOf, searchOf } from './compare-search.ts'

it('a comparison and how one looks at it are in its address', () => {
  const search = {
    snapshot_a: 'A1',
    snapshot_b: 'live',
    key: 'name,a%2Cb',
    ignore: ',',
    view: 'side',
    kind: 'removed,changed',
    field: 'descr',
    q: 'web',
    group: 'none',
    row: 'uni/tn-common/BD-app',
  }

  const address = addressOf(search)

  expect(address).toMatchObject({
    a: 'a1',
    b: 'live',
    keyFields: ['name', 'a,b'],
    ignored: [],
    changes: ['removed', 'changed'],
  })
  expect(searchOf(address)).toEqual({ ...search, snapshot_a: 'a1', saved_query: undefined })
})

it('what is usual, and what is no value, is not in it', () => {
  const address = addressOf({ snapshot_a: 'a1', view: 'upside-down', kind: 'stolen' })

  expect(address).toMatchObject({ view: 'inline', changes: ['added', 'removed', 'changed'], ignored: undefined })
  expect(searchOf({ view: 'inline', changes: address.changes })).toEqual({ view: undefined, kind: undefined })
})
