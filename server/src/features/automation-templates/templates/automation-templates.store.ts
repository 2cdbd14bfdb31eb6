import { and, eq, inArray, sql } from 'drizzle-orm'
import type { AUTOMATION_TEMPLATE_ORDERS } from '@heddle/contract/automation-templates.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { Order, PageOf, PageRequest } from '../../../kernel/paging.ts'
import { contains, natural, orderBy } from '../../../platform/sql/list-sql.ts'
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

/** The ids of a page: a schema may be large, so templates are read a few at a time. */
export async function listTemplateIds(
  db: Executor,
  actor: Actor,
  filter: TemplateFilter,
  page: PageRequest,
): Promise<PageOf<string>> {
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
  const items = await db
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(...orderBy(filter.order, columns, table.id))
    .limit(page.size)
    .offset(page.offset)
  return { count: await db.$count(table, where), items: items.map(({ id }) => id) }
}

/** The templates with these ids that the actor sees, in this order. */
export async function findTemplates(
  db: Executor,
  actor: Actor,
  ids: readonly string[],
): Promise<readonly FoundTemplate[]> {
  if (ids.length === 0) return []
  const found = await db
    .select(FOUND)
    .from(table)
    .leftJoin(users, eq(users.id, table.createdBy))
    .where(and(inArray(table.id, [...ids]), isSeenBy(actor)))
  return ids.flatMap((id) => found.find(({ row }) => row.id === id) ?? [])
}

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
