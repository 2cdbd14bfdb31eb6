import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'
import type { Wire } from '../../lib/api/wire.ts'
import { NO_PREVIEWS, RUNS_KEY } from '../../resources/runs.ts'

export const RUNS_PER_PAGE = 50
/** The rows of a run come as they are needed; these are for its print. */
const KEPT_ROWS = 200

export const runList = (heddle: Heddle, query: Wire.ExecutionLogListQuery) =>
  queryOptions({
    queryKey: [...RUNS_KEY, 'list', query],
    queryFn: ({ signal }) =>
      heddle.queries.executionLogs.list({ ...query, ...NO_PREVIEWS, page_size: RUNS_PER_PAGE }, { signal }),
    placeholderData: (before) => before,
  })

export const runDetail = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...RUNS_KEY, 'detail', id],
    queryFn: async ({ signal }) => {
      const run = await heddle.queries.executionLogs.get(id, { signal })
      return { ...run, results: run.results.slice(0, KEPT_ROWS) }
    },
  })

/** What a version drew never changes. */
export const versionRun = (heddle: Heddle, query: string, version: number) =>
  queryOptions({
    queryKey: ['queries', 'versions', query, version],
    queryFn: ({ signal }) => heddle.queries.savedQueries.versions.get(query, version, { signal }),
    staleTime: Infinity,
  })
