import { Type } from 'typebox'
import { Uuid } from '@heddle/contract/common.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Actor } from '../../kernel/caller.ts'
import { HOUR, SECOND } from '../../kernel/durations.ts'
import { laneOf } from '../../kernel/lane.ts'
import type { Events } from '../../platform/events/events.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { checkFinished } from '../checks/index.ts'
import type { UsersService } from '../users/index.ts'
import { type CaptureParts, captureQuery, GIVEN_UP } from './capture-query.ts'
import {
  endSide,
  findChange,
  firstReason,
  lockChange,
  lockChangeOfCheck,
  nextUncaptured,
  type ChangeSide,
  updateChange,
} from './changes.store.ts'
import type { ChangeQueryRow, ChangeRow, SideResult } from './changes.tables.ts'
import { shareSpan, type SharedSpan } from '../snapshots/index.ts'
import { type CompareParts, compareQuery, notCompared } from './compare-query.ts'
import { type CompareChangedQuery, finishClosing, type FinishParts } from './finish-closing.ts'

export type AdvanceParts = CaptureParts &
  CompareParts &
  FinishParts & {
    readonly jobs: Pick<Jobs, 'register' | 'send'>
    readonly events: Pick<Events, 'onRaised'>
    readonly users: Pick<UsersService, 'actor'>
  }

const Payload = Type.Object({ change_id: Uuid })

const advanceJob = defineJob({
  name: 'advance-change',
  payload: Payload,
  concurrency: 2,
  // What was captured or compared stays so, and each attempt goes on where the one before ended.
  retries: 5,
  retryDelayMs: 10 * SECOND,
  timeoutMs: HOUR,
  exclusive: true,
  takesTurns: true,
})

const NOBODY = { id: 0, group: null }
const DELETED_USER = 'The account that asked for it was deleted or deactivated.'

/**
 * Captures the runs of a check that a window began with, or ended with, once they have all ended. The job is queued in
 * the transaction of that end, so that whatever stops a process, the captures are not lost.
 */
export function listenToChecks(parts: AdvanceParts): void {
  const { jobs, events } = parts
  events.onRaised(checkFinished, (tx, { check_id: id }) => onCheckFinished(parts, tx, id))
  jobs.register(advanceJob, ({ change_id: id }, { signal }) => advance(parts, id, usualSteps(parts, signal)), {
    onGivenUp: ({ change_id: id }) => {
      parts.logger.error({ change: id }, 'could not capture or compare all queries of a change window')
      return advance(parts, id, lastSteps(parts))
    },
  })
}

async function onCheckFinished({ jobs, users }: AdvanceParts, tx: Executor, checkId: string): Promise<void> {
  const change = await lockChangeOfCheck(tx, checkId)
  if (!change) return
  const by = sideOf(change) === 'before' ? change.openedById : change.closedById
  const actor = by === null ? undefined : await users.actor(by, tx)
  const place = { singletonKey: change.id, lane: laneOf(actor ?? NOBODY) }
  await jobs.send(advanceJob, { change_id: change.id }, { tx, ...place })
}

const sideOf = ({ status }: ChangeRow): ChangeSide | undefined =>
  status === 'opening' ? 'before' : status === 'closing' ? 'after' : undefined

/** What is done with a query: at either end, and once it was captured at both. */
type Steps = {
  readonly capture: (change: ChangeRow, query: ChangeQueryRow, side: ChangeSide) => Promise<void>
  readonly compare: CompareChangedQuery
}

function usualSteps(parts: AdvanceParts, signal: AbortSignal): Steps {
  // All runs of a window lie between its opening and its first comparison.
  let shared: SharedSpan | undefined
  return {
    capture: async (change, query, side) => {
      signal.throwIfAborted()
      const actor = await actorOf(parts, change)
      if (actor) await captureQuery(parts, actor, { change, query, side, signal })
      else await endUncaptured(parts, query, side, DELETED_USER)
    },
    compare: async (change, query, room) => {
      signal.throwIfAborted()
      const actor = (await actorOf(parts, change)) ?? NOBODY
      shared ??= shareSpan(change.openedAt, parts.clock.now())
      return compareQuery(parts, actor, query, { room, shared }, signal)
    },
  }
}

/** What is left ends without a capture or a comparison, and says so. */
const lastSteps = (parts: AdvanceParts): Steps => ({
  capture: (_, query, side) => endUncaptured(parts, query, side, GIVEN_UP),
  compare: async (_, query) => notCompared(query, GIVEN_UP),
})

/** Who asked for what is under way; undefined once the account is gone. */
async function actorOf({ users }: AdvanceParts, change: ChangeRow): Promise<Actor | undefined> {
  const by = sideOf(change) === 'before' ? change.openedById : change.closedById
  return by === null ? undefined : users.actor(by)
}

async function advance(parts: AdvanceParts, id: string, steps: Steps): Promise<void> {
  const { database } = parts
  for (;;) {
    const change = await findChange(database.db, id)
    const side = change && sideOf(change)
    if (!change || !side) return
    const query = await nextUncaptured(database.db, id, side)
    if (query) await steps.capture(change, query, side)
    else if (change[side].captured === 0) return fail(parts, change, side)
    else if (side === 'before') return settle(parts, change, { status: 'open', reason: null })
    else return finishClosing(parts, change, steps.compare)
  }
}

async function endUncaptured(
  { database }: AdvanceParts,
  query: ChangeQueryRow,
  side: ChangeSide,
  reason: string,
): Promise<void> {
  const none = { snapshot: null, execution: null, isJudged: false, findings: 0, items: [], areAllItems: true }
  const result: SideResult = { ...none, status: 'error', reason }
  await endSide(database.db, query, side, result)
}

/** Nothing can be compared with nothing. */
async function fail(parts: AdvanceParts, change: ChangeRow, side: ChangeSide): Promise<void> {
  const first = await firstReason(parts.database.db, change.id, side)
  const what = change.total === 1 ? 'The query could not be captured' : 'None of the queries could be captured'
  await settle(parts, change, { status: 'failed', reason: first === null ? `${what}.` : `${what}: ${first}` })
}

async function settle(
  { database }: AdvanceParts,
  { id, status }: ChangeRow,
  to: Pick<ChangeRow, 'status' | 'reason'>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const now = await lockChange(tx, id)
    if (now?.status === status) await updateChange(tx, id, to)
  })
}
