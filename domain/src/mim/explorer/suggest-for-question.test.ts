import { describe, expect, it } from 'vitest'
import type { SearchHit } from '../search/class-search.ts'
import { suggestForQuestion } from './suggest-for-question.ts'

const NAMES = ['Bridge Domain', 'Domain', 'Tenant', 'VRF', 'Policy']

/** Finds classes whose name has all words, shorter names first. */
const search = {
  search: (query: string): SearchHit[] =>
    NAMES.flatMap((name, id) => {
      const words = query.toLowerCase().split(' ')
      return query !== '' && words.every((word) => name.toLowerCase().includes(word))
        ? [{ type: 'class', id, score: 1 / name.length }]
        : []
    }),
}
const suggest = (text: string, limit = 10) => suggestForQuestion(search, text, limit).map(({ id }) => NAMES[id])

describe('classes for a question', () => {
  it.each([
    ['bridge domain', ['Bridge Domain']],
    ['Which bridge domains lack a VRF?', ['VRF', 'Bridge Domain', 'Domain']],
    ['show me all policies of the tenant', ['Tenant', 'Policy']],
    ['what is it that we have?', []],
    ['🦄 ((( \u0000', []],
    ['', []],
  ])('suggests classes for %j', (text, names) => {
    expect(suggest(text).sort()).toEqual(names.sort())
  })

  it('ranks matches of two words together first', () => {
    const [first] = suggestForQuestion(
      { search: (query) => (query === 'bridge domain' ? [hit(1)] : query === 'domain' ? [hit(2)] : []) },
      'the bridge domains',
      5,
    )

    expect(first).toEqual({ id: 1, score: 1 })
  })

  it('returns no more than the limit, with scores up to 1', () => {
    const found = suggestForQuestion(search, 'tenants, domains and bridges, again tenants', 2)

    expect(found).toHaveLength(2)
    expect(found.every(({ score }) => score > 0 && score <= 1)).toBe(true)
  })

  it('accepts a text of any length', () => {
    expect(suggest('tenant of a '.repeat(10_000))).toEqual(['Tenant'])
  })
})

const hit = (id: number): SearchHit => ({ type: 'class', id, score: 1 })
