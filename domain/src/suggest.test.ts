import { describe, expect, it } from 'vitest'
import { suggest } from './suggest.ts'

const NAMES = ['fvBD', 'fvCtx', 'fvAEPg', 'fvTenant', 'fvSubnet', 'fvRsCtx', 'vzBrCP', 'arpFlood', 'name', 'nameAlias', 'unicastRoute']

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
