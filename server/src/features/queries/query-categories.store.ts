import { eq, sql } from 'drizzle-orm'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { CategoryBody, CategoryChanges } from '../../platform/categories/categories.service.ts'
import { childrenIn, isInTree, removeFromTree } from '../../platform/categories/category-tree.ts'
import { qualified } from '../../platform/sql/qualified.ts'
import type { RowSelection } from '../../platform/sql/row-selection.ts'
import { queryCategories as table, savedQueries } from './queries.tables.ts'

const SHOWN = {
  id: table.id,
  name: table.name,
  parentId: table.parentId,
  createdBy: table.createdBy,
  isOfPacks: table.isOfPacks,
  queryCount: qualified(
    sql<number>`(select count(*)::int from ${savedQueries} where ${savedQueries.categoryId} = ${table.id})`,
  ),
  children: childrenIn(table),
}
export type CategoryRow = Awaited<ReturnType<typeof readCategories>>[number]

export const readCategories = (db: Executor, { where, orderBy, limit, offset }: RowSelection) =>
  db
    .select(SHOWN)
    .from(table)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)

export const queryCategoryExists = (db: Executor, id: number): Promise<boolean> => isInTree(db, table, id)

export async function insertCategory(
  tx: Executor,
  { name, parent }: CategoryBody,
  createdBy: number | null,
  isOfPacks = false,
): Promise<number> {
  const [row] = await tx
    .insert(table)
    .values({ name, parentId: parent ?? null, createdBy, isOfPacks })
    .returning({ id: table.id })
  return row!.id
}

export async function updateCategory(
  tx: Executor,
  row: Pick<CategoryRow, 'id' | 'name'>,
  patch: CategoryChanges,
): Promise<void> {
  await tx
    .update(table)
    .set({ name: patch.name ?? row.name, ...onlyGiven({ parentId: patch.parent }) })
    .where(eq(table.id, row.id))
}

/** Its children and queries move up. */
export async function removeCategory(tx: Executor, row: Pick<CategoryRow, 'id' | 'parentId'>): Promise<void> {
  await tx.update(savedQueries).set({ categoryId: row.parentId }).where(eq(savedQueries.categoryId, row.id))
  await removeFromTree(tx, table, row)
}
