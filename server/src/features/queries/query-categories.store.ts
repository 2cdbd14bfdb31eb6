import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CATEGORY_ORDERS } from '@heddle/contract/queries.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { PageOf, PageRequest, Order } from '../../kernel/paging.ts'
import { contains, natural, orderBy } from '../../platform/sql/list-sql.ts'
import { qualified } from '../../platform/sql/qualified.ts'
import { queryCategories as table, savedQueries } from './queries.tables.ts'

export type CategoryFilter = {
  readonly parent?: number | undefined
  readonly search?: string | undefined
  readonly order: readonly Order<(typeof CATEGORY_ORDERS)[number]>[]
}

const child = alias(table, 'child')

const SHOWN = {
  id: table.id,
  name: table.name,
  parentId: table.parentId,
  createdBy: table.createdBy,
  queryCount: qualified(
    sql<number>`(select count(*)::int from ${savedQueries} where ${savedQueries.categoryId} = ${table.id})`,
  ),
  children: qualified(
    sql<
      number[]
    >`array(select ${child.id} from ${table} as child where ${child.parentId} = ${table.id} order by ${child.id})`,
  ),
}
export type CategoryRow = Awaited<ReturnType<typeof listCategories>>['items'][number]

export async function listCategories(db: Executor, filter: CategoryFilter, page: PageRequest) {
  const where = and(
    filter.parent === undefined ? undefined : eq(table.parentId, filter.parent),
    contains(filter.search, [table.name]),
  )
  const count = await db.$count(table, where)
  const items = await db
    .select(SHOWN)
    .from(table)
    .where(where)
    .orderBy(...orderBy(filter.order, { name: natural(table.name), id: table.id }, table.id))
    .limit(page.size)
    .offset(page.offset)
  return { count, items } satisfies PageOf<unknown>
}

export async function findCategory(db: Executor, id: number): Promise<CategoryRow | undefined> {
  const [row] = await db.select(SHOWN).from(table).where(eq(table.id, id))
  return row
}

/** Serializes changes of the tree: two concurrent moves could create a cycle that neither sees. */
export async function lockCategoryTree(tx: Executor): Promise<void> {
  await tx.execute(sql`lock table ${table} in share row exclusive mode`)
}

/** Whether `ancestor` is the category itself or one of its ancestors. */
export async function isSelfOrAncestor(tx: Executor, ancestor: number, category: number): Promise<boolean> {
  const found = await tx.execute<{ found: boolean }>(sql`
    with recursive above as (
      select id, parent_id from ${table} where id = ${category}
      union
      select parent.id, parent.parent_id from ${table} as parent join above on parent.id = above.parent_id
    )
    select exists (select 1 from above where id = ${ancestor}) as found`)
  return found.rows[0]?.found === true
}

export async function insertCategory(tx: Executor, category: typeof table.$inferInsert): Promise<number> {
  const [row] = await tx.insert(table).values(category).returning({ id: table.id })
  return row!.id
}

export async function updateCategory(
  tx: Executor,
  id: number,
  changes: { name: string; parentId: number | null },
): Promise<void> {
  await tx.update(table).set(changes).where(eq(table.id, id))
}

/** Moves the children and queries of a category to its parent, then deletes it. */
export async function deleteCategoryKeepingContents(tx: Executor, id: number, parentId: number | null): Promise<void> {
  await tx.update(table).set({ parentId }).where(eq(table.parentId, id))
  await tx.update(savedQueries).set({ categoryId: parentId }).where(eq(savedQueries.categoryId, id))
  await tx.delete(table).where(eq(table.id, id))
}
