import { expect, it } from 'vitest'
import { sparkPoints } from './spark-points.ts'

it('draws from the left to the right, the most at the top', () => {
  expect(sparkPoints([0, 50, 100], 24, 14)).toBe('2.0,12.0 12.0,7.0 22.0,2.0')
})

it('stays on the picture when there is little to draw', () => {
  expect([sparkPoints([0], 24, 14), sparkPoints([], 24, 14)]).toEqual(['2.0,12.0', ''])
})
