import type { Executor } from '../../../adapters/database/database.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Events } from '../../../platform/events/events.ts'
import { storable } from '../../../platform/text/storable.ts'
import type { Audit } from '../../audit/index.ts'
import { requestDecided } from '../automation.events.ts'
import { type RequestRow, updateRequest } from '../follow/changes.store.ts'
import type { NewRequests } from '../launch/new-requests.ts'

export type DecisionParts = {
  readonly newRequests: Pick<NewRequests, 'release' | 'cancelWaiting'>
  readonly events: Events
  readonly audit: Audit
  readonly clock: Clock
}

export type Decision = {
  readonly verdict: 'approved' | 'declined'
  /** Null: nobody decided in time. */
  readonly by: Pick<Caller, 'id' | 'username'> | null
  readonly note: string
}

const SYSTEM = { userId: null, username: 'system' }
const ACTIONS = { approved: 'request_approve', declined: 'request_decline' } as const

/** Stores a decision about a locked request, tells whom it concerns, and starts or ends the request. */
export async function recordDecision(
  { newRequests, events, audit, clock }: DecisionParts,
  tx: Executor,
  request: RequestRow,
  { verdict, by, note }: Decision,
): Promise<void> {
  await updateRequest(tx, request.id, {
    approvalStatus: verdict,
    approvalDecidedBy: by?.username ?? null,
    approvalDecidedAt: clock.now(),
    approvalNote: storable(note),
  })
  await audit.record(tx, {
    action: ACTIONS[verdict],
    description: `Request from "${request.template.name}" was ${verdict}${by ? '' : ': it waited too long'}`,
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
    decision: verdict,
    decided_by_id: by?.id ?? null,
    decided_by: by?.username ?? null,
    note,
  })
  if (verdict === 'approved') await newRequests.release(tx, request.id)
  else await newRequests.cancelWaiting(tx, request.id, by ? `Declined by ${by.username}.` : note)
}
