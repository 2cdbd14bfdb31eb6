import {
  HealthReply,
  Preferences,
  PreferencesPatch,
  Profile,
  ProfilePatch,
  QuotaUsageReply,
  SessionTimeoutBody,
  SessionTimeoutReply,
  StatsReply,
  TicketReply,
} from '@heddle/contract/auth.ts'
import type { Database } from '../../adapters/database/database.ts'
import { anyone, signedIn } from '../../kernel/access.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import type { Tickets } from '../../platform/realtime/tickets.ts'
import type { Audit } from '../audit/index.ts'
import type { UsersService } from '../users/index.ts'
import type { AccountService } from './account.service.ts'

type Services = {
  readonly account: AccountService
  readonly users: UsersService
  readonly tickets: Tickets
  readonly audit: Audit
  readonly database: Database
}

export function accountRoutes({ account, users, tickets, audit, database }: Services): readonly Route[] {
  return routes('Own account', (route) => {
    route.get('/api/auth/health/', { access: anyone, summary: 'Liveness', reply: HealthReply }, async () => ({ status: 'ok' }))

    route.get('/api/auth/profile/', { access: signedIn, summary: 'Get your profile', reply: Profile }, async ({ caller }) =>
      users.profile(caller.id),
    )

    route.patch(
      '/api/auth/profile/',
      { access: signedIn, summary: 'Update your profile', body: ProfilePatch, reply: Profile },
      async ({ caller, body }) => users.changeProfile(caller.id, body),
    )

    route.get('/api/auth/preferences/', { access: signedIn, summary: 'Get your preferences', reply: Preferences }, async ({ caller }) =>
      users.preferences(caller.id),
    )

    route.patch(
      '/api/auth/preferences/',
      { access: signedIn, summary: 'Update your preferences, merged per key', body: PreferencesPatch, reply: Preferences },
      async ({ caller, body }) => users.changePreferences(caller.id, body),
    )

    route.post(
      '/api/auth/session-timeout/',
      { access: signedIn, summary: 'Set the idle limit of your sessions', body: SessionTimeoutBody, reply: SessionTimeoutReply },
      async ({ caller, body }) => account.setSessionTimeout(caller, body.minutes),
    )

    route.get(
      '/api/auth/quota-usage/',
      { access: signedIn, summary: 'Get your quota and usage', reply: QuotaUsageReply },
      async ({ caller }) => account.quotaUsage(caller),
    )

    route.get('/api/auth/stats/', { access: signedIn, summary: 'Get your counters', reply: StatsReply }, async ({ caller }) =>
      account.stats(caller),
    )

    route.post(
      '/api/ws-ticket/',
      { access: signedIn, summary: 'Get a single-use WebSocket ticket', reply: TicketReply },
      async ({ caller }) => {
        await audit.record(database.db, { action: 'ticket_issue', description: `${caller.username} got a WebSocket ticket` })
        return tickets.issue(caller)
      },
    )
  })
}
