import { expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './search.ts'

it.each(['', '?sort=-mtu', '?v.tenant=common', '?q=a+b%26c'])('keeps %j as it is', (search) => {
  expect(stringifySearch(parseSearch(search))).toBe(search)
})

it('leaves out what is not set, and keeps numbers as text', () => {
  expect(stringifySearch({ page: 2, q: '', status: undefined })).toBe('?page=2')
  expect(parseSearch('?page=2')).toEqual({ page: '2' })
})
