import type { OpenSession } from '@heddle/contract/auth.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { ListedSession } from './sessions.store.ts'

export const presentSession = (row: ListedSession, currentId: string): OpenSession => ({
  id: row.publicId,
  created_at: timestamp(row.createdAt),
  last_used_at: timestamp(row.lastSeenAt),
  ip_address: row.ipAddress,
  user_agent: row.userAgent,
  current: row.id === currentId,
})
