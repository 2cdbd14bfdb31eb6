import type { AutomationTemplate } from '@heddle/contract/automation-templates.ts'
import { timestamp } from '../../../kernel/instants.ts'
import type { FoundTemplate } from './automation-templates.store.ts'

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

/** The items of a list as JSON, batch by batch. */
export async function* presentTemplates(
  batches: AsyncIterable<readonly FoundTemplate[]>,
): AsyncGenerator<readonly string[]> {
  for await (const found of batches) yield found.map((template) => JSON.stringify(presentTemplate(template)))
}
