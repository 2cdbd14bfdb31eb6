import { AutomationRequestDetail, VerifyBody } from '@heddle/contract/automation.ts'
import { UuidParams } from '@heddle/contract/common.ts'
import { may } from '../../../kernel/access.ts'
import { Reply, type Route, routes } from '../../../platform/http/route.ts'
import { presentRequestDetail } from '../requests/requests.presenter.ts'
import type { RequestsService } from '../requests/requests.service.ts'
import type { VerificationService } from './verification.service.ts'

type Verifies = Pick<VerificationService, 'verify'>
type ReadsRequests = Pick<RequestsService, 'get'>

export function verificationRoutes(verification: Verifies, requests: ReadsRequests): readonly Route[] {
  return routes('Automation', (route) => {
    route.post(
      '/api/automation/requests/:id/verify/',
      {
        // It runs the query of the source.
        access: may('automation.view_request', 'queries.execute_savedquery'),
        summary: 'Check whether the source of a request holds what the request was for',
        conflicts: { no_source: 'Its rows came from no saved query, snapshot or comparison.' },
        description:
          '200: the check has finished. 202: it is pending, because the request has not ended or the check is delayed.',
        params: UuidParams,
        body: VerifyBody,
        reply: AutomationRequestDetail,
        otherReplies: { 202: AutomationRequestDetail },
      },
      async ({ caller, params, body, signal }) => {
        const hasEnded = await verification.verify(caller, params.id, body, signal)
        const { row, checks } = await requests.get(caller, params.id)
        return new Reply(hasEnded ? 200 : 202, presentRequestDetail(row, checks))
      },
    )
  })
}
