import { HealthReply, SessionTimeoutBody, SessionTimeoutReply, TicketReply } from '@heddle/contract/auth.ts'
import { anyone, noTokens, signedIn } from '../../kernel/access.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import type { AccountService } from './account.service.ts'

export function accountRoutes(account: AccountService): readonly Route[] {
  return routes('Own account', (route) => {
    route.get(
      '/api/auth/health/',
      {
        access: anyone,
        summary: 'Liveness',
        description: 'Answers as soon as the service has started, without asking the database or any other service.',
        reply: HealthReply,
      },
      async () => ({ status: 'ok' }),
    )

    route.post(
      '/api/auth/session-timeout/',
      {
        access: noTokens(signedIn),
        summary: 'Set the idle limit of your sessions',
        description:
          'Minutes without a request after which a session ends; 0 means never. Holds for all your sessions at once. Refreshing a token does not count as activity.',
        body: SessionTimeoutBody,
        reply: SessionTimeoutReply,
      },
      async ({ caller, body }) => account.setSessionTimeout(caller, body.minutes),
    )

    route.post(
      '/api/ws-ticket/',
      {
        access: signedIn,
        summary: 'Get a single-use WebSocket ticket',
        description:
          'Send it within 60 seconds as `?ticket=` when opening a channel below /ws/. It admits one connection, which then acts for you.',
        reply: TicketReply,
      },
      async ({ caller }) => account.issueTicket(caller),
    )
  })
}
