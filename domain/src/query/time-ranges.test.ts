import { describe, expect, it } from 'vitest'
import { knownModel } from '../mim/known-model.ts'
import { timeLimit } from './time-ranges.ts'

describe('timeLimit', () => {
  it.each([
    ['both ends', '2026-03-01T12:00:00Z', '2026-03-02', '2026-02-28T12:00:00|2026-03-03T00:00:00'],
    [
      'another offset',
      '2026-03-01T12:00:00+02:00',
      '2026-03-01T12:00:00-02:00',
      '2026-02-28T10:00:00|2026-03-02T14:00:00',
    ],
    ['no end', '2026-03-01T12:00:00Z', undefined, '2026-02-28T12:00:00|2037-12-31T00:00:00'],
    ['no start', undefined, '2026-03-01T12:00:00Z', '1970-01-01T00:00:00|2026-03-02T12:00:00'],
    ['an early end', undefined, '1950-01-01', undefined],
    ['a late start', '2040-01-02', undefined, undefined],
    ['a year that has no name', '0000-01-01', '2026-03-01', undefined],
  ])('asks the controller for a day more on either side: %s', (_, from, to, expected) => {
    expect(timeLimit({ from, to }, 'aaaModLR', knownModel).asked).toBe(expected)
  })

  it.each([
    ['faultRecord', 'created', true],
    ['eqptIngrTotalHist15min', 'repIntvEnd', true],
    ['fvFltCounterHist1year', 'repIntvEnd', true],
    ['eqptIngrTotal15min', 'created', false],
    ['faultInst', 'created', false],
    ['fvBD', 'created', false],
  ])('knows how %s is limited', (className, property, isHistory) => {
    const { conditions, asked } = timeLimit({ from: '2026-03-01', to: '2026-03-02' }, className, knownModel)

    expect(conditions).toEqual([
      { property, operator: 'ge', value: '2026-03-01' },
      { property, operator: 'le', value: '2026-03-02' },
    ])
    expect(asked !== undefined).toBe(isHistory)
  })
})
