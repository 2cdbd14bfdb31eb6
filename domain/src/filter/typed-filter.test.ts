import { describe, expect, it } from 'vitest'
import type { Filter, Operator } from '../canvas/canvas.ts'
import type { PropertyInfo } from '../mim/model.ts'
import { comparisonOf, typedFilter, withComparisons } from './typed-filter.ts'

const info = (name: string, type: PropertyInfo['type']): PropertyInfo => ({ name, type, values: [] })
const PROPERTIES = new Map(
  [info('mtu', 'integer'), info('mac', 'mac'), info('ip', 'ip'), info('name', 'string')].map((one) => [one.name, one]),
)
const where = (property: string, operator: Operator = 'eq'): Filter => ({ property, operator, value: '1' })
const compared = (property: string, compare: 'number' | 'ip' | 'mac', operator: Operator = 'eq') => ({
  ...where(property, operator),
  compare,
})

describe('values of a property are equal', () => {
  it.each([
    ['integer', 'number'],
    ['number', 'number'],
    ['ip', 'ip'],
    ['mac', 'mac'],
    ['string', undefined],
    ['enum', undefined],
    ['date', undefined],
  ] as const)('of type %s: as %s', (type, kind) => {
    expect(comparisonOf(info('x', type))).toBe(kind)
  })

  it('as text where nothing is known of it', () => {
    expect(comparisonOf(undefined)).toBeUndefined()
  })
})

describe('a typed filter', () => {
  it.each(['eq', 'ne', 'in', 'not_in'] as const)('says how %s compares', (operator) => {
    expect(typedFilter(where('mtu', operator), PROPERTIES)).toEqual(compared('mtu', 'number', operator))
  })

  it.each(['gt', 'contains', 'is_empty'] as const)('leaves %s as it is', (operator) => {
    expect(typedFilter(where('mtu', operator), PROPERTIES)).toEqual(where('mtu', operator))
  })

  it('reaches conditions in every part, and leaves those of text and of unknown properties', () => {
    const filter: Filter = {
      any: [{ all: [where('ip'), where('name')] }, { not: where('mac') }, where('who')],
    }

    expect(typedFilter(filter, PROPERTIES)).toEqual({
      any: [{ all: [compared('ip', 'ip'), where('name')] }, { not: compared('mac', 'mac') }, where('who')],
    })
  })

  it('is the filter itself where no properties are known', () => {
    const filter = where('mtu')

    expect(typedFilter(filter, undefined)).toBe(filter)
  })

  it('can take how columns compare from anybody', () => {
    expect(withComparisons(where('count'), () => 'number')).toEqual(compared('count', 'number'))
  })
})
