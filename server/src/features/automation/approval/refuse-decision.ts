import { decisionFault, type DecisionFault } from '@heddle/domain/automation/approval.ts'
import { isAllowed, may } from '../../../kernel/access.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { Conflict, Forbidden } from '../../../kernel/errors.ts'
import type { UsersService } from '../../users/index.ts'
import type { RequestRow } from '../follow/changes.store.ts'
import type { LaunchesFrom } from '../launch/launchable.ts'
import { launchesAlike } from './launches-alike.ts'

const LAUNCH = may('automation.launch_template')
const NOBODY = { id: 0, isSuperuser: false }

const REFUSALS: Readonly<Record<DecisionFault, () => Error>> = {
  not_waiting: () => new Conflict('The request needs no approval.', 'not_waiting'),
  already_decided: () => new Conflict('The request was decided or cancelled before.', 'already_decided'),
  own_request: () => new Forbidden('You cannot approve or decline your own request.', { code: 'own_request' }),
}

type Decider = Pick<Caller, 'id' | 'isSuperuser'>

const faultOf = ({ status, approvalStatus, userId }: RequestRow, decider: Decider): DecisionFault | undefined =>
  decisionFault({ status, approval: approvalStatus, requesterId: userId }, decider)

export const isUndecided = (request: RequestRow): boolean => faultOf(request, NOBODY) === undefined

/** Refuses a decision where there is nothing to decide, or not for this caller. */
export function refuseUndecidable(request: RequestRow, caller: Decider): void {
  const fault = faultOf(request, caller)
  if (fault !== undefined) throw REFUSALS[fault]()
}

/**
 * Refuses to approve what would no longer be what was asked for. The template is asked outside the transaction: what
 * its lists hold may have to be read again.
 */
export async function refuseChanged(
  { users, templates }: { readonly users: Pick<UsersService, 'actor'>; readonly templates: LaunchesFrom },
  { template, templateId, userId }: RequestRow,
  signal: AbortSignal,
): Promise<void> {
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
