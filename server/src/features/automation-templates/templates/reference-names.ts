import type { Executor } from '../../../adapters/database/database.ts'
import {
  automationCategories,
  automationColumnTemplates,
  automationRegexPatterns,
  automationValidationLists,
} from '../automation-templates.tables.ts'

/** What templates refer to, by name and id. */
export async function readReferenceNames(tx: Executor) {
  const named = (
    table: typeof automationColumnTemplates | typeof automationRegexPatterns | typeof automationValidationLists,
  ) => tx.select({ id: table.id, name: table.name }).from(table)
  return {
    categories: await tx
      .select({
        id: automationCategories.id,
        name: automationCategories.name,
        parentId: automationCategories.parentId,
      })
      .from(automationCategories),
    columnTemplates: await named(automationColumnTemplates),
    patterns: await named(automationRegexPatterns),
    lists: await named(automationValidationLists),
  }
}
export type ReferenceNames = Awaited<ReturnType<typeof readReferenceNames>>
