import { and, count, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AUTOMATION_CATEGORY_ORDERS } from '@heddle/contract/automation-templates.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { Order, PageOf, PageRequest } from '../../../kernel/paging.ts'
import { contains, natural, orderBy } from '../../../platform/sql/list-sql.ts'
import { qualified } from '../../../platform/sql/qualified.ts'
import { automationCategories as table, automationTemplates } from '../automation-templates.tables.ts'
import { isSeenBy } from '../templates/template-access.ts'

export type CategoryFilter = {
  readonly parent?: number | undefined
  readonly search?: string | undefined
  readonly order: readonly Order<(typeof AUTOMATION_CATEGORY_ORDERS)[number]>[]
}
export type CategoryFields = { readonly name: string; readonly description: string; readonly parentId: number | null }

const child = alias(table, 'child')
const SHOWN = {
  id: table.id,
  name: table.name,
  description: table.description,
  parentId: table.parentId,
  children: qualified(
    sql<
      number[]
    >`array(select ${child.id} from ${table} as child where ${child.parentId} = ${table.id} order by ${child.id})`,
  ),
}
const shownTo = (actor: Actor) => {
  const where = and(eq(automationTemplates.categoryId, table.id), isSeenBy(actor))
  return {
    ...SHOWN,
    templateCount: qualified(sql<number>`(select count(*)::int from ${automationTemplates} where ${where})`),
  }
}
export type CategoryRow = Awaited<ReturnType<typeof listCategories>>['items'][number]

export async function listCategories(db: Executor, actor: Actor, filter: CategoryFilter, page: PageRequest) {
  const where = and(
    filter.parent === undefined ? undefined : eq(table.parentId, filter.parent),
    contains(filter.search, [table.name, table.description]),
  )
  const total = await db.$count(table, where)
  const items = await db
    .select(shownTo(actor))
    .from(table)
    .where(where)
    .orderBy(...orderBy(filter.order, { name: natural(table.name), id: table.id }, table.id))
    .limit(page.size)
    .offset(page.offset)
  return { count: total, items } satisfies PageOf<unknown>
}

export async function findCategory(db: Executor, actor: Actor, id: number): Promise<CategoryRow | undefined> {
  const [row] = await db.select(shownTo(actor)).from(table).where(eq(table.id, id))
  return row
}

export async function categoryExists(db: Executor, id: number): Promise<boolean> {
  return (await db.$count(table, eq(table.id, id))) > 0
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

export async function insertCategory(
  tx: Executor,
  category: CategoryFields & { readonly createdBy: number },
): Promise<number> {
  const [row] = await tx.insert(table).values(category).returning({ id: table.id })
  return row!.id
}

export async function updateCategory(tx: Executor, id: number, changes: CategoryFields): Promise<void> {
  await tx.update(table).set(changes).where(eq(table.id, id))
}

/** All templates of a category, also those that the caller does not see. */
export async function countTemplatesIn(tx: Executor, id: number): Promise<number> {
  const [row] = await tx
    .select({ found: count() })
    .from(automationTemplates)
    .where(eq(automationTemplates.categoryId, id))
  return row!.found
}

/** Moves the children of a category up to its parent, then deletes it. */
export async function deleteCategoryKeepingChildren(tx: Executor, id: number, parentId: number | null): Promise<void> {
  await tx.update(table).set({ parentId }).where(eq(table.parentId, id))
  await tx.delete(table).where(eq(table.id, id))
}
