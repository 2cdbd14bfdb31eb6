import { decisionFault, type DecisionFault } from '@heddle/domain/automation/approval.ts'
import type { Database, Executor } from '../../../adapters/database/database.ts'
import { may, isAllowed } from '../../../kernel/access.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Conflict, Forbidden, orNotFound } from '../../../kernel/errors.ts'
import type { Events } from '../../../platform/events/events.ts'
import { storable } from '../../../platform/text/storable.ts'
import type { Audit } from '../../audit/index.ts'
import type { UsersService } from '../../users/index.ts'
import { requestDecided } from '../automation.events.ts'
import { lockRequest, type RequestRow, updateRequest } from '../follow/changes.store.ts'
import type { LaunchesFrom } from '../launch/launchable.ts'
import type { NewRequests } from '../launch/new-request.ts'
import { findSeenRequest } from '../requests/requests.store.ts'
import { findExpired } from './approval.store.ts'
import { launchesAlike } from './launches-alike.ts'

type Dependencies = {
  readonly database: Database
  readonly users: Pick<UsersService, 'actor'>
  readonly templates: LaunchesFrom
  readonly newRequests: Pick<NewRequests, 'release' | 'cancelWaiting'>
  readonly events: Events
  readonly audit: Audit
  readonly clock: Clock
}
type Decision = 'approved' | 'declined'
/** Null: nobody decided in time. */
type Decider = Pick<Caller, 'id' | 'username'> | null

export type ApprovalService = ReturnType<typeof createApprovalService>

const LAUNCH = may('automation.launch_template')
const EXPIRED = 'Nobody decided within 7 days.'
const EXPIRY_BATCH = 100
const SYSTEM = { userId: null, username: 'system' }
const ACTIONS = { approved: 'request_approve', declined: 'request_decline' } as const

/** Decides about requests that wait for approval. Of several decisions at once the first one counts. */
export function createApprovalService({ database, users, templates, newRequests, events, audit, clock }: Dependencies) {
  /** The template is asked outside the transaction: what its lists hold may have to be read again. */
  async function refuseChanged({ template, templateId, userId }: RequestRow, signal: AbortSignal): Promise<void> {
    const requester = userId === null ? undefined : await users.actor(userId)
    if (!requester || !isAllowed(LAUNCH, requester)) {
      throw new Conflict('The requester may no longer launch templates. Decline the request.', 'requester_not_allowed')
    }
    const now = await templates.launchable(requester, templateId, signal)
    if (!now)
      throw new Conflict('The template was deleted, or the requester may no longer launch it.', 'template_changed')
    if (!launchesAlike(template, now.template)) {
      throw new Conflict(
        'The template has changed since. Decline the request and launch the rows again.',
        'template_changed',
      )
    }
  }

  async function record(
    tx: Executor,
    request: RequestRow,
    decision: Decision,
    by: Decider,
    note: string,
  ): Promise<void> {
    await updateRequest(tx, request.id, {
      approvalStatus: decision,
      approvalDecidedBy: by?.username ?? null,
      approvalDecidedAt: clock.now(),
      approvalNote: storable(note),
    })
    await audit.record(tx, {
      action: ACTIONS[decision],
      description: `Request from "${request.template.name}" was ${decision}${by ? '' : ': it waited too long'}`,
      target: { type: 'automation_request', id: request.id },
      metadata: { template: request.templateId, rows: request.rowCount, requested_by: request.username },
      content: { note },
      ...(by === null && { actor: SYSTEM }),
    })
    await events.raise(tx, requestDecided, {
      request_id: request.id,
      template_name: request.template.name,
      user_id: request.userId,
      row_count: request.rowCount,
      decision,
      decided_by_id: by?.id ?? null,
      decided_by: by?.username ?? null,
      note,
    })
    if (decision === 'approved') await newRequests.release(tx, request.id)
    else await newRequests.cancelWaiting(tx, request.id, by ? `Declined by ${by.username}.` : EXPIRED)
  }

  const decide = (caller: Caller, id: string, decision: Decision, note: string): Promise<void> =>
    database.transaction(async (tx) => {
      const request = orNotFound(await lockRequest(tx, id))
      refuse(request, caller)
      await record(tx, request, decision, caller, note)
    })

  async function getWaiting(caller: Caller, id: string): Promise<RequestRow> {
    const request = orNotFound(await findSeenRequest(database.db, caller, id))
    refuse(request, caller)
    return request
  }

  const expire = (id: string): Promise<void> =>
    database.transaction(async (tx) => {
      const request = await lockRequest(tx, id)
      const isDecided =
        request === undefined || decisionFault({ status: request.status, ...waitOf(request) }, NOBODY) !== undefined
      if (!isDecided) await record(tx, request, 'declined', null, EXPIRED)
    })

  return {
    /** Starts what was asked for, unless the template would now start something else. */
    approve: async (caller: Caller, id: string, note: string, signal: AbortSignal): Promise<void> => {
      await refuseChanged(await getWaiting(caller, id), signal)
      await decide(caller, id, 'approved', note)
    },

    decline: async (caller: Caller, id: string, note: string): Promise<void> => {
      await getWaiting(caller, id)
      await decide(caller, id, 'declined', note)
    },

    /** Declines what has waited too long. */
    expireWaiting: async (): Promise<void> => {
      for (;;) {
        const ids = await findExpired(database.db, clock.now(), EXPIRY_BATCH)
        for (const id of ids) await expire(id)
        if (ids.length < EXPIRY_BATCH) return
      }
    },
  }
}

const NOBODY = { id: 0, isSuperuser: false }

const waitOf = ({ approvalStatus, userId }: RequestRow) => ({ approval: approvalStatus, requesterId: userId })

function refuse(request: RequestRow, caller: Caller): void {
  const fault = decisionFault({ status: request.status, ...waitOf(request) }, caller)
  if (fault !== undefined) throw REFUSALS[fault]()
}

const REFUSALS: Readonly<Record<DecisionFault, () => Error>> = {
  not_waiting: () => new Conflict('The request needs no approval.', 'not_waiting'),
  already_decided: () => new Conflict('The request was decided or cancelled before.', 'already_decided'),
  own_request: () => new Forbidden('Somebody else has to decide about your request.', 'own_request'),
}
