import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'
import type { Wire } from '../../lib/api/wire.ts'
import { QUERIES_KEY } from '../../resources/queries.ts'
import type { JudgedRuns } from './newly-failing.ts'
import { NO_PREVIEWS, RUNS_KEY } from '../../resources/runs.ts'

const MOST = 6
const NEWEST_RUNS = 100

export const changeList = (heddle: Heddle, since: string | undefined) =>
  queryOptions({
    queryKey: ['dashboard', 'changes', since],
    queryFn: ({ signal }) => heddle.dashboard.changes(since === undefined ? {} : { since }, { signal }),
    placeholderData: (before) => before,
  })

export const platformInfo = (heddle: Heddle) =>
  queryOptions({
    queryKey: ['dashboard', 'platform'],
    queryFn: ({ signal }) => heddle.dashboard.platformInfo({ signal }),
  })

export const favoriteQueries = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...QUERIES_KEY, 'favorites'],
    queryFn: ({ signal }) =>
      heddle.queries.savedQueries.list({ is_favorite: true, page_size: MOST, ordering: 'name' }, { signal }),
  })

/** The newest runs of saved queries, of all users. */
export const recentRuns = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...RUNS_KEY, 'recent'],
    queryFn: async ({ signal }) =>
      (await heddle.queries.executionLogs.list({ ...NO_PREVIEWS, page_size: NEWEST_RUNS, draft: false }, { signal }))
        .results,
  })

const JUDGED_RUNS = 200
const JUDGED_FIELDS =
  'saved_query,saved_query_name,controller_connection,controller_connection_name,executed_at,expectation'

/** The newest runs that came to this. */
export const judgedRuns = (heddle: Heddle, expectation: 'failed' | 'passed') =>
  queryOptions({
    queryKey: [...RUNS_KEY, 'judged', expectation],
    queryFn: async ({ signal }): Promise<JudgedRuns> => {
      const { results, next } = await heddle.queries.executionLogs.list(
        { ...NO_PREVIEWS, expectation, draft: false, page_size: JUDGED_RUNS, fields: JUDGED_FIELDS },
        { signal },
      )
      return { runs: results, isAll: next === null }
    },
    staleTime: 60_000,
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
