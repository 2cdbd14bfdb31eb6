import { rfc8785Json } from '@heddle/domain/automation/canonical-json.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { objectHash } from '../../platform/text/sealed-json.ts'
import { storable } from '../../platform/text/storable.ts'
import type { Audit } from '../audit/index.ts'
import { keepReport, lockChange, nextUncompared, reportSize, updateChange } from './changes.store.ts'
import type { ChangeQueryRow, ChangeRow } from './changes.tables.ts'
import { reportObject } from './change-report.ts'
import type { QueryVerdict } from './compare-query.ts'

export type FinishParts = {
  readonly database: Database
  readonly audit: Audit
  readonly clock: Clock
  /** Automation requests that were launched within a span of time. */
  readonly launchedBetween: (db: Executor, connection: string, from: Date, to: Date) => Promise<LaunchedMeanwhile>
}

/** Ids: those with rows of the connection, and those whose rows were typed, of which it is not known. */
type LaunchedMeanwhile = { readonly requests: string[]; readonly byHand: string[] }

/** Says in so many characters what changed in a query. */
export type CompareChangedQuery = (change: ChangeRow, query: ChangeQueryRow, room: number) => Promise<QueryVerdict>

/** Characters of a report, and of what it says about one query: it is read, printed and sent to people. */
const MOST_IN_REPORT = 16_000_000
const MOST_OF_A_QUERY = 400_000

/** Compares what was not compared yet, and closes the window with the report as it will stay. */
export async function finishClosing(
  parts: FinishParts,
  change: ChangeRow,
  compare: CompareChangedQuery,
): Promise<void> {
  const { db } = parts.database
  for (;;) {
    const query = await nextUncompared(db, change.id)
    if (!query) return close(parts, change)
    const left = MOST_IN_REPORT - (await reportSize(db, change.id))
    const { compared, checked } = await compare(change, query, Math.max(0, Math.min(MOST_OF_A_QUERY, left)))
    await keepReport(db, query, { compared: textOf(compared), checked: checked && textOf(checked) })
  }
}

const textOf = (value: object): string => rfc8785Json(storable(value))

async function close({ database, audit, clock, launchedBetween }: FinishParts, { id }: ChangeRow): Promise<void> {
  await database.transaction(async (tx) => {
    const change = await lockChange(tx, id)
    if (change?.status !== 'closing') return
    const closedAt = clock.now()
    const { controllerConnectionId: connection, openedAt } = change
    const { requests, byHand: requestsByHand } = await launchedBetween(tx, connection, openedAt, closedAt)
    const ending = { status: 'closed' as const, reason: null, closedAt, requests, requestsByHand }
    const closed = { ...change, ...ending }
    const sha256 = await objectHash(reportObject(tx, closed))
    await updateChange(tx, id, { ...ending, sha256 })
    await audit.record(tx, {
      action: 'change_report',
      description: `The report of the change "${change.name}" was sealed`,
      target: { type: 'change', id },
      metadata: { sha256, requests: requests.length + requestsByHand.length },
      ...(change.closedBy !== null && { actor: { userId: change.closedById, username: change.closedBy } }),
    })
  })
}
