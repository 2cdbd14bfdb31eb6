import type { TableTemplate } from '@heddle/contract/mim-tables.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { TableTemplateRow } from './table-templates.store.ts'

export const presentTableTemplate = (row: TableTemplateRow): TableTemplate => ({
  id: row.id,
  name: row.name,
  class_name: row.className,
  columns: [...row.columns],
  is_shared: row.isShared,
  owner: row.ownerUsername,
  created_at: timestamp(row.createdAt),
  updated_at: timestamp(row.updatedAt),
})
