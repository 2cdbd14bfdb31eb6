import { expect, it } from 'vitest'
import { type SavedRun, slowerLines } from './compare-runs.ts'
import type { Line } from './measurement.ts'

const runOf = (...lines: readonly Omit<Line, 'what'>[]): SavedRun => ({
  circumstances: 'somewhere',
  lines: { list: lines.map((line, at) => ({ what: `line ${at}`, ...line })) },
})

it.each<[string, Omit<Line, 'what'>, Omit<Line, 'what'>, boolean]>([
  ['a longer time', { heddle: '20 ms (19 ms to 22 ms)' }, { heddle: '30 ms (28 ms to 31 ms)' }, true],
  ['a shorter time', { heddle: '30 ms (28 ms to 31 ms)' }, { heddle: '20 ms (19 ms to 22 ms)' }, false],
  ['a time whose rounds overlap', { heddle: '20 ms (19 ms to 29 ms)' }, { heddle: '30 ms (28 ms to 31 ms)' }, false],
  ['a rate that fell', { heddle: '119/s (96/s to 129/s)' }, { heddle: '18/s (17/s to 19/s)' }, true],
  ['a rate that rose', { heddle: '18/s (17/s to 19/s)' }, { heddle: '119/s (96/s to 129/s)' }, false],
  [
    'a time on a machine that was slower',
    { heddle: '20 ms (19 ms to 22 ms)', floor: '10 ms (9 ms to 11 ms)' },
    { heddle: '40 ms (38 ms to 44 ms)', floor: '20 ms (18 ms to 22 ms)' },
    false,
  ],
  [
    'a time that grew while its floor did not',
    { heddle: '20 ms (19 ms to 22 ms)', floor: 'alone: 10 ms' },
    { heddle: '40 ms (38 ms to 44 ms)', floor: 'alone: 10 ms' },
    true,
  ],
  ['a single value that is a little more', { heddle: '229 MB' }, { heddle: '260 MB' }, false],
  ['a single value that is far more', { heddle: '229 MB' }, { heddle: '500 MB' }, true],
  ['words', { heddle: 'none' }, { heddle: 'some' }, false],
])('tells whether %s became slower', (_what, before, after, isSlower) => {
  expect(slowerLines(runOf(before), runOf(after))).toHaveLength(isSlower ? 1 : 0)
})

it('names the line with both values, and leaves out what only one of the runs has', () => {
  const before = runOf({ heddle: '10 ms', floor: '5.0 ms' })
  const after = runOf({ heddle: '20 ms', floor: '5.0 ms' }, { heddle: '90 ms' })

  expect(slowerLines(before, after)).toEqual([
    'list, line 0: 10 ms at a floor of 5.0 ms, now 20 ms at a floor of 5.0 ms',
  ])
})
