import { expect, it } from 'vitest'
import { judge } from './judge.ts'

const health = { asked: 400, p99Ms: 20, longestMs: 80, faults: [], peakMb: 700, residentMb: 600 }
const colleague = { runs: 9, longestMs: 300, faults: [] }

it('finds nothing wrong with a server that answers in time', () => {
  expect(judge('attack', health, colleague)).toEqual([])
})

it('tells each limit that was not held, with both figures', () => {
  const found = judge(
    'attack',
    { ...health, p99Ms: 101, longestMs: 251, faults: ['health answered 500'] },
    { ...colleague, longestMs: 2_001, faults: ['a small run: 503'] },
  )

  expect(found).toEqual([
    'attack: health waited 251 ms, at most 250 ms are allowed',
    'attack: health waited 101 ms at the 99th percentile, at most 100 ms are allowed',
    "attack: a colleague's small run took 2001 ms, at most 2000 ms are allowed",
    'attack: health answered 500',
    'attack: a small run: 503',
  ])
})
