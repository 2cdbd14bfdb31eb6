import { expect, it } from 'vitest'
import { durationsByQuery, failuresByReason } from './failures-by-reason.ts'

it('counts failures by their reason, the most frequent first', () => {
  expect(
    failuresByReason([
      { status: 'failure', reason: 'tls' },
      { status: 'failure', reason: null },
      { status: 'timeout', reason: 'deadline' },
      { status: 'timeout', reason: 'deadline' },
      { status: 'failure', reason: 'cancelled' },
      { status: 'success', reason: null },
      { status: 'running', reason: null },
    ]),
  ).toEqual([
    { reason: 'deadline', count: 2 },
    { reason: 'tls', count: 1 },
    { reason: 'other', count: 1 },
  ])
})

it('draws the durations of a query from the oldest to the newest', () => {
  const run = (saved_query: string | null, duration_ms: number | null, rest = {}) =>
    ({ saved_query, duration_ms, status: 'success', draft: false, ...rest }) as const

  expect([
    ...durationsByQuery([
      run('q', 30),
      run('q', 20, { status: 'failure' }),
      run('q', 10),
      run('q', 5, { draft: true }),
      run('single', 1),
      run(null, 1),
    ]),
  ]).toEqual([['q', [10, 30]]])
})
