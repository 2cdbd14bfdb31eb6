import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { snapshots } from '../archive/index.ts'
import { automationTemplates, isSeenBy } from '../automation-templates/index.ts'
import { controllerConnections } from '../controller-connections/index.ts'
import { executions } from '../executions/index.ts'
import { bytesOf } from '../../platform/sql/page-by-size.ts'
import { queryCategories, savedQueries } from '../queries/index.ts'
import { scheduledTaskGroups, scheduledTasks } from '../schedules/index.ts'
import { groups, users } from '../users/index.ts'

/** Everything that a file can name, without what is in it: all of the workspace, and the caller's own tasks. */
export async function findPresent(db: Executor, caller: Caller, owners: ReadonlyMap<string, number> = new Map()) {
  const names = new Map([...owners].map(([name, id]) => [id, name]))
  const named = <Table extends { id: unknown; name: unknown }>({ id, name }: Table) =>
    ({ id, name }) as Pick<Table, 'id' | 'name'>
  return {
    folders: await db
      .select({
        id: queryCategories.id,
        name: queryCategories.name,
        parentId: queryCategories.parentId,
        createdBy: queryCategories.createdBy,
        isOfPacks: queryCategories.isOfPacks,
      })
      .from(queryCategories),
    queries: await db
      .select({
        ...named(savedQueries),
        categoryId: savedQueries.categoryId,
        canvasHash: savedQueries.currentVersionHash,
      })
      .from(savedQueries)
      // Those of packs come and go with their packs.
      .where(isNull(savedQueries.pack)),
    tasks: (
      await db
        .select({
          ...named(scheduledTasks),
          savedQuery: scheduledTasks.savedQueryId,
          ownerId: scheduledTasks.ownerId,
        })
        .from(scheduledTasks)
        .where(inArray(scheduledTasks.ownerId, [caller.id, ...owners.values()]))
    ).map(({ ownerId, ...task }) => ({ ...task, ...(ownerId !== caller.id && { owner: names.get(ownerId)! }) })),
    connections: await db.select(named(controllerConnections)).from(controllerConnections),
    groups: await db.select(named(groups)).from(groups),
    templates: await findTemplatesForFile(db, caller),
  }
}
export type PresentRows = Awaited<ReturnType<typeof findPresent>>

/** What ids in saved queries are called. */
export async function findNamesOfQueries(db: Executor) {
  return {
    folders: await db
      .select({ id: queryCategories.id, name: queryCategories.name, parentId: queryCategories.parentId })
      .from(queryCategories),
    queries: await db
      .select({ id: savedQueries.id, name: savedQueries.name })
      .from(savedQueries)
      .where(isNull(savedQueries.pack)),
    connections: await db
      .select({ id: controllerConnections.id, name: controllerConnections.name })
      .from(controllerConnections),
  }
}

/** The ids of users by their names. */
export async function findOwners(db: Executor, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map()
  const found = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(inArray(users.username, [...names]))
  return new Map(found.map(({ id, username }) => [username, id]))
}

/** The automation templates that the caller sees. */
const findTemplatesForFile = (db: Executor, caller: Caller) =>
  db
    .select({ id: automationTemplates.id, name: automationTemplates.name })
    .from(automationTemplates)
    .where(isSeenBy(caller))

/** Locks the queries that a file may mean, in one order for everybody, until the transaction ends. */
export async function lockQueriesOfFile(
  tx: Executor,
  names: readonly string[],
  categories: readonly number[],
): Promise<void> {
  if (names.length === 0 && categories.length === 0) return
  await tx
    .select({ id: savedQueries.id })
    .from(savedQueries)
    .where(or(inArray(savedQueries.name, [...names]), inArray(savedQueries.categoryId, [...categories])))
    .orderBy(savedQueries.id)
    .for('update')
}

/** What goes when a query is deleted. */
export const queryLosses = async (tx: Executor, id: string) => ({
  executions: await tx.$count(executions, eq(executions.savedQueryId, id)),
  snapshots: await tx.$count(snapshots, eq(snapshots.savedQueryId, id)),
  schedules: await tx.$count(scheduledTasks, eq(scheduledTasks.savedQueryId, id)),
})

/** How many others have a task of this name for this query. */
export const countTwins = (tx: Executor, ownerId: number, name: string, queryId: string) =>
  tx.$count(
    scheduledTasks,
    and(eq(scheduledTasks.name, name), eq(scheduledTasks.savedQueryId, queryId), ne(scheduledTasks.ownerId, ownerId)),
  )

const { nodes, edges, postProcessors, expect, parameters, when, resource, reason } = savedQueries
const { severity, why, remedy, links, look } = savedQueries
const QUERY = {
  id: savedQueries.id,
  name: savedQueries.name,
  description: savedQueries.description,
  categoryId: savedQueries.categoryId,
  controllerConnectionId: savedQueries.controllerConnectionId,
  nodes,
  edges,
  postProcessors,
  expect,
  parameters,
  when,
  resource,
  reason,
  severity,
  why,
  remedy,
  links,
  look,
}
export type ExportedQuery = Awaited<ReturnType<typeof findQueriesForFile>>[number]

/** About how many bytes the queries with these ids have as JSON; those deleted meanwhile are left out. */
export const sizesOfQueries = (db: Executor, ids: readonly string[]) =>
  db
    .select({
      id: savedQueries.id,
      bytes: bytesOf([nodes, edges, postProcessors, expect, parameters, when, reason, why, remedy, links]).mapWith(
        Number,
      ),
    })
    .from(savedQueries)
    .where(inArray(savedQueries.id, [...ids]))

export const findQueriesForFile = (db: Executor, ids: readonly string[]) =>
  db
    .select(QUERY)
    .from(savedQueries)
    .where(inArray(savedQueries.id, [...ids]))

/** The caller's own tasks of these queries, with the groups they are granted to. */
export async function findTasksOfQueries(db: Executor, caller: Caller, queryIds: readonly string[]) {
  const tasks = await db
    .select()
    .from(scheduledTasks)
    .where(and(eq(scheduledTasks.ownerId, caller.id), inArray(scheduledTasks.savedQueryId, [...queryIds])))
  const grants = await db
    .select({ taskId: scheduledTaskGroups.taskId, groupId: scheduledTaskGroups.groupId })
    .from(scheduledTaskGroups)
    .where(
      inArray(
        scheduledTaskGroups.taskId,
        tasks.map(({ id }) => id),
      ),
    )
  const groupsOf = Map.groupBy(grants, ({ taskId }) => taskId)
  return tasks.map((task) => ({ ...task, grantedGroups: (groupsOf.get(task.id) ?? []).map(({ groupId }) => groupId) }))
}
