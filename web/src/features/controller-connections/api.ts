import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'

export const CONNECTIONS_KEY = ['controller', 'connections'] as const

export const connectionList = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...CONNECTIONS_KEY, 'list'],
    queryFn: async ({ signal }) =>
      Array.fromAsync(heddle.controller.connections.all({ page_size: 200, ordering: 'name' }, { signal })),
  })

const BUDGET_EVERY_MS = 2_000

/** What a controller is asked now; kept fresh while it is looked at. */
export const budgetOf = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...CONNECTIONS_KEY, 'budget', id],
    queryFn: ({ signal }) => heddle.controller.connections.budget(id, { signal }),
    refetchInterval: BUDGET_EVERY_MS,
  })

/** How many queries read through a connection, for what its deletion means. */
export const queriesThrough = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: ['queries', 'saved-queries', 'through', id],
    queryFn: async ({ signal }) => {
      const { count } = await heddle.queries.savedQueries.list({ controller_connection: id, page_size: 1 }, { signal })
      return count
    },
  })
