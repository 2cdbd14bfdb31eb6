import type { Database, Executor } from '../../../adapters/database/database.ts'
import { Conflict } from '../../../kernel/errors.ts'
import { type CategoriesService, createCategoriesService } from '../../../platform/categories/categories.service.ts'
import { removeFromTree } from '../../../platform/categories/category-tree.ts'
import { foreignKeyViolation } from '../../../platform/sql/constraint-errors.ts'
import { type Audit, notesOn } from '../../audit/index.ts'
import { automationCategories } from '../automation-templates.tables.ts'
import {
  type TemplateCategoryRow,
  countTemplatesIn,
  insertTemplateCategory,
  readTemplateCategories,
  updateTemplateCategory,
} from './automation-categories.store.ts'

export type AutomationCategoriesService = CategoriesService<TemplateCategoryRow>

export function createAutomationCategoriesService(database: Database, audit: Audit): AutomationCategoriesService {
  const note = notesOn(audit, 'Automation category', 'automation_category')
  return createCategoriesService<TemplateCategoryRow>(database, {
    table: automationCategories,
    searched: [automationCategories.name, automationCategories.description],
    read: readTemplateCategories,
    insert: insertTemplateCategory,
    update: updateTemplateCategory,
    requireUnused: (tx, { id }) => requireUnused(tx, id),
    remove: (tx, row) => removeFromTree(tx, automationCategories, row).catch(throwInUse),
    describe: ({ name, description, parentId }) => ({ name, description, parent: parentId }),
    note: (tx, action, ...what) => note(tx, `automation_category_${action}`, ...what),
  })
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
