import { expect, it } from 'vitest'
import type { Wire } from '../../../lib/api/wire.ts'
import { stretchesOf } from './stretches.ts'

const judged = (at: string, status: Wire.CheckPast['results'][number]['status'], findings = 0) => ({
  ...{ at, status, findings },
  snapshot: `s-${at}`,
})

it('joins captures that came to the same', () => {
  const stretches = stretchesOf([
    judged('1', 'passed'),
    judged('2', 'failed', 3),
    judged('3', 'failed', 1),
    judged('4', 'passed'),
  ])

  expect(stretches.map(({ status, from, to, captures, most }) => [status, from.at, to.at, captures, most])).toEqual([
    ['passed', '1', '1', 1, 0],
    ['failed', '2', '3', 2, 3],
    ['passed', '4', '4', 1, 0],
  ])
})
