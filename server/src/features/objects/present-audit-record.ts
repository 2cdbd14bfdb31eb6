import type { AuditLine } from '@heddle/contract/objects.ts'
import type { FabricAuditRecord } from '@heddle/domain/fabric/audit-records.ts'
import { timestamp } from '../../kernel/instants.ts'

export const presentAuditRecord = ({ atMs, ...record }: FabricAuditRecord): AuditLine => ({
  at: timestamp(new Date(atMs)),
  ...record,
})
