import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../kernel/caller.ts'
import { groupMembers } from '../users/index.ts'
import { automationTemplateGroups as allowed, automationTemplates as table } from './automation-templates.tables.ts'

/**
 * The templates that somebody sees; undefined: all of them, as administrators do. One that is reserved for groups is
 * seen by their members and by its creator, not by an API token with a list of permissions.
 */
export function isSeenBy({ id, isAdmin, actsAsMember }: Actor): SQL | undefined {
  if (isAdmin) return undefined
  const isMember = sql`exists (
    select 1 from ${allowed} join ${groupMembers} on ${groupMembers.groupId} = ${allowed.groupId}
    where ${allowed.templateId} = ${table.id} and ${groupMembers.userId} = ${id})`
  return or(eq(table.isRestricted, false), ...(actsAsMember ? [isMember, eq(table.createdBy, id)] : []))
}
