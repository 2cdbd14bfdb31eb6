import { expect, it } from 'vitest'
import { isFiltered, runQuery } from './run-query.ts'

const NOW = Date.parse('2026-11-23T06:30:12Z')

it.each([
  [{}, {}],
  [{ status: 'failure', page: '2' }, { status: 'failure' }],
  [{ draft: 'false' }, { draft: false }],
  [{ since: '7' }, { executed_after: '2026-11-16T06:00:00.000Z' }],
  [{ since: 'ever' }, {}],
  [{ since: '1', executed_after: '2026-11-01' }, { executed_after: '2026-11-01' }],
  [
    { saved_query: 'q', controller_connection: 'c', expectation: 'failed' },
    { saved_query: 'q', controller_connection: 'c', expectation: 'failed' },
  ],
])('%j asks for %j', (search, query) => {
  expect(runQuery(search, NOW)).toEqual(query)
})

it('knows when something is left out', () => {
  expect([isFiltered({ page: '2', ordering: '-executed_at' }), isFiltered({ reason: 'tls' })]).toEqual([false, true])
})
