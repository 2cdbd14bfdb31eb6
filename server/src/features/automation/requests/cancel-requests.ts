import { isRequestEnded } from '@heddle/domain/automation/states.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Conflict, Forbidden } from '../../../kernel/errors.ts'
import { isOwnerOrManager } from '../../../kernel/ownership.ts'
import type { Audit } from '../../audit/index.ts'
import { type RequestRow, updateRequest } from '../follow/changes.store.ts'
import type { RequestChanges } from '../follow/request-changes.ts'
import { dropQueued } from '../launch/launch.store.ts'
import { requireSeenRequest } from './require-seen.ts'
import { markCancelled } from './requests.store.ts'

type Dependencies = {
  readonly database: Database
  readonly changes: RequestChanges
  readonly audit: Audit
  readonly clock: Clock
}

/**
 * Cancels a request: what was not launched is dropped at once, what runs is asked to stop until its job says that it
 * has. Cancelling one that waits for approval declines it.
 */
export function createCancelRequests({ database, changes, audit, clock }: Dependencies) {
  const declined = (request: RequestRow, username: string, now: Date): Partial<RequestRow> =>
    request.approvalStatus === 'waiting'
      ? { approvalStatus: 'declined', approvalDecidedBy: username, approvalDecidedAt: now }
      : {}

  return async (caller: Caller, id: string): Promise<void> => {
    const { userId } = await requireSeenRequest(database.db, caller, id)
    // A caller who sees it only because they may approve it can decline it, but not stop what runs.
    if (!isOwnerOrManager(caller, userId)) {
      throw new Forbidden('Only its requester, an operator or an administrator may cancel this request.')
    }
    await changes.inRequest(id, async (tx, request) => {
      if (isRequestEnded(request.status)) throw new Conflict('The request has already finished.', 'already_finished')
      const now = clock.now()
      await updateRequest(tx, id, {
        cancelRequestedAt: request.cancelRequestedAt ?? now,
        cancelRequestedBy: request.cancelRequestedBy ?? caller.username,
        ...declined(request, caller.username, now),
      })
      await dropQueued(tx, id, now)
      await markCancelled(tx, id, now)
      await audit.record(tx, {
        action: 'request_cancel',
        description: `Request from "${request.template.name}" was cancelled`,
        target: { type: 'automation_request', id },
        metadata: { status: request.status, template: request.templateId },
      })
    })
  }
}
