import type { AutomationCategoryPatch, AutomationCategoryWrite } from '@heddle/contract/automation-templates.ts'
import type { Database, Executor } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { Conflict, FieldErrors, orNotFound } from '../../../kernel/errors.ts'
import type { PageRequest } from '../../../kernel/paging.ts'
import { foreignKeyViolation } from '../../../platform/sql/constraint-errors.ts'
import { type Audit, notesOn } from '../../audit/index.ts'
import {
  categoryExists,
  type CategoryFilter,
  type CategoryRow,
  countTemplatesIn,
  deleteCategoryKeepingChildren,
  findCategory,
  insertCategory,
  isSelfOrAncestor,
  listCategories,
  lockCategoryTree,
  updateCategory,
} from './automation-categories.store.ts'

export type AutomationCategoriesService = ReturnType<typeof createAutomationCategoriesService>

export function createAutomationCategoriesService({
  database,
  audit,
}: {
  readonly database: Database
  readonly audit: Audit
}) {
  const note = notesOn(audit, 'Automation category', 'automation_category')

  async function get(actor: Actor, id: number, db: Executor = database.db): Promise<CategoryRow> {
    return orNotFound(await findCategory(db, actor, id))
  }

  return {
    list: (actor: Actor, filter: CategoryFilter, page: PageRequest) => listCategories(database.db, actor, filter, page),
    get: (actor: Actor, id: number) => get(actor, id),

    create: async (actor: Actor, body: AutomationCategoryWrite): Promise<CategoryRow> => {
      const id = await database.transaction(async (tx) => {
        await lockCategoryTree(tx)
        const fields = { name: body.name, description: body.description ?? '', parentId: body.parent ?? null }
        await checkParent(tx, fields.parentId)
        const created = await insertCategory(tx, { ...fields, createdBy: actor.id })
        await note(tx, 'automation_category_create', { id: created, name: body.name }, 'was created', body)
        return created
      })
      return get(actor, id)
    },

    change: async (actor: Actor, id: number, patch: AutomationCategoryPatch): Promise<CategoryRow> => {
      await database.transaction(async (tx) => {
        await lockCategoryTree(tx)
        const row = await get(actor, id, tx)
        const parentId = patch.parent === undefined ? row.parentId : patch.parent
        await checkParent(tx, parentId, id)
        await updateCategory(tx, id, {
          name: patch.name ?? row.name,
          description: patch.description ?? row.description,
          parentId,
        })
        const before = { name: row.name, description: row.description, parent: row.parentId }
        await note(tx, 'automation_category_update', row, 'was changed', { before, after: patch })
      })
      return get(actor, id)
    },

    /** A category with templates stays. With `force`, one with children goes, and they move up to its parent. */
    remove: async (actor: Actor, id: number, force: boolean): Promise<null> => {
      await database.transaction(async (tx) => {
        await lockCategoryTree(tx)
        const row = await get(actor, id, tx)
        await requireUnused(tx, id)
        if (row.children.length > 0 && !force) {
          throw new Conflict(
            'The category has children; delete it with ?force=true to move them up to its parent.',
            'has_children',
            {
              children: row.children,
            },
          )
        }
        await deleteCategoryKeepingChildren(tx, id, row.parentId).catch(throwInUse)
        await note(tx, 'automation_category_delete', row, 'was deleted', { children: row.children })
      })
      return null
    },
  }
}

const inUse = (count?: number): Conflict =>
  new Conflict(
    count === undefined || count === 1
      ? 'A template is in this category; move it first.'
      : `${count} templates are in this category; move them first.`,
    'in_use',
  )

async function requireUnused(tx: Executor, id: number): Promise<void> {
  const count = await countTemplatesIn(tx, id)
  if (count > 0) throw inUse(count)
}

/** A template may have been created in the category since they were counted. */
function throwInUse(error: unknown): never {
  throw foreignKeyViolation(error) === undefined ? error : inUse()
}

async function checkParent(tx: Executor, parentId: number | null, id?: number): Promise<void> {
  if (parentId === null) return
  if (!(await categoryExists(tx, parentId))) throw new FieldErrors({ parent: [`Category ${parentId} does not exist.`] })
  if (id !== undefined && (await isSelfOrAncestor(tx, id, parentId))) {
    throw new FieldErrors({ parent: ['A category cannot be moved into itself or one of its descendants.'] })
  }
}
