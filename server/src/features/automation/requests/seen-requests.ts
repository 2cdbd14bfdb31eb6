import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../kernel/caller.ts'
import { automationTemplates as templates, isSeenBy } from '../../automation-templates/index.ts'
import { automationRequests as requests } from '../automation.tables.ts'

/**
 * Requests that an actor sees: operators and administrators all of them, others their own and those of templates they
 * see. Undefined: all.
 */
export function seenRequests(actor: Actor): SQL | undefined {
  const isTemplateSeen = isSeenBy(actor)
  if (isTemplateSeen === undefined) return undefined
  return or(
    eq(requests.userId, actor.id),
    sql`exists (select 1 from ${templates} where ${templates.id} = ${requests.templateId} and ${isTemplateSeen})`,
  )
}
