import { describe, expect, it } from 'vitest'
import { seededRandom } from '../testing/random.ts'
import { judgeRefresh, MOST_REPLACED, rotate, type Rotation } from './refresh-rotation.ts'

const at = (seconds: number): Date => new Date(Date.UTC(2026, 2, 2) + seconds * 1000)
const FIRST: Rotation = { generation: 0, replacedAt: [] }

describe('a refresh token', () => {
  it.each([
    ['the only one, years later', FIRST, 0, 1e8, 'current'],
    ['the newest', rotate(FIRST, at(0)), 1, 5000, 'current'],
    ['the one before, at once', rotate(FIRST, at(0)), 0, 0, 'replaced'],
    ['the one before, just within its minute', rotate(FIRST, at(0)), 0, 59.999, 'replaced'],
    ['the one before, after its minute', rotate(FIRST, at(0)), 0, 60, 'reused'],
    ['two before, while its own minute runs', rotate(rotate(FIRST, at(0)), at(30)), 0, 59, 'replaced'],
    ['two before, after its own minute', rotate(rotate(FIRST, at(0)), at(30)), 0, 61, 'reused'],
    ['one before, while its own minute runs', rotate(rotate(FIRST, at(0)), at(30)), 1, 61, 'replaced'],
    ['one that is no longer remembered', rotate(rotate(FIRST, at(0)), at(100)), 0, 100, 'reused'],
  ] as const)('that is %s', (_what, rotation, presented, seconds, expected) => {
    expect(judgeRefresh(rotation, presented, at(seconds))).toBe(expected)
  })

  it('is judged by the minute after its own replacement, whatever the sequence', () => {
    const random = seededRandom(1)
    const replaced: number[] = []
    let rotation = FIRST
    for (let step = 0, seconds = 0; step < 2000; step++, seconds += random.below(40)) {
      rotation = rotate(rotation, at(seconds))
      replaced.push(seconds)
      const presented = random.below(replaced.length)
      const expected = seconds - replaced[presented]! < 60 ? 'replaced' : 'reused'
      expect(judgeRefresh(rotation, presented, at(seconds))).toBe(expected)
    }
    expect(rotation.generation).toBe(2000)
  })
})

it('stops counting generations while too many would have to be remembered', () => {
  let rotation = FIRST
  for (let count = 0; count < MOST_REPLACED + 50; count++) rotation = rotate(rotation, at(0))

  expect(rotation.generation).toBe(MOST_REPLACED)
  expect(rotation.replacedAt).toHaveLength(MOST_REPLACED)
  expect(judgeRefresh(rotation, 0, at(59))).toBe('replaced')
  expect(rotate(rotation, at(60))).toEqual({ generation: MOST_REPLACED + 1, replacedAt: [at(60)] })
})
