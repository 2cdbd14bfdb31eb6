import type { FastifyRequest } from 'fastify'
import { SECOND } from '../../kernel/durations.ts'
import { Forbidden, Unauthorized } from '../../kernel/errors.ts'
import { callingPage } from '../../platform/http/calling-page.ts'
import { cookieHeader, cookieName, readCookie } from '../../platform/http/cookies.ts'
import { Reply } from '../../platform/http/route.ts'
import { SESSION_LIFETIME_MS } from './sessions.service.ts'

const NAME = 'heddle_refresh'
const PATH = '/api/auth/'
const ELSEWHERE = 'A page of another origin may not use the session of a browser.'

export type RefreshCookie = {
  /** Whether the client asks for the cookie; call it before anything else is done for a page of another origin. */
  readonly isWanted: (request: FastifyRequest) => boolean
  /** The token, if there is one. Only for our own pages: a request that does not say where it is from is refused. */
  readonly read: (request: FastifyRequest) => string | undefined
  /** Moves the token of a reply to the cookie. It may outlast its session, and is good for nothing then. */
  readonly keep: (request: FastifyRequest, pair: { readonly refresh: string }) => Reply
  readonly clear: (request: FastifyRequest) => Reply
  /** The header that puts a token into the cookie, or deletes the cookie without one. */
  readonly header: (request: FastifyRequest, token: string | undefined) => string
}

/** Keeps the refresh token of a browser where no script can read it, and where only our own pages can use it. */
export function createRefreshCookie(publicUrl: string | undefined): RefreshCookie {
  const isWeb = ({ headers }: FastifyRequest): boolean => headers['x-heddle-web'] === '1'
  const nameAt = (request: FastifyRequest): string => cookieName(NAME, request, publicUrl)
  const header = (request: FastifyRequest, token: string | undefined): string =>
    cookieHeader(request, {
      name: nameAt(request),
      path: PATH,
      value: token ?? '',
      maxAgeSeconds: token === undefined ? 0 : SESSION_LIFETIME_MS / SECOND,
    })

  return {
    isWanted: (request) => {
      if (!isWeb(request)) return false
      if (callingPage(request, publicUrl) === 'foreign') throw new Forbidden(ELSEWHERE)
      return true
    },

    read: (request) => {
      const token = readCookie(request, nameAt(request))
      if (token === undefined && isWeb(request)) throw new Unauthorized()
      if (token !== undefined && callingPage(request, publicUrl) !== 'own') throw new Forbidden(ELSEWHERE)
      return token
    },

    keep: (request, { refresh, ...body }) => new Reply(200, body, { 'set-cookie': header(request, refresh) }),

    clear: (request) => new Reply(204, null, { 'set-cookie': header(request, undefined) }),

    header,
  }
}
