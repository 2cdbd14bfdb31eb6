import type { AuditEntry, AuditEntryDetail, LoginAttemptReply } from '@heddle/contract/audit.ts'
import { timestamp } from '../../kernel/instants.ts'
import { unpackContent } from './audit-content.ts'
import type { AuditEntryRow, ListedEntry } from './audit-log.store.ts'
import type { LoginAttemptRow } from './login-attempts.store.ts'

export function presentEntry(row: ListedEntry): AuditEntry {
  return {
    id: row.id,
    category: row.category,
    action: row.action,
    username: row.username,
    user_id: row.userId,
    ip_address: row.ipAddress,
    user_agent: row.userAgent,
    description: row.description,
    target_type: row.targetType,
    target_id: row.targetId,
    metadata: row.metadata,
    content_compressed: row.contentCompressed,
    content_size_bytes: row.contentSizeBytes,
    created_at: timestamp(row.createdAt),
  }
}

export const presentEntryDetail = (row: AuditEntryRow): AuditEntryDetail => ({
  ...presentEntry(row),
  content: unpackContent(row.content, row.contentCompressed),
})

export function presentLoginAttempt(row: LoginAttemptRow): LoginAttemptReply {
  return {
    id: row.id,
    username: row.username,
    success: row.success,
    failure_reason: row.failureReason,
    ip_address: row.ipAddress,
    user_agent: row.userAgent,
    attempted_at: timestamp(row.attemptedAt),
  }
}
