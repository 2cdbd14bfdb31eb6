import type { ChangeReport } from '@heddle/contract/changes.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { SealedObject } from '../../platform/text/sealed-json.ts'
import { readReported } from './changes.store.ts'
import type { ChangeRow } from './changes.tables.ts'

const VERSION = 1

/** The report of a closed window. Everything in it is kept as it was then, so its hash never changes. */
export const reportObject = (db: Executor, change: ChangeRow): SealedObject => ({
  before: {
    change: { value: presentChangeFacts(change) },
    checks: { items: readReported(db, change.id, 'checked') },
    queries: { items: readReported(db, change.id, 'compared') },
    requests: { value: change.requests ?? [] },
    ...(change.requestsByHand && { requests_by_hand: { value: change.requestsByHand } }),
  },
  after: { version: VERSION },
})

export const presentChangeFacts = (row: ChangeRow): ChangeReport['change'] => ({
  id: row.id,
  name: row.name,
  note: row.note,
  controller_connection: row.controllerConnectionId,
  controller_connection_name: row.controllerConnectionName,
  category: row.category,
  pack: row.pack,
  total: row.total,
  opened_by: row.openedBy,
  opened_at: timestamp(row.openedAt),
  closed_by: row.closedBy,
  closed_at: timestamp(row.closedAt),
})
