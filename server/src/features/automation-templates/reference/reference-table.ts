import type {
  automationColumnTemplates,
  automationRegexPatterns,
  automationValidationLists,
} from '../automation-templates.tables.ts'

export type ReferenceTable =
  typeof automationColumnTemplates | typeof automationRegexPatterns | typeof automationValidationLists
export type FoundReference<Row> = { readonly row: Row; readonly createdByName: string | null }
