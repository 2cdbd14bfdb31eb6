import { Type } from 'typebox'
import { IntegerParams, PageReply } from '@heddle/contract/common.ts'
import {
  CategoryDeleteQuery,
  QueryCategory,
  QueryCategoryListQuery,
  QueryCategoryPatch,
  QueryCategoryWrite,
  CATEGORY_ORDERS,
} from '@heddle/contract/queries.ts'
import { may } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { parseOrdering } from '../../platform/http/query-parameters.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import type { QueryCategoriesService } from './query-categories.service.ts'
import { presentCategory } from './saved-queries.presenter.ts'

const COLLECTION = '/api/queries/categories/'
const ONE = `${COLLECTION}:id/`

export function queryCategoryRoutes(categories: QueryCategoriesService): readonly Route[] {
  const view = may('queries.view_category')
  const change = may('queries.change_category')

  return routes('Query categories', (route) => {
    route.get(
      COLLECTION,
      {
        access: view,
        summary: 'List categories',
        description:
          'All levels in one list, by name; `parent` selects the children of one. `query_count` counts the queries directly in a category.',
        query: QueryCategoryListQuery,
        reply: PageReply(QueryCategory),
      },
      async ({ query, url }) => {
        const page = pageRequest(query)
        const order = parseOrdering(query.ordering, CATEGORY_ORDERS, [{ field: 'name', descending: false }])
        const found = await categories.list({ parent: query.parent, search: query.search, order }, page)
        return envelope({ count: found.count, items: found.items.map(presentCategory) }, page, url)
      },
    )

    route.post(
      COLLECTION,
      {
        access: may('queries.add_category'),
        summary: 'Create a category',
        description: 'At the top level, or below `parent`.',
        body: QueryCategoryWrite,
        reply: QueryCategory,
        status: 201,
      },
      async ({ caller, body }) => presentCategory(await categories.create(caller, body)),
    )

    route.get(
      ONE,
      {
        access: view,
        summary: 'Read a category',
        description: 'With the ids of its direct children.',
        params: IntegerParams,
        reply: QueryCategory,
      },
      async ({ params }) => presentCategory(await categories.get(params.id)),
    )

    route.put(
      ONE,
      {
        access: change,
        summary: 'Replace a category',
        description: 'Without `parent` it moves to the top level. A category cannot be moved below itself.',
        params: IntegerParams,
        body: QueryCategoryWrite,
        reply: QueryCategory,
      },
      async ({ caller, params, body }) =>
        presentCategory(await categories.change(caller, params.id, { parent: null, ...body })),
    )

    route.patch(
      ONE,
      {
        access: change,
        summary: 'Update a category',
        description:
          'Only what is sent changes; a new `parent` moves it with everything below. A category cannot be moved below itself.',
        params: IntegerParams,
        body: QueryCategoryPatch,
        reply: QueryCategory,
      },
      async ({ caller, params, body }) => presentCategory(await categories.change(caller, params.id, body)),
    )

    route.delete(
      ONE,
      {
        access: may('queries.delete_category'),
        summary: 'Delete a category; with ?force=true its children move up',
        description: 'Its queries move up in any case; none is deleted.',
        conflicts: { has_children: 'It has children; `force=true` moves them up.' },
        conflictFields: { children: Type.Array(Type.Integer()) },
        params: IntegerParams,
        query: CategoryDeleteQuery,
        reply: Type.Null(),
        status: 204,
      },
      async ({ caller, params, query }) => categories.remove(caller, params.id, query.force ?? false),
    )
  })
}
