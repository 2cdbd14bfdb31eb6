import { type Case, compareLists } from '../compare-lists.ts'
import type { Measurement } from '../measurement.ts'
import { FREQUENT_QUERY, RARE_QUERY } from '../programs/log-rows.ts'

const FLOOR_ENTRIES = 10_000
const QUICK_ENTRIES = 100_000
const ENTRIES = 1_000_000
const LOGS = '/api/queries/execution-logs/'

export const logs: Measurement = {
  name: 'logs',
  title: `Execution logs, compared with the same requests to ${FLOOR_ENTRIES.toLocaleString('en')} logs`,
  run: (settings) => {
    const entries = settings.quick ? QUICK_ENTRIES : ENTRIES
    return compareLists(
      {
        fill: ({ program }, count) => program.call.fillLogs(count),
        casesOf: async () => cases(),
        short: FLOOR_ENTRIES,
        long: { embedded: entries, postgres: entries },
      },
      settings,
    )
  },
}

function cases(): readonly Case[] {
  const days = (ago: number) => new Date(Date.now() - ago * 24 * 3_600_000).toISOString()
  const page = (what: string, query: Readonly<Record<string, string>>, hasTarget = true): Case => ({
    what,
    path: `${LOGS}?${new URLSearchParams(query).toString()}`,
    hasTarget,
  })
  return [
    page('first page', {}),
    page('page 100', { page: '100' }, false),
    page('of a query with a tenth of all runs', { saved_query: FREQUENT_QUERY }),
    page('of a query with 200 runs', { saved_query: RARE_QUERY }),
    page('that failed, one in twenty', { status: 'failure' }),
    page('that timed out, one in a hundred', { status: 'timeout' }),
    page('of two days two weeks ago', { executed_after: days(16), executed_before: days(14) }),
    page('of that query, that failed', { saved_query: FREQUENT_QUERY, status: 'failure' }),
    page('of that query, that timed out (none)', { saved_query: FREQUENT_QUERY, status: 'timeout' }),
  ]
}
