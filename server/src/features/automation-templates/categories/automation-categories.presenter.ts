import type { AutomationCategory } from '@heddle/contract/automation-templates.ts'
import type { TemplateCategoryRow } from './automation-categories.store.ts'

export const presentTemplateCategory = (row: TemplateCategoryRow): AutomationCategory => ({
  id: row.id,
  name: row.name,
  parent: row.parentId,
  description: row.description,
  template_count: row.templateCount,
  children: row.children,
})
