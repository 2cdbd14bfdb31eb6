import { describe, expect, it } from 'vitest'
import { suggest, Suggestions } from './suggest.ts'

const NAMES = [
  'fvBD',
  'fvCtx',
  'fvAEPg',
  'fvTenant',
  'fvSubnet',
  'fvRsCtx',
  'vzBrCP',
  'arpFlood',
  'name',
  'nameAlias',
  'unicastRoute',
]

describe('suggest', () => {
  it.each([
    ['fvTennant', 'fvTenant'],
    ['fvtenant', 'fvTenant'],
    ['fvTeannt', 'fvTenant'],
    ['fvBd', 'fvBD'],
    ['fvCtxx', 'fvCtx'],
    ['nmae', 'name'],
    ['arp', 'arpFlood'],
    ['unicast', 'unicastRoute'],
  ])('suggests, instead of %s, first %s', (misspelt, expected) => {
    expect(suggest(misspelt, NAMES)[0]).toBe(expected)
  })

  it('prefers the shorter of two names with the same prefix', () => {
    expect(suggest('nam', NAMES)).toEqual(['name', 'nameAlias'])
  })

  it('suggests nothing for a name that is simply different', () => {
    expect(suggest('completelyDifferent', NAMES)).toEqual([])
  })

  it('suggests at most five names, each once', () => {
    const many = Array.from({ length: 20 }, (_, index) => `column${index}`)

    expect(suggest('column', [...many, ...many])).toHaveLength(5)
  })

  it.each(['', '__proto__', 'constructor', '\uD800'])('handles the hostile name %j', (misspelt) => {
    expect(() => suggest(misspelt, NAMES)).not.toThrow()
  })

  it('finds the similar names among thousands', () => {
    const many = Array.from({ length: 15_000 }, (_, index) => `fvClass${index.toString(36)}Info`)

    expect(suggest('fvClass1zInof', many)).toContain('fvClass1zInfo')
  })
})

describe('the suggestions of one answer', () => {
  const nearMisses = Array.from({ length: 1_000 }, (_, index) => `${'a'.repeat(50)}${String(index).padStart(6, '0')}`)

  it('are for its first ten unknown names', () => {
    const suggestions = new Suggestions()
    const found = Array.from({ length: 12 }, () => suggestions.among(NAMES, 'fvTennant').length)

    expect(found).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0])
  })

  it('are not looked for when a name is longer than any that is mistyped', () => {
    const untouched = {
      [Symbol.iterator]: () => {
        throw new Error('looked at the candidates')
      },
    }

    expect(new Suggestions().among(untouched, 'a'.repeat(65))).toEqual([])
  })

  it('end with a limit of work that all names share', () => {
    const suggestions = new Suggestions()

    expect(suggestions.among(nearMisses, `${nearMisses[0]}x`)).toContain(nearMisses[0])
    expect(suggestions.among(nearMisses, `${nearMisses[0]}y`)).toContain(nearMisses[0])
    expect(suggestions.among(['column'], 'colmun')).toEqual([])
  })
})
