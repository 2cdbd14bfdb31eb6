import type { RegexPattern, RegexPatternWrite } from '@heddle/contract/automation-templates.ts'
import { checkRowPattern } from '@heddle/domain/automation/row-pattern.ts'
import type { FieldMessages } from '../../../kernel/field-messages.ts'
import { timestamp } from '../../../kernel/instants.ts'
import { automationRegexPatterns as table } from '../automation-templates.tables.ts'
import { createReferenceService, type ReferenceParts } from './reference.service.ts'
import type { FoundReference } from './reference-table.ts'
import { createReferenceStore } from './reference.store.ts'

export type RegexPatternsService = ReturnType<typeof createRegexPatternsService>

export const createRegexPatternsService = (parts: ReferenceParts) =>
  createReferenceService<typeof table, RegexPatternWrite>(parts, {
    kind: 'regex_pattern',
    words: 'Regex pattern',
    store: createReferenceStore(table, 'pattern'),
    read: async (_tx, body, before) => {
      const faults = body.pattern === undefined ? {} : patternFaults(body.pattern)
      return { columns: { pattern: body.pattern ?? before?.pattern ?? '' }, faults }
    },
    describe: (body) => body,
  })

export function patternFaults(pattern: string): FieldMessages {
  const fault = checkRowPattern(pattern)
  return fault === undefined ? {} : { pattern: [`${fault[0]!.toUpperCase()}${fault.slice(1)}.`] }
}

export const presentRegexPattern = ({
  row,
  createdByName,
}: FoundReference<typeof table.$inferSelect>): RegexPattern => ({
  id: row.id,
  name: row.name,
  description: row.description,
  pattern: row.pattern,
  created_by: createdByName,
  created_at: timestamp(row.createdAt),
  updated_at: timestamp(row.updatedAt),
})
