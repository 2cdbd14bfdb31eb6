import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../lib/api/heddle.ts'

/** Everything about saved queries is under it: a change of one can move it in every list. */
export const QUERIES_KEY = ['queries', 'saved-queries'] as const

/** As many names as a list offers. */
const MOST_NAMES = 200

export const queryNames = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...QUERIES_KEY, 'names'],
    queryFn: async ({ signal }) => {
      const page = await heddle.queries.savedQueries.list({ page_size: MOST_NAMES, ordering: 'name' }, { signal })
      return page.results.map(({ id, name }) => ({ id, name }))
    },
    staleTime: 60_000,
  })
