import type { Logger } from 'pino'
import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Audit } from './audit-recorder.ts'

export type AuditParts = {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  readonly audit: Audit
  readonly logger: Logger
}
