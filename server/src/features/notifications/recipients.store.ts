import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { NotificationPreferences } from '@heddle/contract/notifications.ts'
import { DEFAULT_NOTIFICATION_PREFERENCES as DEFAULTS } from '@heddle/domain/notification/preferences.ts'
import type { Permission } from '@heddle/domain/access/permissions.ts'
import type { Executor } from '../../adapters/database/database.ts'
import {
  automationTemplateGroups as templateGroups,
  automationTemplates as templates,
} from '../automation-templates/index.ts'
import { scheduledTasks } from '../schedules/index.ts'
import { groupMembers, groups, isPerson, users } from '../users/index.ts'
import { notificationPreferences as table } from './notifications.tables.ts'

export type Recipient = {
  readonly id: number
  readonly username: string
  /** Undefined when no mail can reach the user: inactive, or without an address. */
  readonly address: string | undefined
  readonly timezone: string
  readonly preferences: NotificationPreferences
}

type PreferencesRow = typeof table.$inferSelect

/** From the preferences of the account. */
export const zoneOfUser = sql<string>`coalesce(${users.preferences}->>'timezone', 'UTC')`

const COLUMNS = {
  id: users.id,
  username: users.username,
  email: sql<string>`coalesce(${users.formerEmail}, ${users.email})`,
  isActive: users.isActive,
  timezone: zoneOfUser,
  stored: table,
}

/** Those of the users that exist, ordered by id. */
export async function findRecipients(db: Executor, userIds: readonly number[]): Promise<Recipient[]> {
  return (await select(db, userIds)).map(readRecipient)
}

/** The same, locked against deletion until the transaction ends. */
export async function lockRecipientsAgainstDeletion(tx: Executor, userIds: readonly number[]): Promise<Recipient[]> {
  return (await select(tx, userIds).for('key share', { of: users })).map(readRecipient)
}

const select = (db: Executor, userIds: readonly number[]) =>
  db
    .select(COLUMNS)
    .from(users)
    .leftJoin(table, eq(table.userId, users.id))
    .where(sql`${users.id} = any(${sql.param([...userIds])}::int[])`)
    .orderBy(users.id)

type Selected = Awaited<ReturnType<typeof select>>[number]

function readRecipient({ email, isActive, stored, ...user }: Selected): Recipient {
  return {
    ...user,
    address: isActive && email !== '' ? email : undefined,
    preferences: stored ? readPreferences(stored) : DEFAULTS,
  }
}

/** A category added after the row was created has the default. */
export function readPreferences(row: PreferencesRow): NotificationPreferences {
  return {
    in_app_enabled: row.inAppEnabled,
    email_enabled: row.emailEnabled,
    categories: { ...DEFAULTS.categories, ...row.categories },
    quiet_hours_start: row.quietHoursStart,
    quiet_hours_end: row.quietHoursEnd,
    digest_enabled: row.digestEnabled,
  }
}

/** Active superusers and members of groups created from the administrator template. */
export async function activeAdministrators(tx: Executor): Promise<number[]> {
  const isMember = sql`exists (
    select 1 from ${groupMembers} join ${groups} on ${groups.id} = ${groupMembers.groupId}
    where ${groupMembers.userId} = ${users.id} and ${groups.roleTemplate} = 'administrator')`
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(users.isActive, isPerson, or(users.isSuperuser, isMember)))
    .orderBy(users.id)
  return found.map(({ id }) => id)
}

export async function activeSuperusers(tx: Executor): Promise<number[]> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(users.isActive, users.isSuperuser))
    .orderBy(users.id)
  return found.map(({ id }) => id)
}

/** Active users who may approve requests and see the template: administrators see every template. */
export async function approversOf(tx: Executor, templateId: string): Promise<number[]> {
  const approve: Permission = 'automation.approve_request'
  const inGroup = (condition: SQL): SQL => sql`exists (
    select 1 from ${groupMembers} join ${groups} on ${groups.id} = ${groupMembers.groupId}
    where ${groupMembers.userId} = ${users.id} and ${condition})`
  const isAllowed = or(
    sql`${approve} = any(${users.permissions})`,
    inGroup(sql`${approve} = any(${groups.permissions})`),
  )
  const seesTemplate = or(
    inGroup(sql`${groups.roleTemplate} = 'administrator'`),
    sql`exists (select 1 from ${templates} where ${templates.id} = ${templateId}
      and (not ${templates.isRestricted} or ${templates.createdBy} = ${users.id}))`,
    inGroup(sql`exists (select 1 from ${templateGroups}
      where ${templateGroups.templateId} = ${templateId} and ${templateGroups.groupId} = ${groups.id})`),
  )
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(users.isActive, isPerson, or(users.isSuperuser, and(isAllowed, seesTemplate))))
    .orderBy(users.id)
  return found.map(({ id }) => id)
}

/** Active owners of tasks that report when the query is not as expected. */
export async function followersOfQuery(tx: Executor, savedQueryId: string): Promise<number[]> {
  const { ownerId, savedQueryId: query, notifyOnExpectation } = scheduledTasks
  const found = await tx
    .selectDistinct({ id: users.id })
    .from(scheduledTasks)
    .innerJoin(users, eq(users.id, ownerId))
    .where(and(eq(query, savedQueryId), notifyOnExpectation, users.isActive))
    .orderBy(users.id)
  return found.map(({ id }) => id)
}
