import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'
import type { Wire } from '../../lib/api/wire.ts'
import { QUERIES_KEY } from '../../resources/queries.ts'
import { NO_PREVIEWS, RUNS_KEY } from '../../resources/runs.ts'

const MOST = 6
const NEWEST_RUNS = 100
const NEWEST_REQUESTS = 50

export const changeList = (heddle: Heddle, since: string | undefined) =>
  queryOptions({
    queryKey: ['dashboard', 'changes', since],
    queryFn: ({ signal }) => heddle.dashboard.changes(since === undefined ? {} : { since }, { signal }),
    placeholderData: (before) => before,
  })

/** Checks that failed where the run before passed, apart from everything else. */
export const newlyFailing = ({ type, counts }: Wire.DashboardChange): boolean =>
  type === 'check_failed' && counts.new === 1

export const favoriteQueries = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...QUERIES_KEY, 'favorites'],
    queryFn: ({ signal }) =>
      heddle.queries.savedQueries.list({ is_favorite: true, page_size: MOST, ordering: 'name' }, { signal }),
  })

/** Of all users, as far as this one may see them. */
export const newestRequests = (heddle: Heddle) =>
  queryOptions({
    queryKey: ['automation', 'requests', 'home'],
    queryFn: async ({ signal }) =>
      (await heddle.automation.requests.list({ page_size: NEWEST_REQUESTS, ordering: '-created_at' }, { signal }))
        .results,
  })

/** The newest runs of saved queries, of all users. */
export const recentRuns = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...RUNS_KEY, 'recent'],
    queryFn: async ({ signal }) =>
      (await heddle.queries.executionLogs.list({ ...NO_PREVIEWS, page_size: NEWEST_RUNS, draft: false }, { signal }))
        .results,
  })

/** What this user ran: the newest run of each query that still exists. */
export const ownRuns = (runs: readonly Wire.ExecutionLogItem[], username: string): readonly Wire.ExecutionLogItem[] =>
  newestOfEach(runs.filter(({ user, saved_query_name: name }) => user === username && name !== null)).slice(0, MOST)

function newestOfEach(runs: readonly Wire.ExecutionLogItem[]): Wire.ExecutionLogItem[] {
  const seen = new Set<string>()
  return runs.filter(({ saved_query: id }) => {
    if (id === null || seen.has(id)) return false
    seen.add(id)
    return true
  })
}
