import type { AutomationCategory } from '@heddle/contract/automation-templates.ts'
import type { CategoryRow } from './automation-categories.store.ts'

export const presentCategory = (row: CategoryRow): AutomationCategory => ({
  id: row.id,
  name: row.name,
  parent: row.parentId,
  description: row.description,
  template_count: row.templateCount,
  children: row.children,
})
