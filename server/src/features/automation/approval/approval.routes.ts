import { AutomationRequestDetail, DecisionBody } from '@heddle/contract/automation.ts'
import { UuidParams } from '@heddle/contract/common.ts'
import { may } from '../../../kernel/access.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { type Route, routes } from '../../../platform/http/route.ts'
import { presentRequestDetail } from '../requests/requests.presenter.ts'
import type { RequestsService } from '../requests/requests.service.ts'
import type { ApprovalService } from './approval.service.ts'

const undecided = {
  not_waiting: 'The request needs no approval.',
  already_decided: 'It was decided or cancelled before.',
}
const REQUEST = '/api/automation/requests/:id/'

export function approvalRoutes(approval: ApprovalService, requests: Pick<RequestsService, 'get'>): readonly Route[] {
  const access = may('automation.approve_request')

  async function show(caller: Caller, id: string): Promise<AutomationRequestDetail> {
    const { row, checks } = await requests.get(caller, id)
    return presentRequestDetail(row, checks)
  }

  return routes('Automation', (route) => {
    route.post(
      `${REQUEST}approve/`,
      {
        access,
        summary: 'Approve a request that waits for approval, and launch it',
        conflicts: {
          ...undecided,
          requester_not_allowed: 'The requester may no longer launch templates.',
          template_changed: 'The template would now launch something else, or was deleted.',
        },
        refusal: 'You cannot approve or decline your own request.',
        description:
          'The requester cannot approve it (superusers can), nor can anyone once the template launches something else.',
        params: UuidParams,
        body: DecisionBody,
        reply: AutomationRequestDetail,
      },
      async ({ caller, params, body, signal }) => {
        await approval.approve(caller, params.id, body.note ?? '', signal)
        return show(caller, params.id)
      },
    )

    route.post(
      `${REQUEST}decline/`,
      {
        access,
        summary: 'Decline a request that waits for approval',
        conflicts: undecided,
        refusal: 'You cannot approve or decline your own request.',
        description: 'Nothing is launched; the request ends as cancelled.',
        params: UuidParams,
        body: DecisionBody,
        reply: AutomationRequestDetail,
      },
      async ({ caller, params, body }) => {
        await approval.decline(caller, params.id, body.note ?? '')
        return show(caller, params.id)
      },
    )
  })
}
