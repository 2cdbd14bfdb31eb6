import { expect, it } from 'vitest'
import { busiestHour, levelOf } from './density.ts'

const day = (date: string, counts: Readonly<Record<number, number>>) => ({
  date,
  hours: Array.from({ length: 24 }, (_, hour) => counts[hour] ?? 0),
})

it('the busiest hour is the first of those with most firings', () => {
  expect(busiestHour([day('2026-11-27', { 6: 3 }), day('2026-11-28', { 2: 7, 9: 7 })])).toEqual({
    date: '2026-11-28',
    hour: 2,
    count: 7,
  })
  expect(busiestHour([day('2026-11-27', {})])).toBeUndefined()
})

it.each([
  [0, 100, 0],
  [1, 100, 1],
  [26, 100, 2],
  [100, 100, 4],
  [1, 1, 4],
])('%i of %i firings are level %i', (count, most, level) => {
  expect(levelOf(count, most)).toBe(level)
})
