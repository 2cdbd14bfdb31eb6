import { expect, it } from 'vitest'
import { idleAt } from './idle.ts'

it.each([
  [0, 15, { kind: 'active' }],
  [839, 15, { kind: 'active' }],
  [840, 15, { kind: 'warning', seconds: 60 }],
  [855, 15, { kind: 'warning', seconds: 45 }],
  [899.5, 15, { kind: 'warning', seconds: 1 }],
  [900, 15, { kind: 'over' }],
  [1_000_000, 0, { kind: 'active' }],
])('%d s after the last input, with a limit of %d minutes: %j', (seconds, limit, idle) => {
  expect(idleAt(5_000 + seconds * 1000, 5_000, limit)).toEqual(idle)
})
