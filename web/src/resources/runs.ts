import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../lib/api/heddle.ts'
import type { Wire } from '../lib/api/wire.ts'

/** Everything about runs is under it. */
export const RUNS_KEY = ['queries', 'execution-logs'] as const

/** Runs that somebody wanted: those without the steps are asked for by this page, to preview the steps. */
export const NO_PREVIEWS = { skip_post_processors: false } as const

/** The newest runs that a filter leaves. */
export const newestRuns = (heddle: Heddle, query: Wire.ExecutionLogListQuery) =>
  queryOptions({
    queryKey: [...RUNS_KEY, 'newest', query],
    queryFn: async ({ signal }) =>
      (await heddle.queries.executionLogs.list({ ...query, ...NO_PREVIEWS }, { signal })).results,
    placeholderData: (before) => before,
    staleTime: 60_000,
  })

/** The newest run of each of these saved queries, as far as they ran. */
export const newestRunOfEach = (heddle: Heddle, queries: readonly string[]) =>
  queryOptions({
    queryKey: [...RUNS_KEY, 'newest-of', queries],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string | null, Wire.ExecutionLogItem>> => {
      const query = { newest_of: queries.join(','), ...NO_PREVIEWS, draft: false, page_size: queries.length }
      const { results } = await heddle.queries.executionLogs.list(query, { signal })
      return new Map(results.map((run) => [run.saved_query, run]))
    },
    enabled: queries.length > 0,
    placeholderData: (before) => before,
  })

const PIPELINES_KEY = ['queries', 'pipeline-executions'] as const

/** The stages of a run, and what they gave. */
export const pipelineRun = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...PIPELINES_KEY, id],
    queryFn: ({ signal }) => heddle.queries.pipelineExecutions.get(id, { signal }),
  })
