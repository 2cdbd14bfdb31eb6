import type { TablePreference } from '@heddle/contract/mim-tables.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { PreferenceRow } from './table-preferences.store.ts'

export const presentTablePreference = (row: PreferenceRow): TablePreference => ({
  id: row.id,
  class_name: row.className,
  columns: row.columns,
  created_at: timestamp(row.createdAt),
  updated_at: timestamp(row.updatedAt),
})
