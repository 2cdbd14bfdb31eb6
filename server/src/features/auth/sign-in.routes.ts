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
import { anyone, noTokens, signedIn } from '../../kernel/access.ts'
import { documented, Reply, type Route, routes } from '../../platform/http/route.ts'
import type { MfaService } from './mfa.service.ts'
import type { RefreshService } from './refresh.service.ts'
import type { SignInReply, SignInService } from './sign-in.service.ts'

const Refused = documented(Detail, 'Unknown account, or invalid token or code.')
const NotThere = documented(Detail, 'Directory login is disabled.')
const Away = documented(ServerErrorBody, 'The directory is not responding.')

type Services = {
  readonly signIn: SignInService
  readonly refreshes: RefreshService
  readonly mfa: MfaService
  readonly hasDirectory: boolean
}

export function signInRoutes({ signIn, refreshes, mfa, hasDirectory }: Services): readonly Route[] {
  const login = {
    access: anyone,
    throttle: 'login',
    body: LoginBody,
    reply: LoginReply,
    otherReplies: { 202: MfaRequiredReply, 401: Refused },
  } as const
  const factor = { access: noTokens(signedIn), throttle: 'sensitive' } as const

  return routes('Authentication', (route) => {
    route.post('/api/auth/login/', { ...login, summary: 'Log in' }, async ({ body }) =>
      presentSignIn(await signIn.login(body.username, body.password)),
    )

    route.post(
      '/api/auth/ldap-login/',
      {
        ...login,
        summary: 'Log in with a directory account',
        otherReplies: { ...login.otherReplies, 404: NotThere, 503: Away },
        isOff: !hasDirectory,
      },
      async ({ body }) => presentSignIn(await signIn.directoryLogin(body.username, body.password)),
    )

    route.post(
      '/api/auth/mfa-login/',
      {
        access: anyone,
        summary: 'Complete a login with the second factor',
        body: MfaLoginBody,
        reply: LoginReply,
        otherReplies: { 401: Refused },
      },
      async ({ body }) => signIn.mfaLogin(body.mfa_token, body.code),
    )

    route.post(
      '/api/auth/token/refresh/',
      {
        access: anyone,
        throttle: 'tokenRefresh',
        summary: 'Get a new access token',
        description:
          'With `rotate` also a new refresh token. The one it replaces stays good for 60 seconds; using it after that ends the session.',
        body: RefreshBody,
        reply: RefreshReply,
        otherReplies: { 401: Refused },
      },
      async ({ body }) => refreshes.refresh(body.refresh, { rotate: body.rotate ?? false }),
    )

    route.post(
      '/api/auth/mfa/setup/',
      {
        ...factor,
        summary: 'Start setting up a second factor',
        description: 'Takes your password while a second factor is enabled, which stays until a code of the new one is verified.',
        body: MfaSetupBody,
        reply: MfaSetupReply,
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
      { access: signedIn, summary: 'Get the status of the second factor', reply: MfaStatusReply },
      async ({ caller }) => mfa.status(caller),
    )

    route.post(
      '/api/auth/mfa/backup-codes/',
      { ...factor, summary: 'Create new backup codes', body: PasswordBody, reply: BackupCodesReply },
      async ({ caller, body }) => mfa.regenerateBackupCodes(caller, body.password),
    )

    route.post(
      '/api/auth/mfa/disable/',
      { ...factor, summary: 'Disable the second factor', body: PasswordBody, reply: MfaDisabledReply },
      async ({ caller, body }) => mfa.disable(caller, body.password),
    )
  })
}

/** 202 while the second factor is still required. */
const presentSignIn = (answer: SignInReply) => ('mfa_required' in answer ? new Reply(202, answer) : answer)
