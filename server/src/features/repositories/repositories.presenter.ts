import type { Repository } from '@heddle/contract/repositories.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { ShownRepository } from './repositories.store.ts'

export const presentRepository = (row: ShownRepository, folder: string): Repository => ({
  id: row.id,
  category: row.categoryId,
  folder,
  url: row.url,
  branch: row.branch,
  path: row.path,
  has_token: row.hasToken,
  ca_certificate: row.caCertificate,
  mode: row.mode,
  apply: row.apply,
  state: row.state,
  last_commit: row.lastCommit,
  waiting_commit: row.waitingCommit,
  is_rewritten: row.isRewritten,
  waiting_changes: row.waitingChanges,
  conflicts: row.conflicts,
  last_error: row.lastError,
  checked_at: row.checkedAt && timestamp(row.checkedAt),
  created_by: row.ownerName,
  created_at: timestamp(row.createdAt),
  updated_at: timestamp(row.updatedAt),
})
