import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'
import type { Wire } from '../../lib/api/wire.ts'

export const PAGE_SIZE = 50

/** Everything under one key: a change of one query can move it in every list. */
export const QUERIES_KEY = ['queries', 'saved-queries'] as const

export const queryList = (heddle: Heddle, query: Wire.SavedQueryListQuery) =>
  queryOptions({
    queryKey: [...QUERIES_KEY, 'list', query],
    queryFn: ({ signal }) => heddle.queries.savedQueries.list({ ...query, page_size: PAGE_SIZE }, { signal }),
    placeholderData: (before) => before,
  })

export const categoryList = (heddle: Heddle) =>
  queryOptions({
    queryKey: ['queries', 'categories'],
    queryFn: async ({ signal }) => Array.fromAsync(heddle.queries.categories.all({ page_size: 200 }, { signal })),
    staleTime: 60_000,
  })

/** The newest run of each query, as far as the newest runs of all of them tell. */
export const newestRuns = (heddle: Heddle) =>
  queryOptions({
    queryKey: ['queries', 'execution-logs', 'newest'],
    queryFn: async ({ signal }) => {
      const { results } = await heddle.queries.executionLogs.list({ page_size: 200 }, { signal })
      const newest = new Map<string, Wire.ExecutionLogItem>()
      for (const run of results) if (run.saved_query !== null && !newest.has(run.saved_query)) newest.set(run.saved_query, run)
      return newest
    },
  })
