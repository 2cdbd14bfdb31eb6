import { expect, it } from 'vitest'
import { judge } from './judge.ts'

const health = { asked: 400, p99Ms: 20, longestMs: 80, slowness: 1, faults: [], peakMb: 700, residentMb: 600 }
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

it('waits longer with patience, and not for an answer that is wrong', () => {
  const slow = { ...health, p99Ms: 390, longestMs: 990, faults: ['health answered 500'] }

  expect(judge('attack', slow, { ...colleague, longestMs: 7_900 }, 4)).toEqual(['attack: health answered 500'])
  expect(judge('attack', { ...health, longestMs: 1_001 }, colleague, 4)).toEqual([
    'attack: health waited 1001 ms, at most 1000 ms are allowed',
  ])
})

it('with patience takes into account how slow the machine is, and never without', () => {
  const slow = { ...health, longestMs: 2_900, slowness: 3 }

  expect(judge('attack', slow, colleague, 4)).toEqual([])
  expect(judge('attack', slow, colleague)).toEqual(['attack: health waited 2900 ms, at most 250 ms are allowed'])
})
