import { describe, expect, it } from 'vitest'
import { ABSENT, type Cell } from './cell.ts'
import { chartData, type ChartMeasure, ticksOf } from './chart-data.ts'

const ROWS: readonly (readonly [Cell, Cell])[] = [
  ['web', '10'],
  ['app', 30],
  ['web', '5'],
  ['db', 'none'],
  [null, ABSENT],
]
const drawn = (rows: Iterable<readonly [Cell, Cell]>, measure: ChartMeasure, isSorted = false) =>
  chartData(rows, { shape: 'bars', measure }, isSorted)
    .points.map(({ label, value }) => `${label}=${value}`)
    .join(' ')

describe('a chart', () => {
  it.each<[ChartMeasure, string]>([
    ['count', 'web=2 app=1 db=1 =1'],
    ['sum', 'app=30 web=15'],
    ['average', 'app=30 web=7.5'],
    ['largest', 'app=30 web=10'],
    ['smallest', 'app=30 web=5'],
  ])('has one bar for each value, the longest first: %s', (measure, expected) => {
    expect(drawn(ROWS, measure)).toBe(expected)
  })

  it('keeps the order of rows that somebody sorted', () => {
    expect(drawn(ROWS, 'sum', true)).toBe('web=15 app=30')
  })

  it('says how many rows have no number', () => {
    expect(chartData(ROWS, { shape: 'bars', measure: 'sum' }).left).toEqual({ values: 0, rows: 0, unmeasured: 2 })
  })

  it('draws no more than one can read, and says what is left out', () => {
    const rows = Array.from({ length: 120 }, (_, index) => [`n${index}`, 120 - index] as const)
    const { points, left } = chartData([...rows, ...rows], { shape: 'bars', measure: 'sum' })

    expect([points.length, points[0]?.label]).toEqual([50, 'n0'])
    expect(left).toEqual({ values: 70, rows: 140, unmeasured: 0 })
  })

  it.each<[string, readonly Cell[], string, string]>([
    ['numbers by size', ['10', '9', '100'], 'number', '9 10 100'],
    [
      'times by their instant',
      ['2026-11-02T00:00:00Z', '2026-11-01T23:00:00Z'],
      'time',
      '2026-11-01T23:00:00Z 2026-11-02T00:00:00Z',
    ],
    ['other values as they come', ['eth1/9', 'eth1/10'], 'order', 'eth1/9 eth1/10'],
  ])('has a line through %s', (_title, cells, scale, labels) => {
    const data = chartData(
      cells.map((cell) => [cell, 1] as const),
      { shape: 'line', measure: 'sum' },
    )
    expect([data.scale, data.points.map(({ label }) => label).join(' ')]).toEqual([scale, labels])
  })

  it.each([
    [
      [0, 47],
      [0, 10, 20, 30, 40, 50],
    ],
    [
      [-3, 4],
      [-4, -2, 0, 2, 4],
    ],
    [
      [0.1, 0.3],
      [0, 0.1, 0.2, 0.3],
    ],
    [
      [0, 0],
      [0, 1],
    ],
  ])('has round ticks around %j', (values, ticks) => {
    expect(ticksOf(values)).toEqual(ticks)
  })
})
