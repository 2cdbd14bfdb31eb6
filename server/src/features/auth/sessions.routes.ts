import { LogoutBody, OpenSession } from '@heddle/contract/auth.ts'
import { UuidParams } from '@heddle/contract/common.ts'
import { Type } from 'typebox'
import { noTokens, signedIn } from '../../kernel/access.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import type { OwnSessionsService } from './own-sessions.service.ts'
import type { RefreshCookie } from './refresh-cookie.routes.ts'

const SESSIONS = '/api/auth/sessions/'

export function sessionRoutes(ownSessions: OwnSessionsService, cookie: RefreshCookie): readonly Route[] {
  const access = noTokens(signedIn)
  const nothing = { reply: Type.Null(), status: 204 } as const

  return routes('Sessions', (route) => {
    route.post(
      '/api/auth/logout/',
      {
        access,
        summary: 'Sign out',
        description:
          'Ends your session at once, with `all` every session of yours. API tokens stay valid. The cookie of a browser session is deleted.',
        body: LogoutBody,
        ...nothing,
      },
      async ({ caller, body, request }) => {
        await ownSessions.signOut(caller, { all: body.all ?? false })
        return cookie.clear(request)
      },
    )

    route.get(
      SESSIONS,
      {
        access,
        summary: 'List your sessions',
        description: 'The current one first, then the 199 used last.',
        reply: Type.Array(OpenSession),
      },
      async ({ caller }) => ownSessions.list(caller),
    )

    route.delete(
      `${SESSIONS}:id/`,
      {
        access,
        summary: 'End one of your sessions at once',
        description: 'Its tokens are refused from the next request on, and its sockets are closed.',
        params: UuidParams,
        ...nothing,
      },
      async ({ caller, params }) => ownSessions.end(caller, params.id),
    )
  })
}
