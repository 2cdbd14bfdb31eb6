import { eq, or, type SQL, sql } from 'drizzle-orm'
import { isAllowed, may } from '../../../kernel/access.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { automationTemplates as templates, isSeenBy } from '../../automation-templates/index.ts'
import { automationRequests as requests } from '../automation.tables.ts'

const APPROVE = may('automation.approve_request')

/**
 * Requests that an actor sees: their own, an operator also those of templates that the operator sees or that are gone,
 * and one who may approve requests also those of templates that they see. Undefined: all of them, as administrators do.
 */
export function seenRequests(actor: Actor): SQL | undefined {
  const isOwn = eq(requests.userId, actor.id)
  const isTemplateSeen = isSeenBy(actor)
  if (isTemplateSeen === undefined) return undefined
  const ofTemplate = sql`select 1 from ${templates} where ${templates.id} = ${requests.templateId}`
  if (actor.managesWorkspace) return or(isOwn, sql`not exists (${ofTemplate} and not (${isTemplateSeen}))`)
  return isAllowed(APPROVE, actor) ? or(isOwn, sql`exists (${ofTemplate} and (${isTemplateSeen}))`) : isOwn
}
