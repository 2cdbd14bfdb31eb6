import { and, asc, eq, getTableColumns, type SQL, sql, type Subquery } from 'drizzle-orm'
import type { AUTOMATION_TEMPLATE_ORDERS } from '@heddle/contract/automation-templates.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { Order, PageInParts, PageRequest } from '../../../kernel/paging.ts'
import { contains, natural, orderBy } from '../../../platform/sql/list-sql.ts'
import { pagesBySize } from '../../../platform/sql/page-by-size.ts'
import { qualified } from '../../../platform/sql/qualified.ts'
import { automationConnections } from '../../automation-connections/index.ts'
import { users } from '../../users/index.ts'
import { automationTemplateGroups as groups, automationTemplates as table } from '../automation-templates.tables.ts'
import { isSeenBy } from '../template-access.ts'

export type TemplateRow = typeof table.$inferSelect
export type FoundTemplate = {
  readonly row: TemplateRow
  readonly createdByName: string | null
  readonly groupIds: readonly number[]
}
export type TemplateFilter = {
  readonly category?: number | undefined
  readonly connection?: string | undefined
  readonly search?: string | undefined
  readonly order: readonly Order<(typeof AUTOMATION_TEMPLATE_ORDERS)[number]>[]
}

const FOUND = {
  row: table,
  createdByName: users.username,
  groupIds: qualified(
    sql<
      number[]
    >`array(select ${groups.groupId} from ${groups} where ${groups.templateId} = ${table.id} order by ${groups.groupId})`,
  ),
}

const pages = pagesBySize(table, [table.schema])
const LISTED = {
  ...FOUND,
  id: table.id,
  isWhole: pages.isWhole,
  row: { ...getTableColumns(table), schema: pages.jsonOf(table.schema) },
}
/** A template whose schema is the JSON that the database holds. */
export type ListedTemplate = Omit<FoundTemplate, 'row'> & {
  readonly row: Omit<TemplateRow, 'schema'> & { readonly schema: string }
}

/** One page; its schemas may be large. */
export async function listTemplates(
  db: Executor,
  actor: Actor,
  filter: TemplateFilter,
  page: PageRequest,
): Promise<PageInParts<ListedTemplate>> {
  const where = and(
    isSeenBy(actor),
    filter.category === undefined ? undefined : eq(table.categoryId, filter.category),
    filter.connection === undefined ? undefined : eq(table.connectionId, filter.connection),
    contains(filter.search, [table.name, table.description]),
  )
  const columns = {
    name: natural(table.name),
    created_at: table.createdAt,
    updated_at: table.updatedAt,
    category: table.categoryId,
  }
  const chosen = db
    .select(pages.columns)
    .from(table)
    .where(where)
    .orderBy(...orderBy(filter.order, columns, table.id))
    .limit(page.size)
    .offset(page.offset)
  return pages.read(db, { where, page, chosen }, (from, total) => readPage(db, actor, from, total))
}

const readPage = (db: Executor, actor: Actor, from: Subquery, total: SQL.Aliased<number>) =>
  db
    .select({ ...LISTED, total })
    .from(from)
    .leftJoin(users, eq(users.id, table.createdBy))
    .where(isSeenBy(actor))
    .orderBy(pages.place)

/** The template with this id, if the actor sees it. */
export async function findTemplate(db: Executor, actor: Actor, id: string): Promise<FoundTemplate | undefined> {
  const [found] = await db
    .select(FOUND)
    .from(table)
    .leftJoin(users, eq(users.id, table.createdBy))
    .where(and(eq(table.id, id), isSeenBy(actor)))
  return found
}

/** All that the actor sees. */
export const findTemplates = (db: Executor, actor: Actor): Promise<FoundTemplate[]> =>
  db
    .select(FOUND)
    .from(table)
    .leftJoin(users, eq(users.id, table.createdBy))
    .where(isSeenBy(actor))
    .orderBy(asc(table.id))

/** Locks the row until the transaction ends, if the actor sees it. */
export async function lockTemplate(tx: Executor, actor: Actor, id: string): Promise<TemplateRow | undefined> {
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.id, id), isSeenBy(actor)))
    .for('update')
  return row
}

export async function insertTemplate(tx: Executor, template: typeof table.$inferInsert): Promise<void> {
  await tx.insert(table).values(template)
}

export async function updateTemplate(
  tx: Executor,
  id: string,
  changes: Partial<typeof table.$inferInsert>,
): Promise<void> {
  await tx.update(table).set(changes).where(eq(table.id, id))
}

export async function deleteTemplate(tx: Executor, id: string): Promise<void> {
  await tx.delete(table).where(eq(table.id, id))
}

export async function replaceTemplateGroups(
  tx: Executor,
  templateId: string,
  groupIds: readonly number[],
): Promise<void> {
  await tx.delete(groups).where(eq(groups.templateId, templateId))
  if (groupIds.length > 0) await tx.insert(groups).values(groupIds.map((groupId) => ({ templateId, groupId })))
}

/** Undefined when there is no such template. */
export async function findAudience(
  db: Executor,
  id: string,
): Promise<{ readonly isRestricted: boolean; readonly groupIds: number[] } | undefined> {
  const [row] = await db
    .select({ isRestricted: table.isRestricted, groupIds: FOUND.groupIds })
    .from(table)
    .where(eq(table.id, id))
  return row
}

/** Locks the connection against deletion until the transaction ends. */
export async function lockConnection(tx: Executor, id: string): Promise<boolean> {
  const { id: column } = automationConnections
  const found = await tx.select({ id: column }).from(automationConnections).where(eq(column, id)).for('key share')
  return found.length > 0
}
