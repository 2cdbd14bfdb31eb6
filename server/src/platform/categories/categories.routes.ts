import { type TProperties, Type } from 'typebox'
import type {
  AutomationCategory,
  AutomationCategoryListQuery,
  AutomationCategoryPatch,
  AutomationCategoryWrite,
} from '@heddle/contract/automation-templates.ts'
import { IntegerParams, PageReply } from '@heddle/contract/common.ts'
import {
  CATEGORY_ORDERS,
  CategoryDeleteQuery,
  type QueryCategory,
  type QueryCategoryListQuery,
  type QueryCategoryPatch,
  type QueryCategoryWrite,
} from '@heddle/contract/queries.ts'
import { may } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../http/pagination.ts'
import { parseOrdering } from '../http/query-parameters.ts'
import { type Route, routes } from '../http/route.ts'
import { type CategoriesService, editedCategoryParts } from './categories.service.ts'
import type { CategoryNode } from './category-tree.ts'

type CategoryResource<Row extends CategoryNode> = {
  readonly tag: string
  readonly path: string
  /** As in permissions. */
  readonly app: 'queries' | 'automation'
  /** `a category of templates`, `categories of templates`. */
  readonly one: string
  readonly many: string
  /** What the number beside each category counts. */
  readonly counted: string
  readonly removal: {
    readonly summary: string
    readonly description: string
    /** Conflicts besides `has_children`. */
    readonly conflicts?: Readonly<Record<string, string>>
  }
  /** Why a category cannot be changed although the caller may. */
  readonly changeConflicts?: Readonly<Record<string, string>>
  /** Why none can be created somewhere. */
  readonly addConflicts?: Readonly<Record<string, string>>
  /** What these conflicts say besides. */
  readonly conflictFields?: TProperties
  readonly list: typeof QueryCategoryListQuery | typeof AutomationCategoryListQuery
  readonly item: typeof QueryCategory | typeof AutomationCategory
  readonly write: typeof QueryCategoryWrite | typeof AutomationCategoryWrite
  readonly patch: typeof QueryCategoryPatch | typeof AutomationCategoryPatch
  /** What a replacement leaves out. */
  readonly replaced: { readonly parent: null; readonly description?: string }
  readonly service: CategoriesService<Row>
  readonly present: (row: Row) => QueryCategory | AutomationCategory
}

const OWNERS_ONLY = 'Only its owner, operators and administrators may change a category.'

/** The routes that all trees of categories have in common. */
export function categoryRoutes<Row extends CategoryNode>(resource: CategoryResource<Row>): readonly Route[] {
  const { tag, path, app, one, many, counted, removal, list, item, write, patch, replaced, service, present } = resource
  const { changeConflicts, addConflicts, conflictFields = {} } = resource
  const conflicts = changeConflicts && { conflicts: changeConflicts, conflictFields }
  const view = may(`${app}.view_category`)
  const change = may(`${app}.change_category`)

  return routes(tag, (route) => {
    route.get(
      path,
      {
        access: view,
        summary: `List ${many}`,
        description: `All levels in one list, by name; \`parent\` selects the children of one. ${counted}`,
        query: list,
        reply: PageReply(item),
      },
      async ({ caller, query, url }) => {
        const page = pageRequest(query)
        const order = parseOrdering(query.ordering, CATEGORY_ORDERS, [{ field: 'name', descending: false }])
        const found = await service.list(caller, { parent: query.parent, search: query.search, order }, page)
        return envelope({ count: found.count, items: found.items.map(present) }, page, url)
      },
    )

    route.post(
      path,
      {
        access: may(`${app}.add_category`),
        summary: `Create ${one}`,
        description: 'At the top level, or below `parent`.',
        ...(addConflicts && { conflicts: addConflicts, conflictFields }),
        body: write,
        reply: item,
        editedParts: editedCategoryParts,
        status: 201,
      },
      async ({ caller, body }) => present(await service.create(caller, body)),
    )

    route.get(
      `${path}:id/`,
      {
        access: view,
        summary: `Read ${one}`,
        description: 'With the ids of its direct children.',
        params: IntegerParams,
        reply: item,
        editedParts: editedCategoryParts,
      },
      async ({ caller, params }) => present(await service.get(caller, params.id)),
    )

    route.put(
      `${path}:id/`,
      {
        access: change,
        summary: `Replace ${one}`,
        description: 'Without `parent` it moves to the top level. A category cannot be moved below itself.',
        refusal: OWNERS_ONLY,
        ...conflicts,
        honorsIfMatch: true,
        params: IntegerParams,
        body: write,
        reply: item,
        editedParts: editedCategoryParts,
      },
      async ({ caller, params, body, ifMatch }) =>
        present(await service.change(caller, params.id, { patch: { ...replaced, ...body }, ifMatch })),
    )

    route.patch(
      `${path}:id/`,
      {
        access: change,
        summary: `Update ${one}`,
        description:
          'Only what is sent changes; a new `parent` moves it with everything below. A category cannot be moved below itself.',
        refusal: OWNERS_ONLY,
        ...conflicts,
        honorsIfMatch: true,
        params: IntegerParams,
        body: patch,
        reply: item,
        editedParts: editedCategoryParts,
      },
      async ({ caller, params, body, ifMatch }) =>
        present(await service.change(caller, params.id, { patch: body, ifMatch })),
    )

    route.delete(
      `${path}:id/`,
      {
        access: may(`${app}.delete_category`),
        summary: removal.summary,
        description: removal.description,
        refusal: OWNERS_ONLY,
        conflicts: { has_children: 'It has children; `force=true` moves them up.', ...removal.conflicts },
        conflictFields: { children: Type.Array(Type.Integer()), ...conflictFields },
        params: IntegerParams,
        query: CategoryDeleteQuery,
        reply: Type.Null(),
        status: 204,
      },
      async ({ caller, params, query }) => service.remove(caller, params.id, query.force ?? false),
    )
  })
}
