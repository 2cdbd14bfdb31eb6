import type { RelaunchBody, Verification } from '@heddle/contract/automation.ts'
import type { RowBlame } from '@heddle/contract/blame.ts'
import type { Static } from 'typebox'
import type { Database, Executor } from '../../../adapters/database/database.ts'
import type { Actor, Caller } from '../../../kernel/caller.ts'
import { Conflict, orNotFound } from '../../../kernel/errors.ts'
import type { PageOf, PageRequest } from '../../../kernel/paging.ts'
import type { AutomationExecutionRow } from '../automation.tables.ts'
import { requireSeenRequest } from './require-seen.ts'
import { type AutomationExecutionFilter, findSeenExecution, listAutomationExecutions } from './executions.store.ts'
import {
  countRequestsOf,
  countUnfinishedRequests,
  findRowBlames,
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
  readonly relaunch: (caller: Caller, id: string, body: RelaunchOrder, signal: AbortSignal) => Promise<string>
  readonly reconcile: (caller: Caller, id: string, signal: AbortSignal) => Promise<void>
}

/** Undefined unless a check found the row changed. */
export type BlamedRowOfRequest = RowOfRequest & { readonly blame: RowBlame | undefined }

/** A request and its checks. */
export type RequestWithChecks = { readonly row: ShownRequest; readonly checks: readonly Verification[] }

type RelaunchOrder = Static<typeof RelaunchBody>

/** Requests and executions as their viewers see them: what an actor does not see is not found. */
export type RequestsService = {
  readonly get: (actor: Actor, id: string) => Promise<RequestWithChecks>
  readonly getExecution: (actor: Actor, id: string) => Promise<AutomationExecutionRow>
  readonly list: (actor: Actor, filter: RequestFilter, page: PageRequest) => Promise<PageOf<RequestWithChecks>>
  readonly countLaunchedBy: (userId: number, since: Date) => Promise<number>
  readonly listRows: (actor: Actor, id: string, page: PageRequest) => Promise<PageOf<BlamedRowOfRequest>>
  readonly listExecutions: (
    actor: Actor,
    filter: AutomationExecutionFilter,
    page: PageRequest,
  ) => Promise<PageOf<AutomationExecutionRow>>
  readonly cancel: (caller: Caller, id: string) => Promise<RequestWithChecks>
  readonly relaunch: (
    caller: Caller,
    id: string,
    body: RelaunchOrder,
    signal: AbortSignal,
  ) => Promise<RequestWithChecks>
  readonly reconcile: (caller: Caller, id: string, signal: AbortSignal) => Promise<AutomationExecutionRow>
  /** A template is not deleted before its requests have ended. */
  readonly guardTemplate: (tx: Executor, templateId: string) => Promise<void>
  /** Nor a connection while its jobs are followed. */
  readonly guardConnection: (tx: Executor, connectionId: string) => Promise<void>
}

export function createRequestsService({
  database,
  checksOf,
  cancel,
  relaunch,
  reconcile,
}: Dependencies): RequestsService {
  const { db } = database

  async function get(actor: Actor, id: string): Promise<RequestWithChecks> {
    const row = await requireSeenRequest(db, actor, id)
    return { row, checks: (await checksOf(db, [id])).get(id) ?? [] }
  }

  const getExecution = async (actor: Actor, id: string): Promise<AutomationExecutionRow> =>
    orNotFound(await findSeenExecution(db, actor, id))

  return {
    get,
    getExecution,

    list: async (actor, filter, page) => {
      const { count, items } = await listRequests(db, actor, filter, page)
      const checks = await checksOf(
        db,
        items.map(({ id }) => id),
      )
      return { count, items: items.map((row) => ({ row, checks: checks.get(row.id) ?? [] })) }
    },

    countLaunchedBy: (userId, since) => countRequestsOf(db, userId, since),

    listRows: async (actor, id, page) => {
      await requireSeenRequest(db, actor, id)
      const { count, items } = await listRows(db, id, page)
      const [from = 0, to = -1] = [items[0]?.index, items.at(-1)?.index]
      const blames = await findRowBlames(db, id, { from, to })
      return { count, items: items.map((row) => ({ ...row, blame: blames.get(row.index) })) }
    },

    listExecutions: (actor, filter, page) => listAutomationExecutions(db, actor, filter, page),

    cancel: async (caller, id) => {
      await cancel(caller, id)
      return get(caller, id)
    },

    relaunch: async (caller, id, body, signal) => get(caller, await relaunch(caller, id, body, signal)),

    reconcile: async (caller, id, signal) => {
      await reconcile(caller, id, signal)
      return getExecution(caller, id)
    },

    guardTemplate: async (tx, templateId) => {
      const unfinished = await countUnfinishedRequests(tx, templateId)
      if (unfinished === 0) return
      const requests = unfinished === 1 ? 'an unfinished request' : `${unfinished} unfinished requests`
      throw new Conflict(`The template has ${requests}.`, 'pending_requests', { pending_requests: unfinished })
    },

    guardConnection: async (tx, connectionId) => {
      if (await hasOpenExecutions(tx, connectionId))
        throw new Conflict('Jobs of the connection are still being followed.', 'in_use')
    },
  }
}
