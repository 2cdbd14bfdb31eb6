import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../kernel/caller.ts'
import { automationTemplates as templates, isSeenBy } from '../../automation-templates/index.ts'
import { automationRequests as requests } from '../automation.tables.ts'

/**
 * Requests that an actor sees: their own, and an operator also those of templates that the operator sees or that are
 * gone. Undefined: all of them, as administrators do.
 */
export function seenRequests(actor: Actor): SQL | undefined {
  const isOwn = eq(requests.userId, actor.id)
  const isTemplateSeen = isSeenBy(actor)
  if (isTemplateSeen === undefined) return undefined
  if (!actor.managesWorkspace) return isOwn
  return or(
    isOwn,
    sql`not exists (select 1 from ${templates} where ${templates.id} = ${requests.templateId} and not (${isTemplateSeen}))`,
  )
}
