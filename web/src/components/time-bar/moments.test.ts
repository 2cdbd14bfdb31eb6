import { describe, expect, it } from 'vitest'
import { axisLabels, placeOf, stepAt } from './moments.ts'

const FORMAT = { timezone: 'Europe/Warsaw', date_format: 'YYYY-MM-DD', time_format: '24h' }
const at = (...times: string[]) => times.map((time) => ({ at: `2026-11-${time}:00Z` }))

describe('a time bar', () => {
  it('has a step for each capture, in the middle of its part of the bar', () => {
    expect([placeOf(0, 4), placeOf(3, 4), placeOf(0, 1)]).toEqual([12.5, 87.5, 50])
  })

  it.each([
    [0, 0],
    [0.49, 1],
    [0.5, 2],
    [1, 3],
    [-0.2, 0],
  ])('finds the step at %d of its width', (share, step) => {
    expect(stepAt(share, 4)).toBe(step)
  })

  it('names days where they begin in the zone of the user', () => {
    expect(axisLabels(at('20T06:30', '20T22:30', '20T23:30', '21T06:30'), FORMAT, 9)).toEqual([
      { index: 0, text: '20 Nov' },
      { index: 2, text: '21 Nov' },
    ])
  })

  it('names times where all is of one day, and nothing twice', () => {
    expect(axisLabels(at('20T06:30', '20T06:30', '20T07:00'), FORMAT, 9).map(({ text }) => text)).toEqual([
      '07:30',
      '08:00',
    ])
  })

  it('leaves out what would run into the text before', () => {
    const days = Array.from({ length: 30 }, (_, day) => `${String(day + 1).padStart(2, '0')}T06:30`)

    expect(axisLabels(at(...days), FORMAT, 9).map(({ index }) => index)).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27])
  })
})
