import type { QueryCategoryPatch, QueryCategoryWrite } from '@heddle/contract/queries.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { Conflict, FieldErrors, orNotFound } from '../../kernel/errors.ts'
import type { PageRequest } from '../../kernel/paging.ts'
import { requireOwnerOrManager } from '../../kernel/ownership.ts'
import { type Audit, notesOn } from '../audit/index.ts'
import {
  type CategoryFilter,
  type CategoryRow,
  deleteCategoryKeepingContents,
  findCategory,
  insertCategory,
  isSelfOrAncestor,
  listCategories,
  lockCategoryTree,
  updateCategory,
} from './query-categories.store.ts'

export type QueryCategoriesService = ReturnType<typeof createQueryCategoriesService>

export function createQueryCategoriesService({
  database,
  audit,
}: {
  readonly database: Database
  readonly audit: Audit
}) {
  const note = notesOn(audit, 'Query category', 'query_category')

  async function get(id: number, db: Executor = database.db): Promise<CategoryRow> {
    return orNotFound(await findCategory(db, id))
  }

  async function insert(tx: Executor, caller: Caller, body: QueryCategoryWrite): Promise<number> {
    const made = await insertCategory(tx, { name: body.name, parentId: body.parent ?? null, createdBy: caller.id })
    await note(tx, 'category_create', { id: made, name: body.name }, 'was created', body)
    return made
  }

  async function erase(tx: Executor, row: CategoryRow): Promise<void> {
    await deleteCategoryKeepingContents(tx, row.id, row.parentId)
    await note(tx, 'category_delete', row, 'was deleted', { children: row.children })
  }

  return {
    list: (filter: CategoryFilter, page: PageRequest) => listCategories(database.db, filter, page),
    get: (id: number) => get(id),

    /** For a change of many folders in one transaction: the caller locks the tree and asks who may. */
    many: { lock: lockCategoryTree, get: (tx: Executor, id: number) => get(id, tx), insert, erase },

    create: async (caller: Caller, body: QueryCategoryWrite): Promise<CategoryRow> => {
      const id = await database.transaction(async (tx) => {
        await lockCategoryTree(tx)
        await checkParent(tx, body.parent ?? null)
        return insert(tx, caller, body)
      })
      return get(id)
    },

    change: async (caller: Caller, id: number, patch: QueryCategoryPatch): Promise<CategoryRow> => {
      await database.transaction(async (tx) => {
        await lockCategoryTree(tx)
        const row = await get(id, tx)
        requireOwnerOrManager(caller, row.createdBy)
        const parentId = patch.parent === undefined ? row.parentId : patch.parent
        await checkParent(tx, parentId, id)
        await updateCategory(tx, id, { name: patch.name ?? row.name, parentId })
        await note(tx, 'category_update', row, 'was changed', {
          before: { name: row.name, parent: row.parentId },
          after: patch,
        })
      })
      return get(id)
    },

    /**
     * Without `force`, a category with children is not deleted; with it, they move up to its parent. Queries always
     * move up.
     */
    remove: async (caller: Caller, id: number, force: boolean): Promise<null> => {
      await database.transaction(async (tx) => {
        await lockCategoryTree(tx)
        const row = await get(id, tx)
        requireOwnerOrManager(caller, row.createdBy)
        if (row.children.length > 0 && !force) {
          throw new Conflict(
            'The category has children; delete it with ?force=true to move them up to its parent.',
            'has_children',
            {
              children: row.children,
            },
          )
        }
        await erase(tx, row)
      })
      return null
    },
  }
}

async function checkParent(tx: Executor, parentId: number | null, id?: number): Promise<void> {
  if (parentId === null) return
  if (!(await findCategory(tx, parentId))) throw new FieldErrors({ parent: [`Category ${parentId} does not exist.`] })
  if (id !== undefined && (await isSelfOrAncestor(tx, id, parentId))) {
    throw new FieldErrors({ parent: ['A category cannot be moved into itself or one of its descendants.'] })
  }
}
