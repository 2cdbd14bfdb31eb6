import type { ColumnTemplate, ColumnTemplateWrite } from '@heddle/contract/automation-templates.ts'
import { checkColumnTemplate, normalizeDefinition, columnReferences } from '@heddle/domain/automation/check-columns.ts'
import type { SharedDefinition } from '@heddle/domain/automation/resolve-columns.ts'
import { timestamp } from '../../../kernel/instants.ts'
import { automationColumnTemplates as table } from '../automation-templates.tables.ts'
import { lockKnownReferences } from './known-references.ts'
import { createReferenceService, type ReferenceParts } from './reference.service.ts'
import type { FoundReference } from './reference-table.ts'
import { createReferenceStore } from './reference.store.ts'

// A schema may use two hundred of them, and requests keep what they say.
const LARGEST_BYTES = 64_000

export type ColumnTemplatesService = ReturnType<typeof createColumnTemplatesService>

export const createColumnTemplatesService = (parts: ReferenceParts) =>
  createReferenceService<typeof table, ColumnTemplateWrite>(parts, {
    kind: 'column_template',
    words: 'Column template',
    store: createReferenceStore(table, 'definition'),
    read: async (tx, { name: _, description: __, ...stated }, before) => {
      // The check below decides whether it really is a definition.
      const definition = { ...before?.definition, ...stated } as SharedDefinition
      if (Buffer.byteLength(JSON.stringify(definition)) > LARGEST_BYTES) {
        return {
          columns: { definition: {} },
          faults: { non_field_errors: [`Expected at most ${LARGEST_BYTES / 1000} kB.`] },
        }
      }
      const faults = checkColumnTemplate(definition, await lockKnownReferences(tx, [definition]))
      const references = { ...columnReferences([definition]), column_template: [] }
      return { columns: { definition: normalizeDefinition(definition) }, faults, references }
    },
    describe: (body) => body,
  })

export const presentColumnTemplate = ({
  row,
  createdByName,
}: FoundReference<typeof table.$inferSelect>): ColumnTemplate => ({
  ...row.definition,
  id: row.id,
  name: row.name,
  description: row.description,
  created_by: createdByName,
  created_at: timestamp(row.createdAt),
  updated_at: timestamp(row.updatedAt),
})
