import { HealthReply, SessionTimeoutBody, SessionTimeoutReply, TicketReply } from '@heddle/contract/auth.ts'
import { anyone, noTokens, signedIn } from '../../kernel/access.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import type { AccountService } from './account.service.ts'

export function accountRoutes(account: AccountService): readonly Route[] {
  return routes('Own account', (route) => {
    route.get('/api/auth/health/', { access: anyone, summary: 'Liveness', reply: HealthReply }, async () => ({ status: 'ok' }))

    route.post(
      '/api/auth/session-timeout/',
      { access: noTokens(signedIn), summary: 'Set the idle limit of your sessions', body: SessionTimeoutBody, reply: SessionTimeoutReply },
      async ({ caller, body }) => account.setSessionTimeout(caller, body.minutes),
    )

    route.post(
      '/api/ws-ticket/',
      { access: signedIn, summary: 'Get a single-use WebSocket ticket', reply: TicketReply },
      async ({ caller }) => account.issueTicket(caller),
    )
  })
}
