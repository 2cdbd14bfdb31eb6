import type { Verification, VerifyBody } from '@heddle/contract/automation.ts'
import { isOfComparison, keyColumns } from '@heddle/domain/automation/key-columns.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { MINUTE } from '../../../kernel/durations.ts'
import { Conflict, FieldErrors, orNotFound } from '../../../kernel/errors.ts'
import type { JobContext } from '../../../platform/jobs/job.ts'
import type { Audit } from '../../audit/index.ts'
import { requestEnded } from '../automation.events.ts'
import type { SeenRequests } from '../requests/require-seen.ts'
import type { ChecksOf } from '../requests/requests.service.ts'
import { createAskSource } from './ask-source.ts'
import { CheckWaits } from './check-waits.ts'
import { type CheckingParts, endCheck, performCheck } from './perform-check.ts'
import { type CheckScheduling, dueAfter, scheduleCheck, startCheck } from './schedule-check.ts'
import { verificationEnded } from './verification.events.ts'
import { defineVerificationJob } from './verification-job.ts'
import { presentVerification } from './verifications.presenter.ts'
import {
  findOverdueChecks,
  findPending,
  findWaiting,
  lanesOfChecks,
  listVerifications,
  lockForCheck,
  setDue,
  sourceColumns,
} from './verifications.store.ts'

type Dependencies = Omit<CheckScheduling, 'job'> &
  Omit<CheckingParts, 'ask'> &
  Omit<Parameters<typeof createAskSource>[0], 'timeoutMs'> & {
    readonly audit: Audit
    readonly requests: SeenRequests
    readonly limits: { readonly backgroundQueryTimeoutMs: number }
  }

type VerificationParts = CheckScheduling &
  CheckingParts & { readonly audit: Audit; readonly requests: SeenRequests; readonly waits: CheckWaits }

export type VerificationService = {
  /** For a launch with `verify_after`. */
  readonly schedule: (tx: Executor, requestId: string, spec: VerifyBody) => Promise<void>
  /**
   * Asks for a check; true when it has ended. One of a request that has ended is waited for, unless it is to be
   * delayed.
   */
  readonly verify: (actor: Actor, requestId: string, spec: VerifyBody, gone: AbortSignal) => Promise<boolean>
  readonly checksOf: ChecksOf
  /** Sends jobs for checks that are overdue without one. */
  readonly heal: () => Promise<void>
  readonly listen: () => void
}

const OVERDUE_MS = MINUTE
const HEALED_AT_ONCE = 100
const GIVEN_UP = 'The server stopped or failed several times during this check.'
const SET_ASIDE = 'The server stopped or failed twice during this check.'

/** Checks whether the source of a request holds what the request was for. */
export function createVerificationService(dependencies: Dependencies): VerificationService {
  const { job, runTimeoutMs } = defineVerificationJob(dependencies.limits.backgroundQueryTimeoutMs)
  const ask = createAskSource({ ...dependencies, timeoutMs: runTimeoutMs })
  const parts: VerificationParts = { ...dependencies, job, ask, waits: new CheckWaits(dependencies.clock) }
  return {
    schedule: async (tx, requestId, spec) => {
      await scheduleCheck(parts, tx, requestId, spec)
    },
    verify: (actor, requestId, spec, gone) => verifyRequest(parts, actor, requestId, spec, gone),
    checksOf,
    heal: () => sendOverdue(parts),
    listen: () => listenForChecks(parts),
  }
}

async function verifyRequest(
  parts: VerificationParts,
  actor: Actor,
  requestId: string,
  spec: VerifyBody,
  gone: AbortSignal,
): Promise<boolean> {
  const { database, requests, waits } = parts
  await requests.find(actor, requestId)
  const { id, isDue } = await database.transaction((tx) => askForCheck(parts, tx, requestId, spec))
  if (!isDue) return false
  const wait = waits.until(id, gone)
  try {
    if (await findPending(database.db, id)) await wait.promise
  } finally {
    wait.stop()
  }
  return (await findPending(database.db, id)) === undefined
}

async function askForCheck(parts: VerificationParts, tx: Executor, requestId: string, spec: VerifyBody) {
  const request = orNotFound(await lockForCheck(tx, requestId))
  if (!request.selection) throw new Conflict('The rows of this request come from no source.', 'no_source')
  await requireColumns(tx, requestId, request.source?.type === 'compare', spec)
  const id = await scheduleCheck(parts, tx, requestId, spec, request.finishedAt !== null)
  await parts.audit.record(tx, {
    action: 'request_verify',
    description: `A check of the request from "${request.template.name}" was asked for`,
    target: { type: 'automation_request', id: requestId },
    content: { ...spec },
  })
  return { id, isDue: request.finishedAt !== null && (spec.wait_seconds ?? 0) === 0 }
}

async function requireColumns(tx: Executor, requestId: string, isComparison: boolean, spec: VerifyBody): Promise<void> {
  const known = (await sourceColumns(tx, requestId)).filter((name) => !isComparison || !isOfComparison(name))
  const missing = keyColumns(spec).filter((column) => !known.includes(column))
  if (missing.length === 0) return
  throw new FieldErrors({
    by: missing.map((column) => `${column.slice(0, 200)}: expected a column that the source's query gives.`),
  })
}

async function checksOf(
  db: Executor,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Verification[]>> {
  if (requestIds.length === 0) return new Map()
  const found = Map.groupBy(await listVerifications(db, requestIds), ({ requestId }) => requestId)
  return new Map([...found].map(([id, all]) => [id, all.map(presentVerification)]))
}

async function sendOverdue({ database, jobs, job, clock }: VerificationParts): Promise<void> {
  const ids = await findOverdueChecks(database.db, new Date(clock.now().getTime() - OVERDUE_MS), HEALED_AT_ONCE)
  await jobs.sendMany(
    job,
    (await lanesOfChecks(database.db, ids)).map(({ id, lane }) => ({
      ...{ payload: { verification_id: id }, singletonKey: id, lane },
    })),
  )
}

function listenForChecks(parts: VerificationParts): void {
  const { jobs, job, events, waits } = parts
  jobs.register(job, ({ verification_id: id }, { signal }: JobContext) => performCheck(parts, id, signal), {
    onGivenUp: ({ verification_id: id }, { setAside }) =>
      endCheck(parts, id, { ok: false, executionId: null, error: setAside ? SET_ASIDE : GIVEN_UP }),
  })
  events.on(verificationEnded, ({ verification_id: id }) => waits.wake(id))
  events.onRaised(requestEnded, async (tx, { request_id: requestId }) => {
    const found = await findWaiting(tx, requestId)
    if (!found) return
    const dueAt = dueAfter(parts.clock, found.spec)
    await setDue(tx, found.id, dueAt)
    await startCheck(parts, tx, { id: found.id, dueAt, spec: found.spec })
  })
}
