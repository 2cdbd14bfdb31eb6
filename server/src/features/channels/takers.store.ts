import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { QueryPlace } from '@heddle/domain/channel/takes-occurrence.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Actor } from '../../kernel/caller.ts'
import { automationRequests, seenRequests } from '../automation/index.ts'
import { checks } from '../checks/index.ts'
import { automationTemplateGroups, automationTemplates } from '../automation-templates/index.ts'
import { qualified } from '../../platform/sql/qualified.ts'
import { queryCategories, savedQueries } from '../queries/index.ts'
import { isOwnOrGranted, scheduledExecutions, scheduledTaskGroups, scheduledTasks } from '../schedules/index.ts'
import { controllerConnections } from '../controller-connections/index.ts'
import { groupMembers, groups, users } from '../users/index.ts'
import { notificationChannels as channels } from './channels.tables.ts'

/** Channels that take anything at present. */
export const listOpenChannels = (tx: Executor) =>
  tx
    .select({
      id: channels.id,
      type: channels.type,
      ownerId: channels.ownerId,
      groupId: channels.groupId,
      events: channels.events,
    })
    .from(channels)
    .where(and(channels.enabled, ne(channels.state, 'disabled')))
    .orderBy(asc(channels.createdAt), asc(channels.id))
export type OpenChannel = Awaited<ReturnType<typeof listOpenChannels>>[number]

/** The folder of a query with those above it, its pack, and whether it expects anything. */
export async function findPlace(tx: Executor, savedQueryId: string): Promise<QueryPlace & { expects: boolean }> {
  const [row] = await tx
    .select({
      pack: sql<string | null>`${savedQueries.pack} ->> 'name'`,
      expects: sql<boolean>`${savedQueries.expect} is not null`,
      folders: qualified(
        sql<number[]>`array(
        with recursive above as (
          select ${queryCategories.id} as id, ${queryCategories.parentId} as parent from ${queryCategories}
          where ${queryCategories.id} = ${savedQueries.categoryId}
          union
          select ${queryCategories.id}, ${queryCategories.parentId} from ${queryCategories}
          join above on above.parent = ${queryCategories.id})
        select id from above)`,
      ),
    })
    .from(savedQueries)
    .where(eq(savedQueries.id, savedQueryId))
  return row ?? { pack: null, expects: false, folders: [] }
}

/** What a scheduled task runs. */
export async function findQueryOfTask(tx: Executor, taskId: string) {
  const [row] = await tx
    .select({ id: savedQueries.id, name: savedQueries.name })
    .from(scheduledTasks)
    .innerJoin(savedQueries, eq(savedQueries.id, scheduledTasks.savedQueryId))
    .where(eq(scheduledTasks.id, taskId))
  return row
}

/** Where a run of a task ran; for a merged one the id that stands for its connections together. */
export async function findConnectionOfRun(tx: Executor, runId: string) {
  const [row] = await tx
    .select({ id: scheduledExecutions.controllerConnectionId, name: controllerConnections.name })
    .from(scheduledExecutions)
    .leftJoin(controllerConnections, eq(controllerConnections.id, scheduledExecutions.controllerConnectionId))
    .where(eq(scheduledExecutions.id, runId))
  return row
}

export const isTaskSeen = async (tx: Executor, actor: Actor, taskId: string): Promise<boolean> =>
  (await tx.$count(scheduledTasks, and(eq(scheduledTasks.id, taskId), isOwnOrGranted(actor)))) > 0

export const isTaskGranted = async (tx: Executor, groupId: number, taskId: string): Promise<boolean> =>
  (await tx.$count(
    scheduledTaskGroups,
    and(eq(scheduledTaskGroups.taskId, taskId), eq(scheduledTaskGroups.groupId, groupId)),
  )) > 0

/** `ofOthers`: not one's own, about which only superusers decide. */
export const isRequestSeen = async (
  tx: Executor,
  actor: Actor,
  requestId: string,
  { ofOthers }: { readonly ofOthers: boolean },
): Promise<boolean> =>
  (await tx.$count(
    automationRequests,
    and(
      eq(automationRequests.id, requestId),
      seenRequests(actor),
      ofOthers && !actor.isSuperuser ? sql`${automationRequests.userId} is distinct from ${actor.id}` : undefined,
    ),
  )) > 0

/** Whether every active member has each of the permissions, from whatever group. */
export async function doAllMembersHold(
  tx: Executor,
  groupId: number,
  permissions: readonly string[],
): Promise<boolean> {
  const held = sql`(select array_agg(held) from (
    select unnest(${users.permissions}) as held
    union all select unnest(${groups.permissions}) from ${groupMembers} as of_user
    join ${groups} on ${groups.id} = of_user.group_id where of_user.user_id = ${users.id}) as all_held)`
  const found = await tx
    .select({ lacking: sql<boolean>`true` })
    .from(groupMembers)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .where(
      and(
        eq(groupMembers.groupId, groupId),
        users.isActive,
        sql`not ${users.isSuperuser}`,
        sql`not (${sql.param([...permissions])}::text[] <@ coalesce(${held}, '{}'))`,
      ),
    )
    .limit(1)
  return found.length === 0
}

/** Whether the template of a request is open to all, or granted to the group, or all are to its administrators. */
export async function isRequestOfGroup(tx: Executor, groupId: number, requestId: string): Promise<boolean> {
  const granted = sql`exists (select 1 from ${automationTemplateGroups}
    where ${automationTemplateGroups.templateId} = ${automationTemplates.id}
    and ${automationTemplateGroups.groupId} = ${groupId})`
  const isOfAdministrators = sql`exists (select 1 from ${groups}
    where ${groups.id} = ${groupId} and ${groups.roleTemplate} = 'administrator')`
  const found = await tx
    .select({ id: automationRequests.id })
    .from(automationRequests)
    .innerJoin(automationTemplates, eq(automationTemplates.id, automationRequests.templateId))
    .where(
      and(
        eq(automationRequests.id, requestId),
        sql`(not ${automationTemplates.isRestricted} or ${granted} or ${isOfAdministrators})`,
      ),
    )
  return found.length > 0
}

/** A check is its requester's, and administrators see those of all. */
export const isCheckSeen = async (tx: Executor, actor: Actor, checkId: string): Promise<boolean> =>
  (await tx.$count(checks, and(eq(checks.id, checkId), actor.isAdmin ? undefined : eq(checks.userId, actor.id)))) > 0

export const isOfAdministrators = async (tx: Executor, groupId: number): Promise<boolean> =>
  (await tx.$count(groups, and(eq(groups.id, groupId), eq(groups.roleTemplate, 'administrator')))) > 0

/** Against its deletion, until the transaction ends. */
export const lockSavedQuery = async (tx: Executor, id: string): Promise<boolean> =>
  (await tx.select({ id: savedQueries.id }).from(savedQueries).where(eq(savedQueries.id, id)).for('key share')).length >
  0
