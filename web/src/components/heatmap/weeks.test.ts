import { describe, expect, it } from 'vitest'
import { type HeatDay, levelOf, monthLabels, nextDay, placesOf, weeksOfYear } from './weeks.ts'

const daysFrom = (date: string, count: number): readonly HeatDay[] =>
  Array.from({ length: count }, (_, index) => ({
    date: new Date(Date.parse(`${date}T00:00:00Z`) + index * 86_400_000).toISOString().slice(0, 10),
    captures: 0,
    score: 0,
    missed: 0,
  }))

describe('days of a year', () => {
  it('are in weeks that begin on Monday', () => {
    // 20 November 2026 is a Friday.
    expect(placesOf(daysFrom('2026-11-20', 4))).toEqual([
      { week: 0, weekday: 4 },
      { week: 0, weekday: 5 },
      { week: 0, weekday: 6 },
      { week: 1, weekday: 0 },
    ])
  })

  it('fill at most 54 columns, across leap days and new years', () => {
    const places = placesOf(daysFrom('2027-11-23', 366))

    expect(places.at(-1)).toEqual({ week: 52, weekday: 2 })
    expect(new Set(places.map(({ week, weekday }) => `${week} ${weekday}`)).size).toBe(366)
  })

  it('have their month above the week in which it begins', () => {
    expect(monthLabels(daysFrom('2026-08-25', 90))).toEqual([
      { week: 1, month: 8 },
      { week: 5, month: 9 },
      { week: 9, month: 10 },
    ])
  })
})

it.each(['2026-11-28', '2026-11-29', '2026-11-30', '2026-12-01'])(
  'the year up to %s has as many weeks as its days',
  (last) => {
    const now = Date.parse(`${last}T12:00:00Z`)
    const days = daysFrom(new Date(now - 365 * 86_400_000).toISOString().slice(0, 10), 366)

    expect(weeksOfYear(now)).toBe(placesOf(days).at(-1)!.week + 1)
  },
)

it.each([
  [0, 0],
  [0.0001, 1],
  [0.05, 2],
  [0.1, 3],
  [1, 4],
])('a score of %d is of level %d', (score, level) => {
  expect(levelOf(score)).toBe(level)
})

it.each([
  ['ArrowDown', 10, 11],
  ['ArrowLeft', 10, 3],
  ['ArrowLeft', 3, 3],
  ['ArrowRight', 25, 25],
  ['End', 3, 29],
  ['x', 3, undefined],
])('%s leads from day %d to day %s of thirty', (key, from, to) => {
  expect(nextDay(key, from, 30)).toBe(to)
})
