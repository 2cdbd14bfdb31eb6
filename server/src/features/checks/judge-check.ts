import { Type } from 'typebox'
import { Uuid } from '@heddle/contract/common.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Actor, Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { HOUR, SECOND } from '../../kernel/durations.ts'
import { laneOf } from '../../kernel/lane.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { SavedQueriesService } from '../queries/index.ts'
import type { History } from '../snapshots/index.ts'
import type { UsersService } from '../users/index.ts'
import { DELETED_QUERY, DELETED_USER, NO_CONNECTION, valuesFor } from './advance-check.ts'
import { endJudged, finishCheck, findCheck, nextWaiting } from './checks.store.ts'
import type { CheckRow } from './checks.tables.ts'

type Parts = {
  readonly database: Database
  readonly jobs: Pick<Jobs, 'register' | 'send'>
  readonly users: Pick<UsersService, 'actor'>
  readonly queries: Pick<SavedQueriesService, 'find'>
  readonly history: Pick<History, 'judgeAt'>
  readonly clock: Clock
}
type Waiting = Awaited<ReturnType<typeof nextWaiting>>[number]
type End = Parameters<typeof endJudged>[3]

const judgeCheckJob = defineJob({
  name: 'judge-check',
  payload: Type.Object({ check_id: Uuid }),
  concurrency: 2,
  // What has been judged stays judged, so each attempt goes on where the one before ended.
  retries: 5,
  retryDelayMs: 10 * SECOND,
  timeoutMs: HOUR,
  exclusive: true,
  takesTurns: true,
})

const WITHOUT_SNAPSHOT = { snapshotId: null, code: null, found: null }
const GIVEN_UP = {
  ...{ status: 'error' as const, durationMs: null, findings: 0 },
  reason: 'The snapshot could not be judged. The log of the server says why.',
}

/** Judges the snapshots of a check one by one, in a job that survives its process. */
export const createCheckJudging = (parts: Parts) => ({
  begin: async (tx: Executor, caller: Caller, id: string): Promise<void> => {
    const order = { tx, singletonKey: id, lane: laneOf(caller) }
    await parts.jobs.send(judgeCheckJob, { check_id: id }, order)
  },
  registerJobs: (): void =>
    parts.jobs.register(judgeCheckJob, ({ check_id: id }, { signal }) => judgeCheck(parts, id, signal), {
      onGivenUp: ({ check_id: id }) => endAll(parts, id, async () => ({ ...GIVEN_UP, ...WITHOUT_SNAPSHOT })),
    }),
})

async function judgeCheck(parts: Parts, id: string, signal: AbortSignal): Promise<void> {
  await endAll(parts, id, async (check, waiting) => {
    signal.throwIfAborted()
    const actor = check.userId === null ? undefined : await parts.users.actor(check.userId)
    return actor ? judgeOne(parts, actor, check, waiting, signal) : { ...DELETED_USER, ...WITHOUT_SNAPSHOT }
  })
}

/** Ends whatever waits in a check as `end` says, in order, and then the check. */
async function endAll(
  { database, clock }: Parts,
  id: string,
  end: (check: CheckRow, waiting: Waiting) => Promise<End>,
): Promise<void> {
  for (;;) {
    const check = await findCheck(database.db, id)
    if (!check || check.finishedAt !== null) return
    const [waiting] = await nextWaiting(database.db, id, 1)
    if (!waiting) return finishCheck(database.db, id, clock.now())
    const ended = await end(check, waiting)
    await database.transaction((tx) => endJudged(tx, id, waiting.position, ended))
  }
}

async function judgeOne(
  { queries, history }: Parts,
  actor: Actor,
  check: CheckRow,
  { savedQueryId, controllerConnectionId: own, declared }: Waiting,
  signal: AbortSignal,
): Promise<End> {
  const query = await queries.find(savedQueryId)
  const connection = check.controllerConnectionId ?? own
  if (!query) return { ...DELETED_QUERY, ...WITHOUT_SNAPSHOT }
  if (connection === null) return { ...NO_CONNECTION, ...WITHOUT_SNAPSHOT }
  const order = { query, connection, at: check.at!, variables: valuesFor(declared, check.parameters) }
  const { snapshot: snapshotId, ...judged } = await history.judgeAt(actor, order, signal)
  return { ...judged, snapshotId, durationMs: null }
}
