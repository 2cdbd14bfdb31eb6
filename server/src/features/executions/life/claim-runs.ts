import type { Static } from 'typebox'
import type { Permission } from '@heddle/domain/access/permissions.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { isStopping, type JobContext } from '../../../platform/jobs/job.ts'
import type { GivenUp } from '../../../platform/jobs/jobs.ts'
import { permissionsHeld } from '@heddle/domain/access/held-permissions.ts'
import { type FoundUser, laneOfUser, type UsersService } from '../../users/index.ts'
import type { RunEnds } from './end-runs.ts'
import { CANCELLED_ENDING, DIED_PREPARING_ENDING, LOST_TWICE_ENDING, STOPPED_TOO_OFTEN_ENDING } from '../ending.ts'
import { findDraft } from '../logs/execution-logs.store.ts'
import { CannotRun } from '../requests/cannot-run.ts'
import { checkStoredRequest } from '../requests/check-stored-request.ts'
import type { RequestParts } from '../requests/request-parts.ts'
import type { StartRun } from '../choices/choice-rows.ts'
import { MAX_ATTEMPTS, type RunJobs, STORING_MS } from './run-jobs.ts'
import { type PerformRun, type ReadConnections, readJustNow } from './perform-run.ts'
import { type ClaimedRun, claimRun, endPreparing, findOpenRun, handBackRun } from './claims.store.ts'
import { connectionsOfRun } from './runs.store.ts'

type ClaimParts = RequestParts & {
  readonly users: Pick<UsersService, 'findIn'>
  /** Runs whose rows tell what values a claimed run may have. */
  readonly startRun: StartRun
  readonly performRun: PerformRun
  readonly ends: RunEnds
  readonly runJobs: RunJobs
  readonly clock: Clock
}
type Payload = Static<RunJobs['background']['payload']>

/** Counting those that ended with a clean stop: a run that is never left in peace must end all the same. */
const MOST_CLAIMS = 20
const EXECUTE: Permission = 'queries.execute_savedquery'

/** What the jobs of runs do. A run may get more than one job, even after it has ended. */
export type RunClaims = {
  readonly perform: (payload: Payload, context: JobContext) => Promise<void>
  /** The queue has used up its retries, or the processes that tried have died. */
  readonly giveUp: (payload: Payload, end: GivenUp) => Promise<void>
}

export function createRunClaims(parts: ClaimParts): RunClaims {
  return {
    perform: async ({ execution_id: id }, { signal }) => claimAndPerform(parts, id, signal),
    giveUp: async ({ execution_id: id }, { setAside }) => failExhausted(parts, id, setAside),
  }
}

async function claimAndPerform(parts: ClaimParts, id: string, signal: AbortSignal): Promise<void> {
  const { database, runJobs, clock } = parts
  const now = clock.now()
  const deadlineMs = runJobs.longestMs + STORING_MS
  const run = await claimRun(database.db, id, {
    now,
    deadlineMs,
    mostAttempts: MAX_ATTEMPTS,
    mostClaims: MOST_CLAIMS,
  })
  if (!run) return failExhausted(parts, id)
  try {
    await performClaimed(parts, run, now, signal)
  } finally {
    if (isStopping(signal)) await handBackRun(database.db, run)
  }
}

async function performClaimed(parts: ClaimParts, run: ClaimedRun, startedAt: Date, signal: AbortSignal): Promise<void> {
  const { database, performRun, ends, runJobs } = parts
  let read: ReadConnections | undefined
  const checked = await checkClaimed(parts, run, signal)
    .catch(ifCannotRun)
    .finally(async () => {
      read = readJustNow(await endPreparing(database.db, run))
    })
  if (checked instanceof CannotRun) {
    await ends.end(run, { ending: checked.ending, stages: [], attempt: run.attempts })
    return
  }
  await performRun(
    { ...run, ...checked, attempt: run.attempts, startedAt, ...(read && { read }) },
    { timeoutMs: runJobs.runTimeoutMs, mostWaitMs: runJobs.mostWaitMs, stop: signal, requeueOnStop: true },
  )
  // Makes the queue pass the run on to another process.
  signal.throwIfAborted()
}

async function checkClaimed(parts: ClaimParts, run: ClaimedRun, signal: AbortSignal) {
  const { database, startRun } = parts
  const lane = laneOfUser(await requireUser(parts, run.userId))
  const draft = run.draft ? await findDraft(database.db, run.id) : null
  if (draft === undefined) throw new CannotRun('The draft of this run is gone.')
  const stored = { ...run, ...connectionsOfRun(run), draft, lane }
  return { lane, ...(await checkStoredRequest(parts, stored, { signal, startRun })) }
}

function ifCannotRun(error: unknown): CannotRun {
  if (error instanceof CannotRun) return error
  throw error
}

/** The user of the run may still run queries. */
async function requireUser({ database, users }: ClaimParts, userId: number | null): Promise<FoundUser> {
  const found = userId === null ? undefined : await users.findIn(database.db, userId)
  if (!found) throw new CannotRun('The account that requested this run was deleted.')
  const { user } = found
  if (!user.isActive) throw new CannotRun(`${user.username} is deactivated.`)
  if (!user.isSuperuser && !permissionsHeld(found).has(EXECUTE))
    throw new CannotRun(`${user.username} may no longer run queries.`)
  return found
}

/** Ends a run that can no longer be claimed: it was cancelled, or its processes died too often. */
async function failExhausted({ database, ends }: ClaimParts, id: string, setAside = false): Promise<void> {
  const run = await findOpenRun(database.db, id)
  if (!run) return
  if (run.cancelRequestedAt !== null) await ends.end(run, { ending: CANCELLED_ENDING })
  else if (run.attempts >= MOST_CLAIMS) await ends.end(run, { ending: STOPPED_TOO_OFTEN_ENDING })
  else if (run.attemptsPreparing < MAX_ATTEMPTS) await ends.end(run, { ending: LOST_TWICE_ENDING, setAside })
  else await ends.end(run, { ending: DIED_PREPARING_ENDING, setAside: true })
}
