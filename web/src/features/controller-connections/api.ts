import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'
import { CONNECTIONS_KEY } from '../../resources/connections.ts'
import { QUERIES_KEY } from '../../resources/queries.ts'

const BUDGET_EVERY_MS = 2_000

/** What a controller is asked now; kept fresh while it is looked at. */
export const budgetOf = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...CONNECTIONS_KEY, 'budget', id],
    queryFn: ({ signal }) => heddle.controller.connections.budget(id, { signal }),
    refetchInterval: BUDGET_EVERY_MS,
  })

/** What is known of a fabric; the server keeps it for ten minutes. */
export const factsOf = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...CONNECTIONS_KEY, 'facts', id],
    queryFn: ({ signal }) => heddle.controller.connections.facts(id, {}, { signal }),
    // A controller that cannot be asked is worth a word at once.
    retry: false,
  })

export const readFactsAgain = (heddle: Heddle, id: string) => heddle.controller.connections.facts(id, { refresh: true })

/** How many queries read through a connection, for what its deletion means. */
export const queriesThrough = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...QUERIES_KEY, 'through', id],
    queryFn: async ({ signal }) => {
      const { count } = await heddle.queries.savedQueries.list({ controller_connection: id, page_size: 1 }, { signal })
      return count
    },
  })
