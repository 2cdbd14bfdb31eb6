import type { AuditStream } from '@heddle/contract/audit.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { StreamState } from './read-streams.ts'

export const presentStream = (stream: StreamState): AuditStream => ({
  target: stream.target,
  address: stream.address,
  state: stream.state,
  failing_since: stream.failingSince && timestamp(stream.failingSince),
  last_sent_at: stream.lastSentAt && timestamp(stream.lastSentAt),
  last_error: stream.lastError,
  lag_seconds: Math.floor(stream.lagSeconds),
  waiting: stream.waiting,
  waiting_is_exact: stream.isWaitingExact,
  sent: stream.sent,
  refused: stream.refused,
  lost: stream.lost,
})
