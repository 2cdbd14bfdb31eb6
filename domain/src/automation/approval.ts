import type { RequestStatus } from '@heddle/contract/automation.ts'
import { isRequestEnded } from './states.ts'

export type ApprovalStatus = 'waiting' | 'approved' | 'declined'
type Waits = {
  readonly status: RequestStatus
  readonly approval: ApprovalStatus | null
  readonly requesterId: number | null
}
type Decider = { readonly id: number; readonly isSuperuser: boolean }
export type DecisionFault = 'not_waiting' | 'already_decided' | 'own_request'

/** Why somebody may not decide about a request now; undefined if they may. Two people look at what is launched. */
export function decisionFault({ status, approval, requesterId }: Waits, decider: Decider): DecisionFault | undefined {
  if (approval === null) return 'not_waiting'
  if (approval !== 'waiting' || isRequestEnded(status)) return 'already_decided'
  return requesterId === decider.id && !decider.isSuperuser ? 'own_request' : undefined
}
