import type { Database } from '../../adapters/database/database.ts'
import { type CategoriesService, createCategoriesService } from '../../platform/categories/categories.service.ts'
import { type Audit, notesOn } from '../audit/index.ts'
import { queryCategories } from './queries.tables.ts'
import {
  type CategoryRow,
  insertCategory,
  readCategories,
  removeCategory,
  updateCategory,
} from './query-categories.store.ts'

export type QueryCategoriesService = CategoriesService<CategoryRow>

export function createQueryCategoriesService(database: Database, audit: Audit): QueryCategoriesService {
  const note = notesOn(audit, 'Query category', 'query_category')
  return createCategoriesService<CategoryRow>(database, {
    table: queryCategories,
    searched: [queryCategories.name],
    // Queries are shared, so everybody sees the same counts.
    read: (db, _actor, selection) => readCategories(db, selection),
    insert: insertCategory,
    update: updateCategory,
    remove: removeCategory,
    describe: ({ name, parentId }) => ({ name, parent: parentId }),
    note: (tx, action, ...what) => note(tx, `category_${action}`, ...what),
  })
}
