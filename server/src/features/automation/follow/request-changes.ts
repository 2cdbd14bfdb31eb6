import type { RequestStatus } from '@heddle/contract/automation.ts'
import { isRequestEnded, isExecutionEnded, requestStatusOf } from '@heddle/domain/automation/states.ts'
import type { Database, Executor } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Events } from '../../../platform/events/events.ts'
import type { Audit } from '../../audit/index.ts'
import { driverWanted, executionChanged, requestEnded } from '../automation.events.ts'
import {
  distinctWarnings,
  firstRevision,
  lockExecution,
  lockRequest,
  type LockedExecution,
  requestIdOf,
  type RequestRow,
  type Tally,
  tallyExecutions,
  updateRequest,
} from './changes.store.ts'

type Dependencies = {
  readonly database: Database
  readonly events: Events
  readonly audit: Audit
  readonly clock: Clock
}

export type RequestChanges = ReturnType<typeof createRequestChanges>

// A deadlock with a transaction that locks in another order is resolved by retrying.
const RETRY = { retries: 3 }
const MOST_WARNINGS = 100

/** The one place where requests and executions change: each change works out what became of the request. */
export function createRequestChanges({ database, events, audit, clock }: Dependencies) {
  /** Works out the status of a locked request, and ends it once all its executions have ended with their output. */
  async function settle(tx: Executor, request: RequestRow): Promise<void> {
    const tally = await tallyExecutions(tx, request.id)
    const worked = workOut(tally)
    if (worked === request.status) return
    if (isRequestEnded(worked)) await end(tx, request, worked, tally)
    // A job that was found after the end changes the outcome once it has ended, not before.
    else if (!isRequestEnded(request.status)) await updateRequest(tx, request.id, { status: worked })
  }

  async function end(tx: Executor, request: RequestRow, status: RequestStatus, tally: readonly Tally[]): Promise<void> {
    const found = await distinctWarnings(tx, request.id, MOST_WARNINGS)
    await updateRequest(tx, request.id, {
      status,
      finishedAt: clock.now(),
      scmRevision: await firstRevision(tx, request.id),
      warnings: [...new Set([...request.warnings, ...found])],
    })
    await audit.record(tx, {
      action: 'request_end',
      description: `Request from "${request.template.name}" ended: ${status}`,
      target: { type: 'automation_request', id: request.id },
      metadata: { status, executions: Object.fromEntries(tally.map((one) => [one.status, one.executions])) },
      actor: { userId: request.userId, username: request.username },
    })
    await events.raise(tx, requestEnded, {
      request_id: request.id,
      template_id: request.templateId,
      template_name: request.template.name,
      status,
      user_id: request.userId,
      username: request.username,
      row_count: request.rowCount,
      scheduled_execution: request.relaunchOf === null ? (request.source?.scheduled_execution ?? null) : null,
      declined: request.approvalStatus === 'declined',
      again: isRequestEnded(request.status),
    })
  }

  /** Tells channels, and the drivers, which may have the next row to launch. */
  function announce(requestId: string, executionId: string | null, connectionId: string): void {
    database.afterCommit(() => {
      void events.publish(executionChanged, { request_id: requestId, execution_id: executionId })
      void events.publish(driverWanted, { connection_id: connectionId })
    })
  }

  /** Within a transaction that has locked the request. */
  async function settleIn(tx: Executor, request: RequestRow, executionId: string | null): Promise<void> {
    await settle(tx, request)
    announce(request.id, executionId, request.template.connectionId)
  }

  return {
    settleIn,

    /** Locks a request and settles it after the work; undefined if there is none. */
    inRequest: <T>(id: string, work: (tx: Executor, request: RequestRow) => Promise<T>): Promise<T | undefined> =>
      database.transaction(async (tx) => {
        const request = await lockRequest(tx, id)
        if (!request) return undefined
        const result = await work(tx, request)
        await settleIn(tx, request, null)
        return result
      }, RETRY),

    /** The same for one execution, locked too. Nothing is settled when the work answers false: it changed nothing. */
    inExecution: async (
      id: string,
      work: (tx: Executor, execution: LockedExecution, request: RequestRow) => Promise<boolean>,
    ) => {
      const requestId = await requestIdOf(database.db, id)
      if (requestId === undefined) return false
      return database.transaction(async (tx) => {
        const request = await lockRequest(tx, requestId)
        const execution = request && (await lockExecution(tx, id))
        if (!execution || !(await work(tx, execution, request))) return false
        await settleIn(tx, request, id)
        return true
      }, RETRY)
    },
  }
}

/** A request has ended only when everything about it can be read. */
function workOut(tally: readonly Tally[]): RequestStatus {
  const status = requestStatusOf(
    tally.map((one) => one.status),
    { wasStopped: tally.some((one) => one.stopped > 0) },
  )
  const isComplete = tally.every((one) => isExecutionEnded(one.status) && one.complete === one.executions)
  return isRequestEnded(status) && !isComplete ? 'running' : status
}
