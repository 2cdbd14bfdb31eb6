import type { Database } from '../../../adapters/database/database.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { orNotFound } from '../../../kernel/errors.ts'
import type { UsersService } from '../../users/index.ts'
import { lockRequest, type RequestRow } from '../follow/changes.store.ts'
import type { LaunchesFrom } from '../launch/launchable.ts'
import { requireSeenRequest } from '../requests/require-seen.ts'
import { findExpired } from './approval.store.ts'
import { type Decision, type DecisionParts, recordDecision } from './record-decision.ts'
import { isUndecided, refuseChanged, refuseUndecidable } from './refuse-decision.ts'

type ApprovalParts = DecisionParts & {
  readonly database: Database
  readonly users: Pick<UsersService, 'actor'>
  readonly templates: LaunchesFrom
}

export type ApprovalService = {
  /** Starts what was asked for, unless the template would now start something else. */
  readonly approve: (caller: Caller, id: string, note: string, signal: AbortSignal) => Promise<void>
  readonly decline: (caller: Caller, id: string, note: string) => Promise<void>
  /** Declines what has waited too long. */
  readonly expireWaiting: () => Promise<void>
}

const EXPIRED = 'Nobody decided within 7 days.'
const EXPIRY_BATCH = 100

/** Decides about requests that wait for approval. Of several decisions at once the first one counts. */
export const createApprovalService = (parts: ApprovalParts): ApprovalService => ({
  approve: async (caller, id, note, signal) => {
    await refuseChanged(parts, await getWaiting(parts, caller, id), signal)
    await decide(parts, caller, id, { verdict: 'approved', by: caller, note })
  },
  decline: async (caller, id, note) => {
    await getWaiting(parts, caller, id)
    await decide(parts, caller, id, { verdict: 'declined', by: caller, note })
  },
  expireWaiting: () => expireWaiting(parts),
})

async function getWaiting({ database }: ApprovalParts, caller: Caller, id: string): Promise<RequestRow> {
  const request = await requireSeenRequest(database.db, caller, id)
  refuseUndecidable(request, caller)
  return request
}

const decide = (parts: ApprovalParts, caller: Caller, id: string, decision: Decision): Promise<void> =>
  parts.database.transaction(async (tx) => {
    const request = orNotFound(await lockRequest(tx, id))
    refuseUndecidable(request, caller)
    await recordDecision(parts, tx, request, decision)
  })

async function expireWaiting(parts: ApprovalParts): Promise<void> {
  for (;;) {
    const ids = await findExpired(parts.database.db, parts.clock.now(), EXPIRY_BATCH)
    for (const id of ids) await expire(parts, id)
    if (ids.length < EXPIRY_BATCH) return
  }
}

const expire = (parts: ApprovalParts, id: string): Promise<void> =>
  parts.database.transaction(async (tx) => {
    const request = await lockRequest(tx, id)
    if (request && isUndecided(request))
      await recordDecision(parts, tx, request, { verdict: 'declined', by: null, note: EXPIRED })
  })
