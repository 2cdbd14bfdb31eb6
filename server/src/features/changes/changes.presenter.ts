import type { Change, ChangeDetail } from '@heddle/contract/changes.ts'
import { canClose } from './can-close.ts'
import { presentChangeFacts } from './change-report.ts'
import type { CountedChange } from './changes.store.ts'
import type { FoundChange } from './changes.service.ts'
import type { SideResult } from './changes.tables.ts'

export const presentChange = (row: CountedChange): Change => ({
  ...presentChangeFacts(row),
  status: row.status,
  reason: row.reason,
  can_close: canClose(row, row.before.captured),
  before: { check: row.checkBeforeId, ...row.before },
  after: row.checkAfterId === null ? null : { check: row.checkAfterId, ...row.after },
  sha256: row.sha256,
})

export const presentChangeDetail = ({ change, queries }: FoundChange): ChangeDetail => ({
  ...presentChange(change),
  queries: queries.map(({ savedQueryId, name, severity, before, after }) => ({
    saved_query: savedQueryId,
    name,
    severity,
    before: before && presentSide(before),
    after: after && presentSide(after),
  })),
})

const presentSide = ({ snapshot, execution, status, reason, findings }: SideResult) => ({
  snapshot,
  execution,
  status,
  reason,
  findings,
})
