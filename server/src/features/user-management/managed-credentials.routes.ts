import { OkReply, OpenSession } from '@heddle/contract/auth.ts'
import { IntegerParams } from '@heddle/contract/common.ts'
import { ManagedUser, ResetCodeReply, ResetPasswordBody, SessionOfUserParams } from '@heddle/contract/users.ts'
import { Type } from 'typebox'
import { admin, noTokens } from '../../kernel/access.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import { LAST, SUPERUSERS, USERS } from './route-words.ts'
import type { UserManagementService } from './user-management.service.ts'

const DIRECTORY = {
  directory_account: 'The password is kept in the directory.',
  provider_account: 'The account signs in with its provider.',
}

/** What an administrator does about how another user signs in. */
export function managedCredentialRoutes(management: UserManagementService): readonly Route[] {
  const write = noTokens(admin)
  const change = { params: IntegerParams, reply: ManagedUser, access: write } as const
  const sensitive = { ...change, throttle: 'sensitive' } as const

  return routes('User management', (route) => {
    route.post(
      `${USERS}:id/reset_password/`,
      {
        ...sensitive,
        summary: 'Set a password, or force a reset by e-mail',
        refusal: SUPERUSERS,
        conflicts: { ...LAST, ...DIRECTORY },
        description:
          'Ends all sessions of the user. Without `new_password` the old password stops working and a link is mailed.',
        body: ResetPasswordBody,
        reply: OkReply,
      },
      async ({ caller, params, body }) => {
        await management.resetPassword(caller, params.id, body.new_password)
        return { status: 'ok' }
      },
    )

    route.post(
      `${USERS}:id/generate_reset_code/`,
      {
        ...sensitive,
        summary: 'Create a one-time reset code',
        description:
          'Valid once, for 30 minutes; a new code replaces the old one. It is shown only in this answer: read it out to the user.',
        refusal: SUPERUSERS,
        conflicts: DIRECTORY,
        reply: ResetCodeReply,
      },
      async ({ caller, params }) => management.generateResetCode(caller, params.id),
    )

    route.post(
      `${USERS}:id/verify_email/`,
      {
        ...change,
        summary: 'Mark the address as verified',
        description:
          "For an administrator who knows that the address is the user's. Links mailed to another address stop working.",
        refusal: SUPERUSERS,
      },
      async ({ caller, params }) => management.verifyEmail(caller, params.id),
    )

    route.post(
      `${USERS}:id/disable_mfa/`,
      {
        ...sensitive,
        summary: 'Disable the second factor',
        description:
          'For a user who lost the device. Authenticator and backup codes stop working; the password stays, and the user is notified.',
        refusal: SUPERUSERS,
      },
      async ({ caller, params }) => management.disableMfa(caller, params.id),
    )

    route.get(
      `${USERS}:id/sessions/`,
      {
        access: write,
        summary: 'List the sessions of a user',
        description:
          'Those that have not ended, at most 200: your current one first if it is yours, then those used last.',
        params: IntegerParams,
        reply: Type.Array(OpenSession),
      },
      async ({ caller, params }) => management.sessions(caller, params.id),
    )

    route.delete(
      `${USERS}:id/sessions/:session/`,
      {
        access: write,
        throttle: 'sensitive',
        summary: 'End one session of a user',
        refusal: SUPERUSERS,
        description: 'Its tokens are refused from the next request on, and its sockets are closed. The others go on.',
        params: SessionOfUserParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ caller, params }) => management.endSession(caller, params),
    )

    route.post(
      `${USERS}:id/end_sessions/`,
      {
        access: write,
        throttle: 'sensitive',
        summary: 'End all sessions of a user',
        refusal: SUPERUSERS,
        description: 'API tokens stay valid.',
        params: IntegerParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ caller, params }) => management.endSessions(caller, params.id),
    )
  })
}
