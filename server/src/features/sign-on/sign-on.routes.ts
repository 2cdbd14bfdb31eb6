import { ServerErrorBody, UuidParams } from '@heddle/contract/common.ts'
import {
  BackchannelLogoutBody,
  LinkedSignOn,
  LinkSignOnBody,
  LinkSignOnReply,
  SignOnParams,
  SignOnProviderReply,
  SignOnSignOutReply,
  SignOnStartQuery,
} from '@heddle/contract/sign-on.ts'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { SECOND } from '../../kernel/durations.ts'
import { anyone, noTokens, signedIn } from '../../kernel/access.ts'
import { cookieHeader, cookieName, readCookie } from '../../platform/http/cookies.ts'
import { documented, Reply, type Route, routes } from '../../platform/http/route.ts'
import type { RefreshCookie } from '../auth/index.ts'
import { CHECKS_LIFETIME_MS } from './sealed-checks.ts'
import { signOnPath } from './sign-on-parts.ts'
import type { SignOnService } from './sign-on.service.ts'

type Parts = {
  readonly signOn: SignOnService
  readonly refreshCookie: RefreshCookie
  readonly publicUrl: string | undefined
  readonly isOff: boolean
}

const OIDC = '/api/auth/oidc/'
const LINKED = '/api/auth/linked-sign-ins/'
const COOKIE = 'heddle_sign_on'
const Away = documented(ServerErrorBody, 'The provider is not responding.')
const UNKNOWN = 'There is no provider of this name.'
const LOCAL = { not_local: 'The account has no password here.' }
const FORM = 'application/x-www-form-urlencoded'

export function signOnRoutes(parts: Parts): readonly Route[] {
  return [...browserRoutes(parts), ...accountRoutes(parts)]
}

/** What only the browser that began a sign-in holds. It is sent along when the provider leads that browser back. */
const checksCookie = (publicUrl: string | undefined) => ({
  read: (request: FastifyRequest): string | undefined => readCookie(request, cookieName(COOKIE, request, publicUrl)),

  header: (request: FastifyRequest, provider: string, sealed: string | undefined): string =>
    cookieHeader(request, {
      name: cookieName(COOKIE, request, publicUrl),
      value: sealed ?? '',
      path: signOnPath(provider),
      maxAgeSeconds: sealed === undefined ? 0 : CHECKS_LIFETIME_MS / SECOND,
      sameSite: 'Lax',
    }),
})

/**
 * Lets the page that opens now look for the session, of whose cookie it can know nothing. Another installation on the
 * host may see it too: looking once too often does no harm.
 */
const arrivedCookie = (request: FastifyRequest): string =>
  cookieHeader(request, { name: 'heddle_arrived', value: '1', path: '/', maxAgeSeconds: 60, isReadable: true })

function browserRoutes({ signOn, refreshCookie, publicUrl, isOff }: Parts): readonly Route[] {
  const checks = checksCookie(publicUrl)
  return routes('Sign-on', (route) => {
    route.get(
      OIDC,
      {
        access: anyone,
        summary: 'List the sign-on providers',
        description: 'What the sign-in page offers beside a name and a password; empty without any.',
        reply: Type.Array(SignOnProviderReply),
      },
      async () => [...signOn.list()],
    )

    route.get(
      `${OIDC}:name/start/`,
      {
        access: anyone,
        isOff,
        missing: UNKNOWN,
        summary: 'Begin to sign in with a provider',
        description:
          'For browsers: redirects to the provider, and sets a cookie for ten minutes that only the answer of the provider can be used with. If the provider does not answer, it redirects to `/login?error=provider_unavailable`.',
        params: SignOnParams,
        query: SignOnStartQuery,
        reply: Type.Null(),
        status: 302,
      },
      async ({ params, query, request }) => {
        const { url, sealed } = await signOn.start(params.name, query.next)
        return new Reply(302, null, { location: url, 'set-cookie': checks.header(request, params.name, sealed) })
      },
    )

    route.get(
      `${OIDC}:name/callback/`,
      {
        access: anyone,
        isOff,
        missing: UNKNOWN,
        summary: 'Finish a sign-in with a provider',
        description:
          'Where a provider sends browsers. Sets the cookie of a browser session and redirects to `next`, or to `/login?error=` with one of `provider_unavailable`, `provider_refused`, `answer_invalid`, `state_lost`, `no_account`, `account_exists`, `email_unverified`, `groups_incomplete`, `inactive`. For a link it redirects to the account, with `error` if it failed.',
        params: SignOnParams,
        reply: Type.Null(),
        status: 302,
      },
      async ({ params, request }) => {
        const at = request.url.indexOf('?')
        const query = at === -1 ? '' : request.url.slice(at)
        const { url, refresh } = await signOn.finish(params.name, { sealed: checks.read(request), query })
        const cookies = [checks.header(request, params.name, undefined)]
        if (refresh !== undefined) cookies.push(refreshCookie.header(request, refresh), arrivedCookie(request))
        return new Reply(302, null, { location: url, 'set-cookie': cookies })
      },
    )

    route.post(
      `${OIDC}:name/logout/`,
      {
        access: anyone,
        isOff,
        missing: UNKNOWN,
        summary: 'Take note of a sign-out at a provider',
        description:
          'OpenID Connect Back-Channel Logout: a provider sends a signed token, and the sessions that it means end at once. A token counts once.',
        params: SignOnParams,
        body: BackchannelLogoutBody,
        bodyReaders: { [FORM]: async (text) => Object.fromEntries(new URLSearchParams(text)) },
        reply: Type.Null(),
        status: 204,
        otherReplies: { 503: Away },
      },
      async ({ params, body }) => {
        await signOn.endFromProvider(params.name, body.logout_token)
        return null
      },
    )
  })
}

function accountRoutes({ signOn, refreshCookie, publicUrl, isOff }: Parts): readonly Route[] {
  const checks = checksCookie(publicUrl)
  const own = { access: noTokens(signedIn), isOff } as const
  return routes('Sign-on', (route) => {
    route.get(
      LINKED,
      {
        ...own,
        summary: 'List your linked sign-ins',
        description: 'The accounts of providers that sign in as you, the first one first.',
        reply: Type.Array(LinkedSignOn),
      },
      async ({ caller }) => signOn.linked(caller),
    )

    route.delete(
      `${LINKED}:id/`,
      {
        ...own,
        summary: 'Unlink a sign-in',
        description:
          'That account of the provider no longer signs in as you; the other sessions that it opened end at once.',
        conflicts: LOCAL,
        params: UuidParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ caller, params }) => signOn.unlink(caller, params.id),
    )

    route.post(
      `${OIDC}:name/link/`,
      {
        ...own,
        throttle: 'sensitive',
        missing: UNKNOWN,
        summary: 'Begin to link an account of a provider',
        description:
          'Takes your password, and sets the same cookie as a sign-in. The browser then goes to the answered address; the provider leads it back to your account.',
        conflicts: LOCAL,
        params: SignOnParams,
        body: LinkSignOnBody,
        reply: LinkSignOnReply,
        otherReplies: { 503: Away },
      },
      async ({ caller, params, body, request }) => {
        const { url, sealed } = await signOn.startLink(caller, params.name, body.password)
        return new Reply(200, { url }, { 'set-cookie': checks.header(request, params.name, sealed) })
      },
    )

    route.post(
      `${OIDC}sign-out/`,
      {
        ...own,
        summary: 'Sign out here and at the provider',
        description:
          'Ends your session at once, like `POST /api/auth/logout/`, and answers where the browser signs out of the provider that opened it, if that provider offers it.',
        reply: SignOnSignOutReply,
      },
      async ({ caller, request }) =>
        new Reply(200, await signOn.signOut(caller), { 'set-cookie': refreshCookie.header(request, undefined) }),
    )
  })
}
