import {
  OkReply,
  PasswordChangeBody,
  PasswordResetBody,
  PasswordResetConfirmBody,
  TakeBackEmailBody,
  VerifyEmailQuery,
} from '@heddle/contract/auth.ts'
import { Type } from 'typebox'
import { anyone, noTokens, signedIn } from '../../kernel/access.ts'
import { Reply, type Route, routes } from '../../platform/http/route.ts'
import type { AddressTakeBackService } from './address-take-back.service.ts'
import type { EmailVerificationService } from './email-verification.service.ts'
import type { PasswordsService } from './passwords.service.ts'
import type { ResetRequests } from './reset-requests.ts'

type Services = {
  readonly passwords: PasswordsService
  readonly resetRequests: ResetRequests
  readonly verification: EmailVerificationService
  readonly takeBacks: AddressTakeBackService
  /** Base URL of the login page; undefined uses the request's own origin. */
  readonly frontendUrl: string
}

const OK = { status: 'ok' } as const

export function passwordRoutes({
  passwords,
  resetRequests,
  verification,
  takeBacks,
  frontendUrl,
}: Services): readonly Route[] {
  const own = noTokens(signedIn)
  const open = noTokens(anyone)

  return routes('Passwords and addresses', (route) => {
    route.post(
      '/api/auth/password/change/',
      {
        access: own,
        throttle: 'sensitive',
        summary: 'Change your password',
        description:
          'Requires the old password. Ends all your other sessions; this one and your API tokens stay valid.',
        conflicts: {
          directory_account: 'The password is kept in the directory and has to be changed there.',
          provider_account: 'The account signs in with its provider.',
        },
        body: PasswordChangeBody,
        reply: OkReply,
      },
      async ({ caller, body }) => {
        await passwords.change(caller, body.old_password, body.new_password)
        return OK
      },
    )

    route.post(
      '/api/auth/password-reset/',
      {
        access: open,
        throttle: 'login',
        summary: 'Request a reset link',
        description: 'The answer is the same whether or not the address belongs to an account.',
        body: PasswordResetBody,
        reply: OkReply,
      },
      async ({ body }) => {
        await resetRequests.request(body.email)
        return OK
      },
    )

    route.post(
      '/api/auth/password-reset/confirm/',
      {
        access: open,
        summary: 'Set a new password with a link or a code',
        description:
          'Accepts the token of a mailed link, or a code from an administrator, which is valid for 30 minutes. Either works once, and all sessions of the account end.',
        body: PasswordResetConfirmBody,
        reply: OkReply,
      },
      async ({ body }) => {
        await passwords.confirmReset(body)
        return OK
      },
    )

    route.post(
      '/api/auth/email/send-verification/',
      {
        access: own,
        throttle: 'sensitive',
        summary: 'Send a verification link by e-mail',
        description:
          'Goes to the address in your profile. Sending it again extends the links sent before. If you ask too often, no further mail is sent.',
        reply: OkReply,
      },
      async ({ caller }) => {
        await verification.send(caller)
        return OK
      },
    )

    route.post(
      '/api/auth/email/take-back/',
      {
        access: open,
        summary: 'Take a change of the e-mail address back',
        description:
          'Accepts the token of the link that was mailed to the former, verified address when its user changed it. The link works once, for seven days. The former address counts again, as verified; all sessions of the account end, and links that were mailed are void.',
        body: TakeBackEmailBody,
        reply: OkReply,
      },
      async ({ body }) => {
        await takeBacks.takeBack(body.token)
        return OK
      },
    )

    route.get(
      '/api/auth/email/verify/',
      {
        access: open,
        summary: 'Open a verification link',
        description: 'Redirects to the login page with `verified=1` or `verified=0`.',
        query: VerifyEmailQuery,
        reply: Type.Null(),
        status: 302,
      },
      async ({ query }) => {
        const isVerified = await verification.verify(query.token ?? '')
        return new Reply(302, null, { location: `${frontendUrl}/login?verified=${isVerified ? 1 : 0}` })
      },
    )
  })
}
