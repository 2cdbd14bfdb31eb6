import { type Static, Type } from 'typebox'
import { Nullable, Timestamp, Uuid } from './common.ts'

const ProviderName = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'The name in the settings, in small letters.',
})

export const SignOnProviderReply = Type.Object({
  name: ProviderName,
  label: Type.String({ description: 'What its button says.' }),
  url: Type.String({ description: 'Where a browser begins to sign in; takes `next`.' }),
})
export type SignOnProviderReply = Static<typeof SignOnProviderReply>

export const SignOnParams = Type.Object({ name: ProviderName })

export const SignOnStartQuery = Type.Object({
  next: Type.Optional(
    Type.String({ maxLength: 2_000, description: 'The path to open afterwards; another site leads home.' }),
  ),
})

/** Why a browser comes back to `/login?error=`, or to its account with the same. */
export const SIGN_ON_ERRORS = [
  'provider_unavailable',
  'provider_refused',
  'answer_invalid',
  'state_lost',
  'no_account',
  'account_exists',
  'email_unverified',
  'groups_incomplete',
  'inactive',
  'session_ended',
  'linked_elsewhere',
] as const
export type SignOnError = (typeof SIGN_ON_ERRORS)[number]

export const LinkSignOnBody = Type.Object({ password: Type.String({ minLength: 1, maxLength: 1024 }) })
export const LinkSignOnReply = Type.Object({ url: Type.String({ description: 'Where the browser goes now.' }) })

export const LinkedSignOn = Type.Object({
  id: Uuid,
  provider: ProviderName,
  label: Type.String(),
  email: Type.String({ description: 'As the provider last said; empty if it did not.' }),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
})
export type LinkedSignOn = Static<typeof LinkedSignOn>

export const SignOnSignOutReply = Type.Object({
  url: Nullable(
    Type.String({ description: 'Where to sign out of the provider too; null where there is nothing to do.' }),
  ),
})

export const BackchannelLogoutBody = Type.Object({ logout_token: Type.String({ minLength: 1, maxLength: 20_000 }) })
