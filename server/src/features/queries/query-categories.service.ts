import { onlyGiven } from '@heddle/domain/only-given.ts'
import type { Database } from '../../adapters/database/database.ts'
import { Conflict } from '../../kernel/errors.ts'
import { type CategoriesService, createCategoriesService } from '../../platform/categories/categories.service.ts'
import type { Events } from '../../platform/events/events.ts'
import { type Audit, notesOn } from '../audit/index.ts'
import { foldersChanging } from './queries.events.ts'
import { queryCategories } from './queries.tables.ts'
import {
  type CategoryRow,
  insertCategory,
  readCategories,
  removeCategory,
  updateCategory,
} from './query-categories.store.ts'

export type QueryCategoriesService = CategoriesService<CategoryRow>

/** Folders of packs come and go with their packs. */
function requireOwnFolder({ name, isOfPacks }: CategoryRow): void {
  if (isOfPacks) throw new Conflict(`"${name}" holds checks of packs. Remove the packs instead.`, 'from_pack')
}

export function createQueryCategoriesService(database: Database, audit: Audit, events: Events): QueryCategoriesService {
  const note = notesOn(audit, 'Query category', 'query_category')
  return createCategoriesService<CategoryRow>(database, {
    table: queryCategories,
    searched: [queryCategories.name],
    // Queries are shared, so everybody sees the same counts.
    read: (db, _actor, selection) => readCategories(db, selection),
    insert: async (tx, body, createdBy) => {
      const { name, parent = null } = body
      await events.raise(tx, foldersChanging, { kind: 'create', name, parent })
      return insertCategory(tx, body, createdBy)
    },
    update: async (tx, row, patch) => {
      requireOwnFolder(row)
      const { id, name } = row
      await events.raise(tx, foldersChanging, { kind: 'change', id, name, ...onlyGiven({ parent: patch.parent }) })
      await updateCategory(tx, row, patch)
    },
    requireUnused: async (_tx, row) => requireOwnFolder(row),
    remove: async (tx, row) => {
      await events.raise(tx, foldersChanging, { kind: 'delete', id: row.id, name: row.name })
      await removeCategory(tx, row)
    },
    describe: ({ name, parentId }) => ({ name, parent: parentId }),
    note: (tx, action, ...what) => note(tx, `category_${action}`, ...what),
  })
}
