import type { ReportedFinding } from '@heddle/contract/changes.ts'
import type { Finding } from '@heddle/contract/findings.ts'
import type { Logger } from 'pino'
import type { Database } from '../../adapters/database/database.ts'
import type { Actor } from '../../kernel/caller.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import type { ChecksService } from '../checks/index.ts'
import { isOfSavedQuery, type LogsService, type QueryRun, type ResultsService } from '../executions/index.ts'
import type { CaptureRun } from '../snapshots/index.ts'
import { endSide, type ChangeSide } from './changes.store.ts'
import type { ChangeQueryRow, ChangeRow, SideResult } from './changes.tables.ts'

export type CaptureParts = {
  readonly database: Database
  readonly checks: Pick<ChecksService, 'resultsOf'>
  readonly logs: Pick<LogsService, 'findOptional' | 'findingsOf'>
  readonly results: Pick<ResultsService, 'chunks'>
  readonly captureRun: CaptureRun
  readonly logger: Logger
}

type Order = {
  readonly change: ChangeRow
  readonly query: ChangeQueryRow
  readonly side: ChangeSide
  readonly signal: AbortSignal
}

export const GIVEN_UP = 'The server stopped or failed several times at it. Its log says why.'
const GONE = 'The run was deleted before it was captured.'
/** A change may take weeks, and its captures are looked at afterwards. */
const POLICY = '90d'
/** Kept of each query, to be compared with what is found afterwards. */
const MOST_FINDINGS = 1_000

/** Another attempt has captured the run: this one is rolled back. */
class AlreadyCaptured extends Error {
  override readonly name = 'AlreadyCaptured'
}

/** Captures the run of one query, or keeps why there is none. Running it again is safe. */
export async function captureQuery(parts: CaptureParts, actor: Actor, order: Order): Promise<void> {
  const { change, query, side } = order
  const result = await resultOf(parts, change, query, side)
  const run = result?.executionId == null ? undefined : await parts.logs.findOptional(result.executionId)
  const { status, reason, findings } = result ?? { status: null, reason: null, findings: 0 }
  const about = { execution: run?.id ?? null, status: status ?? ('error' as const), reason, findings }
  if (!run || !isOfSavedQuery(run) || run.status !== 'success') {
    const without = { ...about, status: 'error' as const, reason: reason ?? GONE }
    await endSide(parts.database.db, query, side, { ...without, snapshot: null, ...NOT_JUDGED })
    return
  }
  const judged = run.expectation === null ? NOT_JUDGED : await findingsOf(parts, run)
  await capture(parts, actor, { ...order, run }, { ...about, ...judged })
}

const NOT_JUDGED = { isJudged: false, items: [], areAllItems: true }

async function resultOf({ checks }: CaptureParts, change: ChangeRow, query: ChangeQueryRow, side: ChangeSide) {
  const check = side === 'before' ? change.checkBeforeId : change.checkAfterId
  const results = check === null ? [] : await checks.resultsOf(check)
  return results.find(({ savedQueryId }) => savedQueryId === query.savedQueryId)
}

async function findingsOf({ logs }: CaptureParts, run: QueryRun) {
  const { items, count } = await logs.findingsOf(run, { page: 1, size: MOST_FINDINGS, offset: 0 })
  return { isJudged: true, items: items.map(withoutRow), areAllItems: count <= items.length }
}

const withoutRow = ({ row: _, ...finding }: Finding): ReportedFinding => finding

async function capture(
  { database, results, captureRun }: CaptureParts,
  by: Actor,
  { change, query, side, run, signal }: Order & { readonly run: QueryRun },
  result: Omit<SideResult, 'snapshot'>,
): Promise<void> {
  try {
    await captureRun({
      ...{ run, rows: results.chunks(run), by, policy: POLICY, signal },
      annotation: `${side === 'before' ? 'Before' : 'After'} the change "${change.name}"`,
      onCommit: async (tx, { snapshot }) => {
        if (!(await endSide(tx, query, side, { ...result, snapshot: snapshot.id }))) throw new AlreadyCaptured()
      },
    })
  } catch (error) {
    if (error instanceof AlreadyCaptured) return
    if (!(error instanceof FieldErrors)) throw error
    const reason = Object.values(error.fields).flat().join(' ')
    await endSide(database.db, query, side, { ...result, status: 'error', reason, snapshot: null })
  }
}
