import { HealthReply, LoginBody, LoginReply, Profile, ProfilePatch, RefreshBody, RefreshReply, TicketReply } from '@heddle/contract/auth.ts'
import { anyone, signedIn } from '../../platform/http/access.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import type { Tickets } from '../../platform/realtime/tickets.ts'
import type { UsersService } from '../users/index.ts'
import type { AuthService } from './auth.service.ts'

type Services = { readonly auth: AuthService; readonly users: UsersService; readonly tickets: Tickets }

export function authRoutes({ auth, users, tickets }: Services): readonly Route[] {
  return routes('Authentication', (route) => {
    route.get('/api/auth/health/', { access: anyone, summary: 'Liveness', reply: HealthReply }, async () => ({ status: 'ok' }))

    route.post('/api/auth/login/', { access: anyone, summary: 'Log in', body: LoginBody, reply: LoginReply }, async ({ body, client }) =>
      auth.login(body.username, body.password, client),
    )

    route.post(
      '/api/auth/token/refresh/',
      { access: anyone, summary: 'Get a new access token', body: RefreshBody, reply: RefreshReply },
      async ({ body }) => auth.refresh(body.refresh),
    )

    route.get('/api/auth/profile/', { access: signedIn, summary: 'Own profile', reply: Profile }, async ({ caller }) =>
      users.profile(caller.id),
    )

    route.patch(
      '/api/auth/profile/',
      { access: signedIn, summary: 'Change own profile', body: ProfilePatch, reply: Profile },
      async ({ caller, body }) => users.changeProfile(caller.id, body),
    )

    route.post('/api/ws-ticket/', { access: signedIn, summary: 'One-shot WebSocket ticket', reply: TicketReply }, async ({ caller }) =>
      tickets.issue(caller),
    )
  })
}
