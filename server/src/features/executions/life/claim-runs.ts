import type { Static } from 'typebox'
import type { Permission } from '@heddle/domain/access/permissions.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../adapters/database/database.ts'
import { isStopping, type JobContext } from '../../../platform/jobs/job.ts'
import { permissionsHeld } from '@heddle/domain/access/held-permissions.ts'
import type { UsersService } from '../../users/index.ts'
import type { RunEnds } from './end-runs.ts'
import {
  CANCELLED_ENDING,
  DIED_PREPARING_ENDING,
  failedEnding,
  LOST_TWICE_ENDING,
  STOPPED_TOO_OFTEN_ENDING,
} from '../ending.ts'
import { findDraft } from '../logs/execution-logs.store.ts'
import type { RunRequests } from '../requests/check-request.ts'
import { MAX_ATTEMPTS, type RunJobs, STORING_MS } from './run-jobs.ts'
import type { PerformRun } from './perform-run.ts'
import { type ClaimedRun, claimRun, endPreparing, findOpenRun, handBackRun } from './claims.store.ts'
import { connectionsOf } from './runs.store.ts'

type Dependencies = {
  readonly database: Database
  readonly users: Pick<UsersService, 'findIn'>
  readonly runRequests: RunRequests
  readonly performRun: PerformRun
  readonly ends: RunEnds
  readonly runJobs: RunJobs
  readonly clock: Clock
}
type Payload = Static<RunJobs['background']['payload']>

/** Counting those that ended with a clean stop: a run that is never left in peace must end all the same. */
const MOST_CLAIMS = 20
const EXECUTE: Permission = 'queries.execute_savedquery'

export type RunClaims = ReturnType<typeof createRunClaims>

/** What the jobs of runs do. A run may get more than one job, even after it has ended. */
export function createRunClaims({ database, users, runRequests, performRun, ends, runJobs, clock }: Dependencies) {
  /** Ends a run that can no longer be claimed: it was cancelled, or its processes died too often. */
  async function failExhausted(id: string): Promise<void> {
    const run = await findOpenRun(database.db, id)
    if (!run) return
    if (run.cancelRequestedAt !== null) await ends.end(run, { ending: CANCELLED_ENDING })
    else if (run.attempts >= MOST_CLAIMS) await ends.end(run, { ending: STOPPED_TOO_OFTEN_ENDING })
    else if (run.attemptsPreparing < MAX_ATTEMPTS) await ends.end(run, { ending: LOST_TWICE_ENDING })
    else await ends.end(run, { ending: DIED_PREPARING_ENDING, diedPreparing: true })
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

  async function prepare(run: ClaimedRun, signal: AbortSignal) {
    const fault = await faultOfUser(run.userId)
    if (fault !== undefined) return fault
    const draft = run.draft ? await findDraft(database.db, run.id) : null
    if (draft === undefined) return 'The draft of this run is gone.'
    return runRequests.prepareStoredRun({ ...run, ...connectionsOf(run), draft }, signal)
  }

  async function performClaimed(run: ClaimedRun, startedAt: Date, signal: AbortSignal): Promise<void> {
    const prepared = await prepare(run, signal).finally(() => endPreparing(database.db, run))
    if (typeof prepared === 'string') {
      await ends.end(run, {
        ending: failedEnding({ reason: null, message: prepared }),
        stages: [],
        attempt: run.attempts,
      })
      return
    }
    await performRun(
      { ...run, ...prepared, attempt: run.attempts, startedAt },
      { timeoutMs: runJobs.runTimeoutMs, mostWaitMs: runJobs.mostWaitMs, stop: signal, requeueOnStop: true },
    )
    // Makes the queue pass the run on to another process.
    signal.throwIfAborted()
  }

  return {
    perform: async ({ execution_id: id }: Payload, { signal }: JobContext): Promise<void> => {
      const now = clock.now()
      const deadlineMs = runJobs.longestMs + STORING_MS
      const run = await claimRun(database.db, id, {
        now,
        deadlineMs,
        mostAttempts: MAX_ATTEMPTS,
        mostClaims: MOST_CLAIMS,
      })
      if (!run) return failExhausted(id)
      try {
        await performClaimed(run, now, signal)
      } finally {
        if (isStopping(signal)) await handBackRun(database.db, run)
      }
    },

    /** The queue has used up its retries, or the processes that tried have died. */
    giveUp: async ({ execution_id: id }: Payload): Promise<void> => failExhausted(id),
  }
}
