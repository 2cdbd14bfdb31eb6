import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../kernel/caller.ts'
import { automationTemplateGroups as templateGroups, automationTemplates as templates } from '../../automation-templates/index.ts'
import { groupMembers } from '../../users/index.ts'
import { automationRequests as requests } from '../automation.tables.ts'

/**
 * Requests that an actor sees: operators and administrators all of them, others their own and those of templates they
 * see. Undefined: all.
 */
export function seenRequests(actor: Actor): SQL | undefined {
  if (actor.managesWorkspace) return undefined
  const isMember = actor.actsAsMember
    ? sql`or exists (select 1 from ${templateGroups} join ${groupMembers} on ${groupMembers.groupId} = ${templateGroups.groupId}
        where ${templateGroups.templateId} = ${templates.id} and ${groupMembers.userId} = ${actor.id})`
    : sql``
  return or(
    eq(requests.userId, actor.id),
    sql`exists (select 1 from ${templates} where ${templates.id} = ${requests.templateId} and (
      not exists (select 1 from ${templateGroups} where ${templateGroups.templateId} = ${templates.id}) ${isMember}))`,
  )
}
