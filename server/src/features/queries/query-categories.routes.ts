import {
  QueryCategory,
  QueryCategoryListQuery,
  QueryCategoryPatch,
  QueryCategoryWrite,
} from '@heddle/contract/queries.ts'
import { categoryRoutes } from '../../platform/categories/categories.routes.ts'
import type { Route } from '../../platform/http/route.ts'
import type { QueryCategoriesService } from './query-categories.service.ts'
import { IN_REPOSITORY } from './in-repository.ts'
import { presentCategory } from './saved-queries.presenter.ts'

const IN_GIT = { in_git: 'It lives in Git: change the repository instead.' }
const FROM_PACK = { from_pack: 'It holds checks of packs and goes with them.', ...IN_GIT }

export const queryCategoryRoutes = (service: QueryCategoriesService): readonly Route[] =>
  categoryRoutes({
    tag: 'Query categories',
    path: '/api/queries/categories/',
    app: 'queries',
    one: 'a category',
    many: 'categories',
    counted: '`query_count` counts the queries directly in a category.',
    removal: {
      summary: 'Delete a category; with ?force=true its children move up',
      description: 'Its queries move up in any case; none is deleted.',
      conflicts: { ...FROM_PACK, bound_folder: 'It has a repository: delete that first.' },
    },
    addConflicts: IN_GIT,
    changeConflicts: FROM_PACK,
    conflictFields: IN_REPOSITORY,
    list: QueryCategoryListQuery,
    item: QueryCategory,
    write: QueryCategoryWrite,
    patch: QueryCategoryPatch,
    replaced: { parent: null },
    service,
    present: presentCategory,
  })
