import { randomUUID } from 'node:crypto'
import type { Verification, VerifyBody } from '@heddle/contract/automation.ts'
import { isOfComparison, keyColumns } from '@heddle/domain/automation/judge-rows.ts'
import type { Database, Executor } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { MINUTE, SECOND } from '../../../kernel/durations.ts'
import { Conflict, FieldErrors, orNotFound } from '../../../kernel/errors.ts'
import { nextVersionTime } from '../../../kernel/versions.ts'
import type { Events } from '../../../platform/events/events.ts'
import type { JobContext } from '../../../platform/jobs/job.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Audit } from '../../audit/index.ts'
import { requestEnded } from '../automation.events.ts'
import { type AskSource, createAskSource, type Finding } from './ask-source.ts'
import { verificationEnded } from './verification.events.ts'
import { defineVerificationJob } from './verification-job.ts'
import { presentVerification } from './verifications.presenter.ts'
import {
  deletePending,
  findNewest,
  findOverdue,
  findPending,
  findWaiting,
  insertVerification,
  listVerifications,
  lockRequest,
  setDue,
  sourceColumns,
  sourceRows,
  storeFinding,
} from './verifications.store.ts'

type Dependencies = Omit<Parameters<typeof createAskSource>[0], 'timeoutMs'> & {
  readonly database: Database
  readonly jobs: Jobs
  readonly events: Events
  readonly audit: Audit
  readonly clock: Clock
  /** Refuses, by throwing, who does not see a request. */
  readonly requests: { readonly find: (actor: Actor, id: string) => Promise<unknown> }
  readonly limits: { readonly backgroundQueryTimeoutMs: number }
}

export type VerificationService = ReturnType<typeof createVerificationService>

/** How long a request waits for the check it asked for. */
const LONGEST_WAIT_MS = 20 * SECOND
const OVERDUE_MS = MINUTE
const HEALED_AT_ONCE = 100
const GIVEN_UP = 'The server stopped or failed several times during this check.'

/** Checks whether the source of a request holds what the request was for. */
export function createVerificationService(dependencies: Dependencies) {
  const { database, jobs, events, audit, clock, requests, limits } = dependencies
  const { job, runTimeoutMs } = defineVerificationJob(limits.backgroundQueryTimeoutMs)
  const ask: AskSource = createAskSource({ ...dependencies, timeoutMs: runTimeoutMs })
  const waiting = new Map<string, () => void>()

  /** The job exists once the transaction commits. */
  async function start(tx: Executor, id: string, dueAt: Date, waitSeconds: number): Promise<void> {
    await jobs.send(
      job,
      { verification_id: id },
      { tx, singletonKey: id, ...(waitSeconds > 0 && { startAfter: dueAt }) },
    )
  }

  const dueAfter = ({ wait_seconds: wait = 0 }: VerifyBody): Date => new Date(clock.now().getTime() + wait * SECOND)

  /** Replaces a check that is still to come. It waits for the end of the request, if that is still to come. */
  async function schedule(tx: Executor, requestId: string, spec: VerifyBody, hasEnded = false): Promise<string> {
    await deletePending(tx, requestId)
    const newest = await findNewest(tx, requestId)
    const id = randomUUID()
    const dueAt = hasEnded ? dueAfter(spec) : null
    const createdAt = newest ? nextVersionTime(clock.now(), newest.createdAt) : clock.now()
    await insertVerification(tx, { id, requestId, spec, dueAt, createdAt })
    if (dueAt) await start(tx, id, dueAt, spec.wait_seconds ?? 0)
    return id
  }

  async function end(id: string, finding: Finding): Promise<void> {
    const { ok, executionId } = finding
    await storeFinding(database.db, id, {
      executionId,
      checkedAt: clock.now(),
      status: ok ? (finding.rows.every(({ holds }) => holds) ? 'holds' : 'differs') : 'failed',
      rows: ok ? finding.rows : [],
      after: ok ? finding.after : [],
      error: ok ? null : finding.error,
    })
    await events.publish(verificationEnded, { verification_id: id })
  }

  async function check(id: string, signal: AbortSignal): Promise<void> {
    const pending = await findPending(database.db, id)
    if (!pending) return
    const finding = await ask(pending, await sourceRows(database.db, pending.requestId), signal)
    signal.throwIfAborted()
    await end(id, finding)
  }

  /** Resolves when the check has ended, the client is gone, or it takes too long. */
  function ended(id: string, gone: AbortSignal): { readonly promise: Promise<void>; readonly stop: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = clock.setTimer(resolve, LONGEST_WAIT_MS)
    waiting.set(id, resolve)
    gone.addEventListener('abort', () => resolve(), { once: true })
    return {
      promise,
      stop: () => {
        timer.cancel()
        waiting.delete(id)
      },
    }
  }

  async function requireColumns(
    tx: Executor,
    requestId: string,
    isComparison: boolean,
    spec: VerifyBody,
  ): Promise<void> {
    const known = (await sourceColumns(tx, requestId)).filter((name) => !isComparison || !isOfComparison(name))
    const missing = keyColumns(spec).filter((column) => !known.includes(column))
    if (missing.length === 0) return
    throw new FieldErrors({
      by: missing.map((column) => `${column.slice(0, 200)}: expected a column that the source's query gives.`),
    })
  }

  return {
    /** For a launch with `verify_after`. */
    schedule: async (tx: Executor, requestId: string, spec: VerifyBody): Promise<void> => {
      await schedule(tx, requestId, spec)
    },

    /**
     * Asks for a check; true when it has ended. One of a request that has ended is waited for, unless it is to wait
     * itself.
     */
    verify: async (actor: Actor, requestId: string, spec: VerifyBody, gone: AbortSignal): Promise<boolean> => {
      await requests.find(actor, requestId)
      const asked = await database.transaction(async (tx) => {
        const request = orNotFound(await lockRequest(tx, requestId))
        if (!request.selection) throw new Conflict('The rows of this request come from no source.', 'no_source')
        await requireColumns(tx, requestId, request.source?.type === 'compare', spec)
        const verificationId = await schedule(tx, requestId, spec, request.finishedAt !== null)
        await audit.record(tx, {
          action: 'request_verify',
          description: `A check of the request from "${request.template.name}" was asked for`,
          target: { type: 'automation_request', id: requestId },
          content: { ...spec },
        })
        return { id: verificationId, isDue: request.finishedAt !== null && (spec.wait_seconds ?? 0) === 0 }
      })
      if (!asked.isDue) return false
      const wait = ended(asked.id, gone)
      try {
        if (await findPending(database.db, asked.id)) await wait.promise
      } finally {
        wait.stop()
      }
      return (await findPending(database.db, asked.id)) === undefined
    },

    /** The checks of requests by id, oldest first. */
    checksOf: async (
      db: Executor,
      requestIds: readonly string[],
    ): Promise<ReadonlyMap<string, readonly Verification[]>> => {
      if (requestIds.length === 0) return new Map()
      const found = Map.groupBy(await listVerifications(db, requestIds), ({ requestId }) => requestId)
      return new Map([...found].map(([id, all]) => [id, all.map(presentVerification)]))
    },

    /** Sends jobs for checks that are overdue without one. */
    heal: async (): Promise<void> => {
      const ids = await findOverdue(database.db, new Date(clock.now().getTime() - OVERDUE_MS), HEALED_AT_ONCE)
      await jobs.sendMany(
        job,
        ids.map((id) => ({ payload: { verification_id: id }, singletonKey: id })),
      )
    },

    listen: (): void => {
      jobs.register(job, ({ verification_id: id }, { signal }: JobContext) => check(id, signal), {
        onGivenUp: async ({ verification_id: id }) => end(id, { ok: false, executionId: null, error: GIVEN_UP }),
      })
      events.on(verificationEnded, ({ verification_id: id }) => waiting.get(id)?.())
      events.onRaised(requestEnded, async (tx, { request_id: requestId }) => {
        const found = await findWaiting(tx, requestId)
        if (!found) return
        const dueAt = dueAfter(found.spec)
        await setDue(tx, found.id, dueAt)
        await start(tx, found.id, dueAt, found.spec.wait_seconds ?? 0)
      })
    },
  }
}
