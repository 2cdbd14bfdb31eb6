import {
  BackupCodesReply,
  LoginBody,
  LoginReply,
  MfaDisabledReply,
  MfaEnabledReply,
  MfaLoginBody,
  MfaRequiredReply,
  MfaSetupBody,
  MfaSetupReply,
  MfaStatusReply,
  MfaVerifyBody,
  PasswordBody,
  RefreshBody,
  RefreshReply,
} from '@heddle/contract/auth.ts'
import { Detail, ServerErrorBody } from '@heddle/contract/common.ts'
import type { FastifyRequest } from 'fastify'
import { anyone, noTokens, signedIn } from '../../kernel/access.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import { readAll } from '../../kernel/read-all.ts'
import { documented, Reply, type Route, routes } from '../../platform/http/route.ts'
import type { MfaService } from './mfa.service.ts'
import type { RefreshCookie } from './refresh-cookie.routes.ts'
import type { RefreshService } from './refresh.service.ts'
import type { SignInReply } from './sign-in-parts.ts'
import type { SignInService } from './sign-in.service.ts'

const FOR_BROWSERS =
  'With the header `X-Heddle-Web: 1` the refresh token is not in the reply but in a cookie, which no script can read: for our own pages.'
const Refused = documented(Detail, 'Unknown account, or invalid token or code.')
const Elsewhere = documented(Detail, 'The page is of another origin.')
const NotThere = documented(Detail, 'Directory login is disabled.')
const Away = documented(ServerErrorBody, 'The directory is not responding.')

type Services = {
  readonly signIn: SignInService
  readonly refreshes: RefreshService
  readonly mfa: MfaService
  readonly hasDirectory: boolean
  readonly cookie: RefreshCookie
}

export function signInRoutes({ signIn, refreshes, mfa, hasDirectory, cookie }: Services): readonly Route[] {
  const login = {
    access: anyone,
    throttle: 'login',
    body: LoginBody,
    reply: LoginReply,
    otherReplies: { 202: MfaRequiredReply, 401: Refused, 403: Elsewhere },
  } as const
  /** Asked first: nothing is tried for a page of another origin. */
  async function sendSignIn<R extends SignInReply>(request: FastifyRequest, signIn: () => Promise<R>) {
    const isForCookie = cookie.isWanted(request)
    const answer: SignInReply = await signIn()
    // The second factor is still required.
    if ('mfa_required' in answer) return new Reply(202, answer)
    return isForCookie ? cookie.keep(request, answer) : answer
  }
  const factor = { access: noTokens(signedIn), throttle: 'sensitive' } as const

  return routes('Authentication', (route) => {
    route.post(
      '/api/auth/login/',
      {
        ...login,
        summary: 'Log in',
        description: `Answers 202 with \`mfa_token\` if the account has a second factor: complete the login with it. The answer is the same for an unknown account and a wrong password; an account that fails too often is locked for a while, which is a 429. ${FOR_BROWSERS}`,
      },
      async ({ body, request }) => sendSignIn(request, () => signIn.login(body.username, body.password)),
    )

    route.post(
      '/api/auth/ldap-login/',
      {
        ...login,
        summary: 'Log in with a directory account',
        description: `The first login creates the account; every login takes names and groups from the directory. 404 if this installation has no directory. ${FOR_BROWSERS}`,
        otherReplies: { ...login.otherReplies, 404: NotThere, 503: Away },
        isOff: !hasDirectory,
      },
      async ({ body, request }) => sendSignIn(request, () => signIn.directoryLogin(body.username, body.password)),
    )

    route.post(
      '/api/auth/mfa-login/',
      {
        access: anyone,
        summary: 'Complete a login with the second factor',
        description: `Accepts a code of the authenticator or a backup code, which works only once. Too many wrong codes lock the account for a while. ${FOR_BROWSERS}`,
        body: MfaLoginBody,
        reply: LoginReply,
        otherReplies: { 401: Refused, 403: Elsewhere },
      },
      async ({ body, request }) => sendSignIn(request, () => signIn.mfaLogin(body.mfa_token, body.code)),
    )

    route.post(
      '/api/auth/token/refresh/',
      {
        access: anyone,
        throttle: 'tokenRefresh',
        summary: 'Get a new access token',
        description:
          'With `rotate` also a new refresh token. The one it replaces stays good for 60 seconds; using it after that ends the session. Without `refresh` it reads the cookie of a browser session, from our own pages only, and always replaces it.',
        body: RefreshBody,
        reportsFaultsItself: true,
        reply: RefreshReply,
        otherReplies: { 401: Refused, 403: Elsewhere },
      },
      async ({ body, faults, request }) => {
        const { token } = readAll({ token: () => body.refresh ?? cookie.read(request) ?? tokenMissing() }, faults)
        if (body.refresh !== undefined) return body.rotate ? refreshes.rotate(token) : refreshes.refresh(token)
        return cookie.keep(request, await refreshes.rotate(token))
      },
    )

    route.post(
      '/api/auth/mfa/setup/',
      {
        ...factor,
        summary: 'Start setting up a second factor',
        description:
          'Requires your password while a second factor is enabled; that one stays in use until a code of the new one is verified.',
        body: MfaSetupBody,
        reply: MfaSetupReply,
        otherReplies: { 503: Away },
      },
      async ({ caller, body }) => mfa.setUp(caller, body.password),
    )

    route.post(
      '/api/auth/mfa/verify/',
      {
        ...factor,
        summary: 'Enable the second factor',
        description: 'Ends all your other sessions.',
        body: MfaVerifyBody,
        reply: MfaEnabledReply,
      },
      async ({ caller, body }) => mfa.verify(caller, body.code),
    )

    route.get(
      '/api/auth/mfa/status/',
      {
        access: signedIn,
        summary: 'Get the status of the second factor',
        description:
          'Whether it is enabled, and how many backup codes are left. The codes themselves are never shown again.',
        reply: MfaStatusReply,
      },
      async ({ caller }) => mfa.status(caller),
    )

    route.post(
      '/api/auth/mfa/backup-codes/',
      {
        ...factor,
        summary: 'Create new backup codes',
        description:
          'Requires your password. The old codes stop working at once; the eight new ones are shown only in this answer.',
        body: PasswordBody,
        reply: BackupCodesReply,
        otherReplies: { 503: Away },
      },
      async ({ caller, body }) => mfa.regenerateBackupCodes(caller, body.password),
    )

    route.post(
      '/api/auth/mfa/disable/',
      {
        ...factor,
        summary: 'Disable the second factor',
        description: 'Requires your password. The authenticator and all backup codes stop working at once.',
        body: PasswordBody,
        reply: MfaDisabledReply,
        otherReplies: { 503: Away },
      },
      async ({ caller, body }) => mfa.disable(caller, body.password),
    )
  })
}

function tokenMissing(): never {
  throw new FieldErrors({ refresh: ['This field is required.'] })
}
