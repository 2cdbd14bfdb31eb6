import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { Static } from 'typebox'
import { PageReply } from '@heddle/contract/common.ts'
import type { EXPECTATION_FILTERS } from '@heddle/contract/executions.ts'
import { QUERY_ORDERS, SavedQueryListItem, SavedQueryListQuery } from '@heddle/contract/queries.ts'
import { may } from '../../kernel/access.ts'
import { pageRequest } from '../../platform/http/pagination.ts'
import { parseOrdering } from '../../platform/http/query-parameters.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import { sendPage } from '../../platform/http/streamed-page.ts'
import type { SavedQueriesService } from './saved-queries.service.ts'

type ListQuery = Static<typeof SavedQueryListQuery>
/** A condition on how the newest run of a query met its expectation. */
type NewestRunCondition = (savedQueryId: SQLWrapper, wanted: (typeof EXPECTATION_FILTERS)[number]) => SQL

const filterOf = ({ expectation, ...query }: ListQuery, newestRun: NewestRunCondition) => ({
  category: query.category,
  controllerConnection: query.controller_connection,
  isFavorite: query.is_favorite,
  where: expectation && ((id: SQLWrapper) => newestRun(id, expectation)),
  search: query.search,
  order: parseOrdering(query.ordering, QUERY_ORDERS, [{ field: 'updated_at', descending: true }]),
})

/** The list filters by runs, which only `executions` knows: that feature mounts it, with its condition. */
export const savedQueryListRoutes = (queries: SavedQueriesService, newestRun: NewestRunCondition): readonly Route[] =>
  routes('Saved queries', (route) => {
    route.get(
      '/api/queries/saved-queries/',
      {
        access: may('queries.view_savedquery'),
        summary: 'List saved queries',
        description:
          'Those of all users, the last changed first, with their canvas. `search` looks in name and description.',
        query: SavedQueryListQuery,
        reply: PageReply(SavedQueryListItem),
      },
      async ({ caller, query, url, fields }) => {
        const page = pageRequest(query)
        const found = await queries.list(caller, filterOf(query, newestRun), page)
        return sendPage(found, page, { url, fields }, ({ item }) => item)
      },
    )
  })
