import { Type } from 'typebox'
import {
  AUTOMATION_CATEGORY_ORDERS,
  AutomationCategory,
  AutomationCategoryListQuery,
  AutomationCategoryPatch,
  AutomationCategoryWrite,
} from '@heddle/contract/automation-templates.ts'
import { IntegerParams, PageReply } from '@heddle/contract/common.ts'
import { CategoryDeleteQuery } from '@heddle/contract/queries.ts'
import { may } from '../../../kernel/access.ts'
import { envelope, pageRequest } from '../../../platform/http/pagination.ts'
import { parseOrdering } from '../../../platform/http/query-parameters.ts'
import { type Route, routes } from '../../../platform/http/route.ts'
import { presentCategory } from './automation-categories.presenter.ts'
import type { AutomationCategoriesService } from './automation-categories.service.ts'

const COLLECTION = '/api/automation/categories/'
const ONE = `${COLLECTION}:id/`

export function automationCategoryRoutes(categories: AutomationCategoriesService): readonly Route[] {
  const view = may('automation.view_category')
  const change = may('automation.change_category')

  return routes('Automation categories', (route) => {
    route.get(
      COLLECTION,
      {
        access: view,
        summary: 'List categories of templates',
        description:
          'All levels in one list, by name; `parent` selects the children of one. `template_count` counts the templates that you see.',
        query: AutomationCategoryListQuery,
        reply: PageReply(AutomationCategory),
      },
      async ({ caller, query, url }) => {
        const page = pageRequest(query)
        const order = parseOrdering(query.ordering, AUTOMATION_CATEGORY_ORDERS, [{ field: 'name', descending: false }])
        const found = await categories.list(caller, { parent: query.parent, search: query.search, order }, page)
        return envelope({ count: found.count, items: found.items.map(presentCategory) }, page, url)
      },
    )

    route.post(
      COLLECTION,
      {
        access: may('automation.add_category'),
        summary: 'Create a category of templates',
        description: 'At the top level, or below `parent`.',
        body: AutomationCategoryWrite,
        reply: AutomationCategory,
        status: 201,
      },
      async ({ caller, body }) => presentCategory(await categories.create(caller, body)),
    )

    route.get(
      ONE,
      {
        access: view,
        summary: 'Read a category of templates',
        description: 'With the ids of its direct children.',
        params: IntegerParams,
        reply: AutomationCategory,
      },
      async ({ caller, params }) => presentCategory(await categories.get(caller, params.id)),
    )

    route.put(
      ONE,
      {
        access: change,
        summary: 'Replace a category of templates',
        description: 'Without `parent` it moves to the top level. A category cannot be moved below itself.',
        params: IntegerParams,
        body: AutomationCategoryWrite,
        reply: AutomationCategory,
      },
      async ({ caller, params, body }) =>
        presentCategory(await categories.change(caller, params.id, { parent: null, description: '', ...body })),
    )

    route.patch(
      ONE,
      {
        access: change,
        summary: 'Update a category of templates',
        description:
          'Only what is sent changes; a new `parent` moves it with everything below. A category cannot be moved below itself.',
        params: IntegerParams,
        body: AutomationCategoryPatch,
        reply: AutomationCategory,
      },
      async ({ caller, params, body }) => presentCategory(await categories.change(caller, params.id, body)),
    )

    route.delete(
      ONE,
      {
        access: may('automation.delete_category'),
        summary: 'Delete a category without templates; with ?force=true its children move up',
        description: 'Its templates must be moved first, even with `force`.',
        conflicts: { has_children: 'It has children; `force=true` moves them up.', in_use: 'Templates are in it.' },
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
