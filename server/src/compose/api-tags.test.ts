import { expect, it } from 'vitest'
import { API_TAGS } from './api-tags.ts'
import { listRoutes } from './describe-access.ts'

it('has every heading of a route, and no other', () => {
  const used = new Set(listRoutes().map(({ tag }) => tag))

  expect(API_TAGS.map(({ name }) => name).toSorted()).toEqual([...used].toSorted())
})
