import { and, count, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { TASK_ORDERS } from '@heddle/contract/schedules.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { PageOf, PageRequest, Order } from '../../kernel/paging.ts'
import { readCounted } from '../../platform/sql/counted-page.ts'
import { contains, natural, orderBy } from '../../platform/sql/list-sql.ts'
import { connectionNames } from '../controller-connections/index.ts'
import { savedQueries } from '../queries/index.ts'
import { groupMembers, users } from '../users/index.ts'
import { scheduledTaskGroups as grants, scheduledTasks as table } from './schedules.tables.ts'

export type TaskRow = typeof table.$inferSelect
export type TaskChanges = Partial<Omit<typeof table.$inferInsert, 'id'>>
export type TaskFilter = {
  readonly enabled: boolean | undefined
  readonly savedQuery: string | undefined
  readonly search: string | undefined
  readonly order: readonly Order<TaskOrder>[]
}
/** A task with related data that is not in its row. */
export type FoundTask = {
  readonly task: TaskRow
  readonly owner: string
  readonly groups: number[]
  readonly queryName: string | null
  readonly connectionNames: (string | null)[] | null
}

type TaskOrder = (typeof TASK_ORDERS)[number]

const ORDER_COLUMNS = {
  name: natural(table.name),
  created_at: table.createdAt,
  next_run_at: table.nextRunAt,
  last_run_at: table.lastRunAt,
}

const groupsOfTask = sql<number[]>`(
  select coalesce(json_agg(${grants.groupId} order by ${grants.groupId}), '[]'::json) from ${grants} where ${grants.taskId} = ${table.id})`

const SHOWN = {
  task: table,
  owner: users.username,
  groups: groupsOfTask,
  queryName: sql<
    string | null
  >`(select ${savedQueries.name} from ${savedQueries} where ${savedQueries.id} = ${table.savedQueryId})`,
  connectionNames: connectionNames(table.controllerConnections),
}

/** Granted through a group of the user. */
const isGrantedTo = (userId: number): SQL => sql`exists (
  select 1 from ${grants} join ${groupMembers} on ${groupMembers.groupId} = ${grants.groupId}
    where ${grants.taskId} = ${table.id} and ${groupMembers.userId} = ${userId})`

/** Who looks at tasks. An API token with a list of permissions does not see those granted to its owner's groups. */
export type Viewer = Pick<Caller, 'id' | 'isAdmin' | 'actsAsMember'>

export const isOwnOrGranted = ({ id, actsAsMember }: Viewer): SQL =>
  or(eq(table.ownerId, id), actsAsMember ? isGrantedTo(id) : undefined)!

export async function listTasks(
  db: Executor,
  viewer: Viewer,
  filter: TaskFilter,
  page: PageRequest,
): Promise<PageOf<FoundTask>> {
  const where = and(
    isOwnOrGranted(viewer),
    filter.enabled === undefined ? undefined : eq(table.enabled, filter.enabled),
    filter.savedQuery === undefined ? undefined : eq(table.savedQueryId, filter.savedQuery),
    contains(filter.search, [table.name]),
  )
  return readCounted<FoundTask>(db, { table, where }, page, (total) =>
    db
      .select({ ...SHOWN, total })
      .from(table)
      .innerJoin(users, eq(users.id, table.ownerId))
      .where(where)
      .orderBy(...orderBy(filter.order, ORDER_COLUMNS, table.id))
      .limit(page.size)
      .offset(page.offset),
  )
}

/** The schedules of enabled tasks, those of most tasks first, with how many tasks have each. */
export async function activeSchedules(db: Executor, most: number) {
  const { scheduleType, cronExpression, intervalMinutes, timezone, anchorAt } = table
  const tasks = count()
  return db
    .select({ scheduleType, cronExpression, intervalMinutes, timezone, anchorAt, tasks })
    .from(table)
    .where(and(table.enabled, isNull(table.pausedAt)))
    .groupBy(scheduleType, cronExpression, intervalMinutes, timezone, anchorAt)
    .orderBy(desc(tasks), scheduleType, cronExpression, intervalMinutes, timezone, anchorAt)
    .limit(most)
}

export async function findTask(db: Executor, id: string): Promise<FoundTask | undefined> {
  const [found] = await db
    .select(SHOWN)
    .from(table)
    .innerJoin(users, eq(users.id, table.ownerId))
    .where(eq(table.id, id))
  return found
}

/** The task, if the viewer may see it. */
export async function findVisibleTask(db: Executor, id: string, viewer: Viewer): Promise<FoundTask | undefined> {
  const [found] = await db
    .select(SHOWN)
    .from(table)
    .innerJoin(users, eq(users.id, table.ownerId))
    .where(and(eq(table.id, id), viewer.isAdmin ? undefined : isOwnOrGranted(viewer)))
  return found
}

/** Locks the row until the transaction ends. */
export async function lockTask(tx: Executor, id: string): Promise<TaskRow | undefined> {
  const [row] = await tx.select().from(table).where(eq(table.id, id)).for('update')
  return row
}

export async function insertTask(tx: Executor, task: typeof table.$inferInsert): Promise<void> {
  await tx.insert(table).values(task)
}

export async function updateTask(tx: Executor, id: string, changes: TaskChanges): Promise<void> {
  await tx.update(table).set(changes).where(eq(table.id, id))
}

export async function deleteTask(tx: Executor, id: string): Promise<void> {
  await tx.delete(table).where(eq(table.id, id))
}

/** Grants the task to exactly these groups. */
export async function replaceGrants(tx: Executor, taskId: string, groupIds: readonly number[]): Promise<void> {
  await tx.delete(grants).where(eq(grants.taskId, taskId))
  if (groupIds.length > 0) await tx.insert(grants).values(groupIds.map((groupId) => ({ taskId, groupId })))
}

/** Whether the query exists. Locks it against deletion until the transaction ends. */
export async function lockSavedQueryAgainstDeletion(tx: Executor, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: savedQueries.id })
    .from(savedQueries)
    .where(eq(savedQueries.id, id))
    .for('key share')
  return found.length > 0
}

/** The variables that a query declares; none if it does not exist. */
export async function findParameters(db: Executor, queryId: string) {
  const [row] = await db
    .select({ parameters: savedQueries.parameters })
    .from(savedQueries)
    .where(eq(savedQueries.id, queryId))
  return row?.parameters ?? []
}

export async function countActiveTasks(db: Executor, userId: number): Promise<number> {
  return db.$count(table, and(eq(table.ownerId, userId), table.enabled, isNull(table.pausedAt)))
}

/** Of the user's own tasks; `failing` are those whose newest firing failed. */
export async function countTasks(
  db: Executor,
  userId: number,
): Promise<{ total: number; enabled: number; failing: number }> {
  const [counts] = await db
    .select({
      total: count(),
      enabled: count(sql`case when ${table.enabled} and ${table.pausedAt} is null then 1 end`),
      failing: count(sql`case when ${table.failureStreak} > 0 then 1 end`),
    })
    .from(table)
    .where(eq(table.ownerId, userId))
  return counts!
}

export async function listOwners(db: Executor): Promise<number[]> {
  const rows = await db.selectDistinct({ id: table.ownerId }).from(table)
  return rows.map(({ id }) => id)
}

export async function findTasks(tx: Executor, ids: readonly string[]): Promise<{ task: TaskRow; owner: string }[]> {
  return tx
    .select({ task: table, owner: users.username })
    .from(table)
    .innerJoin(users, eq(users.id, table.ownerId))
    .where(inArray(table.id, [...ids]))
    .orderBy(table.nextRunAt, table.id)
}
