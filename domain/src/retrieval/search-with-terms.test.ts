import { expect, it } from 'vitest'
import { classRecord } from '../testing/class-record.ts'
import { retrievalModelOf } from '../testing/operator-model.ts'
import { searchWithTerms } from './search-with-terms.ts'

const model = retrievalModelOf([
  classRecord('fvCtx', { label: 'VRF' }),
  classRecord('fvRsScope', { label: 'Private Network' }),
  classRecord('fooPrivate', { label: 'Private Thing' }),
  classRecord('pcAggrIf', { label: 'Aggregated Interface', properties: ['portChannel'] }),
])
const search = (query: string, options: Partial<Parameters<typeof searchWithTerms>[2]> = {}) =>
  searchWithTerms(model, query, { limit: 10, ...options }).map((hit) =>
    hit.type === 'class' ? model.graph.className(hit.id) : hit.type,
  )

it('finds the class that a term means, after those of that very name or label', () => {
  expect(search('private network')).toEqual(['fvRsScope', 'fvCtx'])
  expect(search('port channels')[0]).toBe('pcAggrIf')
})

it('lists each class once, best first, with scores up to 1', () => {
  const hits = searchWithTerms(model, 'vrf', { limit: 10 })
  const scores = hits.map(({ score }) => score)

  expect(search('vrf', { type: 'class' })).toEqual(['fvCtx'])
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
})

it('respects limit and type', () => {
  expect(search('private network', { limit: 1 })).toEqual(['fvRsScope'])
  expect(search('port channel', { type: 'property' })).toEqual(['property'])
})

it('leaves any other query to the search', () => {
  expect(search('private')).toEqual(['fooPrivate', 'fvRsScope'])
})
