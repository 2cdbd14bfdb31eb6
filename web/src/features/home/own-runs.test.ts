import { expect, it } from 'vitest'
import { sampleRun } from '../../testing/wire-samples.ts'
import { ownRuns } from './api.ts'

it('keeps the newest run of each query that its reader ran, without deleted queries', () => {
  const runs = [
    sampleRun({ id: 'r-4', user: 'ada', saved_query: 'q-1', saved_query_name: 'Tenants' }),
    sampleRun({ id: 'r-3', user: 'bob', saved_query: 'q-2', saved_query_name: 'Ports' }),
    sampleRun({ id: 'r-2', user: 'ada', saved_query: 'q-1', saved_query_name: 'Tenants' }),
    sampleRun({ id: 'r-1', user: 'ada', saved_query: 'q-3', saved_query_name: null }),
  ]

  expect(ownRuns(runs, 'ada').map(({ id }) => id)).toEqual(['r-4'])
})
