import { expect, it } from 'vitest'
import { attemptQuery, filtersIn, logQuery } from './audit-filters.ts'
import { fieldChanges } from './before-after.ts'

it('tells field by field what a change made of it', () => {
  const content = {
    before: { name: 'Ports', version: 1, tags: ['a'], kept: true },
    after: { name: 'Leaf ports', version: 1, tags: ['a', 'b'], descr: '' },
  }

  expect(fieldChanges(content)).toEqual({
    changed: [
      { field: 'name', before: 'Ports', after: 'Leaf ports' },
      { field: 'tags', before: '["a"]', after: '["a","b"]', items: { removed: [], added: ['b'], kept: 1 } },
      { field: 'descr', before: undefined, after: '' },
    ],
    unchanged: 2,
  })
})

it.each([[null], ['cut text'], [{ after: {} }], [[1, 2]]])('%j has no before and after', (content) => {
  expect(fieldChanges(content)).toBeUndefined()
})

it('compares lists and plain values as one', () => {
  expect(fieldChanges({ before: ['a'], after: ['a', 'b'] })?.changed).toEqual([
    { field: 'value', before: '["a"]', after: '["a","b"]', items: { removed: [], added: ['b'], kept: 1 } },
  ])
})

it('takes the filters of the API from the address, and nothing else', () => {
  const search = { page: '3', category: 'snapshot', ip: '10.0.0.1', tab: 'x', success: 'false' }

  expect(logQuery(search)).toEqual({ page: 3, category: 'snapshot', ip: '10.0.0.1' })
  expect(attemptQuery({ ...search, page: 'x' })).toEqual({ page: 1, ip: '10.0.0.1', success: 'false' })
  expect(filtersIn(search, ['ip', 'username'])).toEqual([['ip', '10.0.0.1']])
})
