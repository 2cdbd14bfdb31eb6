import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'
import type { Wire } from '../../lib/api/wire.ts'

export const RUNS_PER_PAGE = 50
/** So many runs tell what fails, and how long a query takes. */
const NEWEST = 200
/** The rows of a run come as they are needed; these are for its print. */
const KEPT_ROWS = 200
export const RUNS_KEY = ['queries', 'execution-logs'] as const

export const runList = (heddle: Heddle, query: Wire.ExecutionLogListQuery) =>
  queryOptions({
    queryKey: [...RUNS_KEY, 'list', query],
    queryFn: ({ signal }) => heddle.queries.executionLogs.list({ ...query, page_size: RUNS_PER_PAGE }, { signal }),
    placeholderData: (before) => before,
  })

/** The newest runs that a filter leaves, whatever page is shown. */
export const newestRuns = (heddle: Heddle, query: Wire.ExecutionLogListQuery) =>
  queryOptions({
    queryKey: [...RUNS_KEY, 'overview', query],
    queryFn: async ({ signal }) =>
      (await heddle.queries.executionLogs.list({ ...query, page_size: NEWEST }, { signal })).results,
    placeholderData: (before) => before,
    staleTime: 60_000,
  })

export const runDetail = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...RUNS_KEY, 'detail', id],
    queryFn: async ({ signal }) => {
      const run = await heddle.queries.executionLogs.get(id, { signal })
      return { ...run, results: run.results.slice(0, KEPT_ROWS) }
    },
  })

export const stagesOf = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: ['queries', 'pipeline-executions', id],
    queryFn: ({ signal }) => heddle.queries.pipelineExecutions.get(id, { signal }),
  })

/** What a version drew never changes. */
export const versionRun = (heddle: Heddle, query: string, version: number) =>
  queryOptions({
    queryKey: ['queries', 'versions', query, version],
    queryFn: ({ signal }) => heddle.queries.savedQueries.versions.get(query, version, { signal }),
    staleTime: Infinity,
  })

export const connectionNames = (heddle: Heddle) =>
  queryOptions({
    queryKey: ['controller', 'connections', 'names'],
    queryFn: async ({ signal }) => {
      const { results } = await heddle.controller.connections.list({ page_size: 200, ordering: 'name' }, { signal })
      return results.map(({ id, name }) => ({ id, name }))
    },
    staleTime: 60_000,
  })

export const queryNames = (heddle: Heddle) =>
  queryOptions({
    queryKey: ['queries', 'saved-queries', 'names'],
    queryFn: async ({ signal }) => {
      const { results } = await heddle.queries.savedQueries.list({ page_size: 200, ordering: 'name' }, { signal })
      return results.map(({ id, name }) => ({ id, name }))
    },
    staleTime: 60_000,
  })
