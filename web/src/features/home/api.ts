import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'
import type { Wire } from '../../lib/api/wire.ts'

const MOST = 6
const NEWEST_RUNS = 50

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
    queryKey: ['queries', 'saved-queries', 'favorites'],
    queryFn: ({ signal }) =>
      heddle.queries.savedQueries.list({ is_favorite: true, page_size: MOST, ordering: 'name' }, { signal }),
  })

/** The newest run of each query that ran lately. */
export const recentRuns = (heddle: Heddle) =>
  queryOptions({
    queryKey: ['queries', 'execution-logs', 'recent'],
    queryFn: async ({ signal }) => {
      const { results } = await heddle.queries.executionLogs.list({ page_size: NEWEST_RUNS }, { signal })
      return newestOfEach(results).slice(0, MOST)
    },
  })

export const firstConnection = (heddle: Heddle) =>
  queryOptions({
    queryKey: ['controller', 'connections', 'first'],
    queryFn: ({ signal }) => heddle.controller.connections.list({ page_size: 1 }, { signal }),
  })

function newestOfEach(runs: readonly Wire.ExecutionLogItem[]): Wire.ExecutionLogItem[] {
  const seen = new Set<string>()
  return runs.filter(({ saved_query: id }) => {
    if (id === null || seen.has(id)) return false
    seen.add(id)
    return true
  })
}
