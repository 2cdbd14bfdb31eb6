import type { FastifyRequest } from 'fastify'
import { SECOND } from '../../kernel/durations.ts'
import { Forbidden, Unauthorized } from '../../kernel/errors.ts'
import { callingPage } from '../../platform/http/calling-page.ts'
import { cookieHeader, readCookie } from '../../platform/http/cookies.ts'
import { Reply } from '../../platform/http/route.ts'
import { SESSION_LIFETIME_MS } from './sessions.service.ts'

const COOKIE = { name: 'heddle_refresh', path: '/api/auth/' } as const
const ELSEWHERE = 'A page of another origin may not use the session of a browser.'

export type RefreshCookie = ReturnType<typeof createRefreshCookie>

/** Keeps the refresh token of a browser where no script can read it, and where only our own pages can use it. */
export function createRefreshCookie(publicUrl: string | undefined) {
  const isWeb = ({ headers }: FastifyRequest): boolean => headers['x-heddle-web'] === '1'
  const header = (request: FastifyRequest, value: string, maxAgeSeconds: number) => ({
    'set-cookie': cookieHeader(request, { ...COOKIE, value, maxAgeSeconds }),
  })

  return {
    /** Whether the client asks for the cookie; call it before anything else is done for a page of another origin. */
    isWanted: (request: FastifyRequest): boolean => {
      if (!isWeb(request)) return false
      if (callingPage(request, publicUrl) === 'foreign') throw new Forbidden(ELSEWHERE)
      return true
    },

    /** The token, if there is one. Only for our own pages: a request that does not say where it is from is refused. */
    read: (request: FastifyRequest): string | undefined => {
      const token = readCookie(request, COOKIE.name)
      if (token === undefined && isWeb(request)) throw new Unauthorized()
      if (token !== undefined && callingPage(request, publicUrl) !== 'own') throw new Forbidden(ELSEWHERE)
      return token
    },

    /** Moves the token of a reply to the cookie. It may outlast its session, and is good for nothing then. */
    keep: (request: FastifyRequest, { refresh, ...body }: { readonly refresh: string }): Reply =>
      new Reply(200, body, header(request, refresh, SESSION_LIFETIME_MS / SECOND)),

    clear: (request: FastifyRequest): Reply => new Reply(204, null, header(request, '', 0)),
  }
}
