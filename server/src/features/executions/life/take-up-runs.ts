import type { Static } from 'typebox'
import type { Permission } from '@heddle/domain/access/permissions.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { JobContext } from '../../../platform/jobs/job.ts'
import { permissionsHeld } from '@heddle/domain/access/held-permissions.ts'
import type { UsersService } from '../../users/index.ts'
import type { RunEnds } from './end-runs.ts'
import { CANCELLED_ENDING, failedEnding, LOST_TWICE_ENDING } from '../logs/ending.ts'
import type { Preparing } from '../prepare/run-requests.ts'
import { MOST_ATTEMPTS, type RunJobs, STORING_MS } from './run-jobs.ts'
import type { RunQuery } from './perform-run.ts'
import { findOpenRun, type TakenRun, takeUpRun } from './runs.store.ts'

type Dependencies = {
  readonly database: Database
  readonly users: UsersService
  readonly preparing: Preparing
  readonly runQuery: RunQuery
  readonly ends: RunEnds
  readonly runJobs: RunJobs
  readonly clock: Clock
}
type Payload = Static<RunJobs['background']['payload']>

const EXECUTE: Permission = 'queries.execute_savedquery'

export type TakeUp = ReturnType<typeof createTakeUp>

/** What the jobs of runs do. A run may get more than one job, even after it has ended. */
export function createTakeUp({ database, users, preparing, runQuery, ends, runJobs, clock }: Dependencies) {
  /** Ends a run that can no longer be claimed: it was cancelled, or its processes died too often. */
  async function endUntakeable(id: string): Promise<void> {
    const run = await findOpenRun(database.db, id)
    if (run) await ends.end(run, { ending: run.cancelRequestedAt === null ? LOST_TWICE_ENDING : CANCELLED_ENDING })
  }

  /** An error message when the user of the run may no longer run queries. */
  async function faultOfUser(userId: number | null): Promise<string | undefined> {
    const found = userId === null ? undefined : await users.findIn(database.db, userId)
    if (!found) return 'The account that requested this run was deleted.'
    const { user } = found
    if (!user.isActive) return `${user.username} is deactivated.`
    if (user.isSuperuser || permissionsHeld(found).has(EXECUTE)) return undefined
    return `${user.username} may no longer run queries.`
  }

  async function prepare({ userId, savedQueryId, controllerConnectionId, variables, skipPostProcessors }: TakenRun) {
    const fault = await faultOfUser(userId)
    if (fault !== undefined) return fault
    return preparing.again(savedQueryId, { connection: controllerConnectionId, variables, skipPostProcessors })
  }

  return {
    perform: async ({ execution_id: id }: Payload, { signal }: JobContext): Promise<void> => {
      const now = clock.now()
      const deadlineAt = new Date(now.getTime() + runJobs.runTimeoutMs + STORING_MS)
      const run = await takeUpRun(database.db, id, { now, deadlineAt, mostAttempts: MOST_ATTEMPTS })
      if (!run) return endUntakeable(id)
      const prepared = await prepare(run)
      if (typeof prepared === 'string') {
        await ends.end(run, { ending: failedEnding({ reason: null, message: prepared }), stages: [], attempt: run.attempts })
        return
      }
      await runQuery(
        { ...run, ...prepared, attempt: run.attempts, startedAt: now },
        { timeoutMs: runJobs.runTimeoutMs, stop: signal, isHandedBack: true },
      )
      // Makes the queue retry the run, once, in another process.
      signal.throwIfAborted()
    },

    /** The queue has used up its retries, or the processes that tried have died. */
    giveUp: async ({ execution_id: id }: Payload): Promise<void> => endUntakeable(id),
  }
}
