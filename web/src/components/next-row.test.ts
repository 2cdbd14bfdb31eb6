import { expect, it } from 'vitest'
import { nextRow } from './next-row.ts'

it.each([
  { count: 3, current: -1, step: 1, next: 0 },
  { count: 3, current: -1, step: -1, next: 2 },
  { count: 3, current: 0, step: 1, next: 1 },
  { count: 3, current: 2, step: 1, next: 2 },
  { count: 3, current: 0, step: -1, next: 0 },
  { count: 0, current: -1, step: 1, next: undefined },
] as const)('leads from row $current of $count by $step to $next', ({ count, current, step, next }) => {
  expect(nextRow(count, current, step)).toBe(next)
})
