import type { AutomationTemplate } from '@heddle/contract/automation-templates.ts'
import { timestamp } from '../../../kernel/instants.ts'
import { writeJson } from '../../../platform/text/json-text.ts'
import type { FoundTemplate, ListedTemplate } from './automation-templates.store.ts'

export const presentTemplate = ({ row, createdByName, groupIds }: FoundTemplate): AutomationTemplate => ({
  id: row.id,
  name: row.name,
  description: row.description,
  category: row.categoryId,
  automation_connection: row.connectionId,
  automation_job_template_id: row.jobTemplateId,
  execution_mode: row.executionMode,
  row_concurrency: row.rowConcurrency,
  schema: row.schema,
  validation_lists: row.validationLists,
  allowed_groups: [...groupIds],
  created_by: createdByName,
  created_at: timestamp(row.createdAt),
  updated_at: timestamp(row.updatedAt),
})

/** An item of a list as JSON: its schema is passed on as the database holds it. */
export function writeTemplate({ row: { schema, ...row }, ...found }: ListedTemplate): string {
  const { schema: _, ...members } = presentTemplate({ ...found, row: { ...row, schema: [] } })
  return writeJson(members, { schema })
}
