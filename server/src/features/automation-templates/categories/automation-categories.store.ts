import { and, count, eq, sql } from 'drizzle-orm'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { CategoryBody, CategoryChanges } from '../../../platform/categories/categories.service.ts'
import { childrenIn, isInTree } from '../../../platform/categories/category-tree.ts'
import { qualified } from '../../../platform/sql/qualified.ts'
import type { RowSelection } from '../../../platform/sql/row-selection.ts'
import { automationCategories as table, automationTemplates } from '../automation-templates.tables.ts'
import { isSeenBy } from '../template-access.ts'

const shownTo = (actor: Actor) => {
  const seen = and(eq(automationTemplates.categoryId, table.id), isSeenBy(actor))
  return {
    id: table.id,
    name: table.name,
    description: table.description,
    parentId: table.parentId,
    createdBy: table.createdBy,
    templateCount: qualified(sql<number>`(select count(*)::int from ${automationTemplates} where ${seen})`),
    children: childrenIn(table),
  }
}
export type TemplateCategoryRow = Awaited<ReturnType<typeof readTemplateCategories>>[number]

export const readTemplateCategories = (db: Executor, actor: Actor, { where, orderBy, limit, offset }: RowSelection) =>
  db
    .select(shownTo(actor))
    .from(table)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)

export const categoryExists = (db: Executor, id: number): Promise<boolean> => isInTree(db, table, id)

export async function insertTemplateCategory(
  tx: Executor,
  { name, description = '', parent = null }: CategoryBody,
  createdBy: number,
): Promise<number> {
  const [row] = await tx
    .insert(table)
    .values({ name, description, parentId: parent, createdBy })
    .returning({ id: table.id })
  return row!.id
}

export async function updateTemplateCategory(
  tx: Executor,
  row: TemplateCategoryRow,
  patch: CategoryChanges,
): Promise<void> {
  await tx
    .update(table)
    .set({ name: patch.name ?? row.name, ...onlyGiven({ description: patch.description, parentId: patch.parent }) })
    .where(eq(table.id, row.id))
}

/** All templates of a category, also those that the caller does not see. */
export async function countTemplatesIn(tx: Executor, id: number): Promise<number> {
  const [row] = await tx
    .select({ found: count() })
    .from(automationTemplates)
    .where(eq(automationTemplates.categoryId, id))
  return row!.found
}
