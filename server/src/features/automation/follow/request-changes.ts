import type { Executor } from '../../../adapters/database/database.ts'
import { driverWanted, executionChanged } from '../automation.events.ts'
import {
  lockExecution,
  lockRequest,
  type LockedExecution,
  requestOfExecution,
  type RequestRow,
} from './changes.store.ts'
import { type SettlingParts, settleRequest } from './settle-request.ts'

/** The one place where requests and executions change: each change works out what became of the request. */
export type RequestChanges = {
  /** Within a transaction that has locked the request. */
  readonly settleIn: (tx: Executor, request: RequestRow, executionId: string | null) => Promise<void>
  /** Locks a request and settles it after the work; undefined if there is none. */
  readonly inRequest: <T>(id: string, work: (tx: Executor, request: RequestRow) => Promise<T>) => Promise<T | undefined>
  /** The same for one execution, locked too. Nothing is settled when the work answers false: it changed nothing. */
  readonly inExecution: (id: string, work: ExecutionWork) => Promise<boolean>
}

type ExecutionWork = (tx: Executor, execution: LockedExecution, request: RequestRow) => Promise<boolean>

// A deadlock with a transaction that locks in another order is resolved by retrying.
const RETRY = { retries: 3 }

export const createRequestChanges = (parts: SettlingParts): RequestChanges => ({
  settleIn: (tx, request, executionId) => settleIn(parts, tx, request, executionId),

  inRequest: (id, work) =>
    parts.database.transaction(async (tx) => {
      const request = await lockRequest(tx, id)
      if (!request) return undefined
      const result = await work(tx, request)
      await settleIn(parts, tx, request, null)
      return result
    }, RETRY),

  inExecution: (id, work) => changeExecution(parts, id, work),
})

async function changeExecution(parts: SettlingParts, id: string, work: ExecutionWork): Promise<boolean> {
  const requestId = await requestOfExecution(parts.database.db, id)
  if (requestId === undefined) return false
  return parts.database.transaction(async (tx) => {
    const request = await lockRequest(tx, requestId)
    const execution = request && (await lockExecution(tx, id))
    if (!execution || !(await work(tx, execution, request))) return false
    await settleIn(parts, tx, request, id)
    return true
  }, RETRY)
}

/** Afterwards tells channels, and the drivers, which may have the next row to launch. */
async function settleIn(
  parts: SettlingParts,
  tx: Executor,
  request: RequestRow,
  executionId: string | null,
): Promise<void> {
  const { database, events } = parts
  await settleRequest(parts, tx, request)
  database.afterCommit(() => {
    void events.publish(executionChanged, { request_id: request.id, execution_id: executionId })
    void events.publish(driverWanted, { connection_id: request.template.connectionId })
  })
}
