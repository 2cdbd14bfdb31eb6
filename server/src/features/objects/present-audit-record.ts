import type { AuditLine } from '@heddle/contract/objects.ts'
import type { AuditRecord } from '@heddle/domain/fabric/audit-records.ts'
import { timestamp } from '../../kernel/instants.ts'

export const presentAuditRecord = ({ atMs, ...record }: AuditRecord): AuditLine => ({
  at: timestamp(new Date(atMs)),
  ...record,
})
