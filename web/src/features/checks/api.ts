import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'
import type { Wire } from '../../lib/api/wire.ts'
import { useMay, useMayChangeOf } from '../../lib/session/context.tsx'
import { QUERIES_KEY } from '../../resources/queries.ts'
import { RUNS_KEY } from '../../resources/runs.ts'

const FINDINGS_PER_PAGE = 200

/** Whether the user may waive what this check finds: who may change its query may. */
export function useMayWaive(): (query: Pick<Wire.SavedQuery, 'created_by'> | undefined) => boolean {
  const mayAny = useMay('queries.add_waiver')
  const mayChangeOf = useMayChangeOf()
  return (query) => mayAny || (query !== undefined && mayChangeOf(query.created_by))
}

/** What a run found, as much as was looked at. */
export const findingsOf = (heddle: Heddle, execution: string) =>
  infiniteQueryOptions({
    queryKey: [...RUNS_KEY, 'findings', execution],
    queryFn: ({ pageParam, signal }) =>
      heddle.queries.executionLogs.findings(execution, { page: pageParam, page_size: FINDINGS_PER_PAGE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, _, page) => (next === null ? undefined : page + 1),
  })

/** What a saved query says about itself. */
export const queryDetail = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...QUERIES_KEY, 'detail', id, 'of-check'],
    queryFn: ({ signal }) => heddle.queries.savedQueries.get(id, { signal }),
  })

/** Whether there is a job of this name that the user may launch. */
export const jobNamed = (heddle: Heddle, name: string) =>
  queryOptions({
    queryKey: ['automation', 'templates', 'named', name],
    queryFn: async ({ signal }) => {
      const { results } = await heddle.automation.templates.list({ search: name, page_size: 20 }, { signal })
      return results.some((template) => template.name === name)
    },
    staleTime: 60_000,
  })

/** Where a run read. */
export const connectionOfRun = (heddle: Heddle, execution: string) =>
  queryOptions({
    queryKey: [...RUNS_KEY, 'connection-of', execution],
    queryFn: async ({ signal }) => {
      const run = await heddle.queries.executionLogs.get(execution, { signal })
      const { controller_connection: id, controller_connection_name: name } = run
      return id === null ? null : { id, name: name ?? id }
    },
    staleTime: Infinity,
  })
