import type { Static } from 'typebox'
import { expectationNews } from '@heddle/domain/expectation/expectation-news.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Events } from '../../platform/events/events.ts'
import type { runEnded } from '../executions/index.ts'
import { checkResultChanged } from './checks.events.ts'
import { findCheckJudgedBefore, nameOfResult } from './checks.store.ts'
import type { CheckRow } from './checks.tables.ts'

type RunEnded = Static<(typeof runEnded)['schema']>

/** Compares with the same user's check before, of the same query on the same connection. */
export async function raiseResult(
  events: Pick<Events, 'raise'>,
  tx: Executor,
  { check, position }: { readonly check: CheckRow; readonly position: number },
  ended: RunEnded,
): Promise<void> {
  const { expectation, saved_query: savedQuery, controller_connection: connection } = ended
  if (expectation === null || savedQuery === null || check.userId === null) return
  const { status, reason, failing_rows } = expectation
  if (status !== 'failed' && status !== 'passed') return
  const run = { id: ended.execution_id, savedQuery, connection, userId: check.userId }
  if (!expectationNews((await findCheckJudgedBefore(tx, run))?.status, status)) return
  await events.raise(tx, checkResultChanged, {
    check_id: check.id,
    saved_query: savedQuery,
    query_name: await nameOfResult(tx, check.id, position),
    controller_connection: connection,
    status,
    reason,
    failing_rows,
  })
}
