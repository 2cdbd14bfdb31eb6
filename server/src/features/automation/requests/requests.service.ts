import type { RelaunchBody, Verification } from '@heddle/contract/automation.ts'
import type { Static } from 'typebox'
import type { Database, Executor } from '../../../adapters/database/database.ts'
import type { Actor, Caller } from '../../../kernel/caller.ts'
import { Conflict, orNotFound } from '../../../kernel/errors.ts'
import type { PageOf, PageRequest } from '../../../kernel/paging.ts'
import type { ExecutionRow } from '../follow/changes.store.ts'
import { type ExecutionFilter, findSeenExecution, listExecutions } from './executions.store.ts'
import {
  countRequestsOf,
  countUnfinished,
  findSeenRequest,
  hasOpenExecutions,
  listRequests,
  listRows,
  type RequestFilter,
  type RowOfRequest,
  type ShownRequest,
} from './requests.store.ts'

/** The checks of requests by id, oldest first. */
export type ChecksOf = (
  db: Executor,
  requestIds: readonly string[],
) => Promise<ReadonlyMap<string, readonly Verification[]>>

type Dependencies = {
  readonly database: Database
  readonly checksOf: ChecksOf
  readonly cancel: (caller: Caller, id: string) => Promise<void>
  readonly relaunch: (
    caller: Caller,
    id: string,
    body: Static<typeof RelaunchBody>,
    signal: AbortSignal,
  ) => Promise<string>
  readonly reconcile: (caller: Caller, id: string, signal: AbortSignal) => Promise<void>
}

/** A request and its checks. */
export type CheckedRequest = { readonly row: ShownRequest; readonly checks: readonly Verification[] }

export type RequestsService = ReturnType<typeof createRequestsService>

/** Requests and executions as their viewers see them. */
export function createRequestsService({ database, checksOf, cancel, relaunch, reconcile }: Dependencies) {
  const { db } = database

  const find = async (actor: Actor, id: string): Promise<ShownRequest> =>
    orNotFound(await findSeenRequest(db, actor, id))

  async function get(actor: Actor, id: string): Promise<CheckedRequest> {
    const row = await find(actor, id)
    return { row, checks: (await checksOf(db, [id])).get(id) ?? [] }
  }

  const getExecution = async (actor: Actor, id: string): Promise<ExecutionRow> =>
    orNotFound(await findSeenExecution(db, actor, id))

  return {
    /** Not found unless the actor sees it. */
    find,
    get,
    getExecution,

    list: async (actor: Actor, filter: RequestFilter, page: PageRequest): Promise<PageOf<CheckedRequest>> => {
      const { count, items } = await listRequests(db, actor, filter, page)
      const checks = await checksOf(
        db,
        items.map(({ id }) => id),
      )
      return { count, items: items.map((row) => ({ row, checks: checks.get(row.id) ?? [] })) }
    },

    countLaunchedBy: (userId: number, since: Date): Promise<number> => countRequestsOf(db, userId, since),

    listRows: async (actor: Actor, id: string, page: PageRequest): Promise<PageOf<RowOfRequest>> => {
      await find(actor, id)
      return listRows(db, id, page)
    },

    listExecutions: (actor: Actor, filter: ExecutionFilter, page: PageRequest) =>
      listExecutions(db, actor, filter, page),

    cancel: async (caller: Caller, id: string): Promise<CheckedRequest> => {
      await cancel(caller, id)
      return get(caller, id)
    },

    relaunch: async (
      caller: Caller,
      id: string,
      body: Static<typeof RelaunchBody>,
      signal: AbortSignal,
    ): Promise<CheckedRequest> => get(caller, await relaunch(caller, id, body, signal)),

    reconcile: async (caller: Caller, id: string, signal: AbortSignal): Promise<ExecutionRow> => {
      await reconcile(caller, id, signal)
      return getExecution(caller, id)
    },

    /** A template is not deleted before its requests have ended. */
    guardTemplate: async (tx: Executor, templateId: string): Promise<void> => {
      const unfinished = await countUnfinished(tx, templateId)
      if (unfinished === 0) return
      const requests = unfinished === 1 ? 'an unfinished request' : `${unfinished} unfinished requests`
      throw new Conflict(`The template has ${requests}.`, 'pending_requests', { pending_requests: unfinished })
    },

    /** Nor a connection while its jobs are followed. */
    guardConnection: async (tx: Executor, connectionId: string): Promise<void> => {
      if (await hasOpenExecutions(tx, connectionId))
        throw new Conflict('Jobs of the connection are still being followed.', 'in_use')
    },
  }
}
