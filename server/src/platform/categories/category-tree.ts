import { type AnyColumn, type SQL, and, eq, sql } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { CATEGORY_ORDERS } from '@heddle/contract/queries.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Order, PageRequest } from '../../kernel/paging.ts'
import { contains, natural, orderBy } from '../sql/list-sql.ts'
import { qualified } from '../sql/qualified.ts'
import type { RowSelection } from '../sql/row-selection.ts'

/** A table whose rows are in one another: `parent_id` names the row above. */
export type CategoryTable = PgTable & Readonly<Record<'id' | 'name' | 'parentId', PgColumn>>

/** What the rows of every tree have. */
export type CategoryNode = {
  readonly id: number
  readonly name: string
  readonly parentId: number | null
  readonly createdBy: number | null
  /** The ids of its direct children. */
  readonly children: readonly number[]
}

export type CategoryFilter = {
  readonly parent?: number | undefined
  readonly search?: string | undefined
  readonly order: readonly Order<(typeof CATEGORY_ORDERS)[number]>[]
}

export function selectCategories(
  table: CategoryTable,
  searched: readonly AnyColumn[],
  { parent, search, order }: CategoryFilter,
  page: PageRequest,
): RowSelection {
  return {
    where: and(parent === undefined ? undefined : eq(table.parentId, parent), contains(search, searched)),
    orderBy: orderBy(order, { name: natural(table.name), id: table.id }, table.id),
    limit: page.size,
    offset: page.offset,
  }
}

/** A column with the ids of the direct children. */
export function childrenIn(table: CategoryTable): SQL<number[]> {
  const child = alias(table, 'child')
  return qualified(
    sql<
      number[]
    >`array(select ${child.id} from ${table} as child where ${child.parentId} = ${table.id} order by ${child.id})`,
  )
}

/** Serializes changes of the tree: two concurrent moves could create a cycle that neither sees. */
export async function lockTree(tx: Executor, table: CategoryTable): Promise<void> {
  await tx.execute(sql`lock table ${table} in share row exclusive mode`)
}

export async function isInTree(db: Executor, table: CategoryTable, id: number): Promise<boolean> {
  return (await db.$count(table, eq(table.id, id))) > 0
}

/** Whether `ancestor` is the category itself or one of its ancestors. */
export async function isSelfOrAncestor(
  tx: Executor,
  table: CategoryTable,
  ancestor: number,
  category: number,
): Promise<boolean> {
  const found = await tx.execute<{ found: boolean }>(sql`
    with recursive above as (
      select id, parent_id from ${table} where id = ${category}
      union
      select parent.id, parent.parent_id from ${table} as parent join above on parent.id = above.parent_id
    )
    select exists (select 1 from above where id = ${ancestor}) as found`)
  return found.rows[0]?.found === true
}

/** Moves the children of a category up to its parent, then deletes it. */
export async function removeFromTree(
  tx: Executor,
  table: CategoryTable,
  { id, parentId }: Pick<CategoryNode, 'id' | 'parentId'>,
): Promise<void> {
  await tx.execute(sql`update ${table} set parent_id = ${parentId} where parent_id = ${id}`)
  await tx.delete(table).where(eq(table.id, id))
}
