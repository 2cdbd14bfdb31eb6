import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from './api/heddle.ts'

/** The server says in the page whether there are sign-on providers: who has not signed in need not ask then. */
export const hasSignOn = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="heddle-sign-on"]')?.content === 'on'

/** The providers, which change only when the server starts again. */
export const signOnProviders = (heddle: Heddle) =>
  queryOptions({
    queryKey: ['auth', 'oidc'],
    queryFn: ({ signal }) => heddle.auth.oidc.list({ signal }),
    staleTime: Infinity,
  })

const REASONS: Readonly<Record<string, string>> = {
  provider_unavailable: 'The provider is not responding. Try again in a while, or sign in with a password.',
  provider_refused: 'The provider did not sign you in.',
  answer_invalid: 'The answer of the provider could not be verified.',
  state_lost: 'This took too long, or was opened in another browser. Try again.',
  no_account: 'There is no account for you here. Ask an administrator for one.',
  account_exists:
    'An account here has this name or address. Sign in with its password, then link the two under Account.',
  email_unverified: 'The provider has not verified your e-mail address.',
  groups_incomplete: 'You are in too many groups for the provider to list. Ask an administrator.',
  inactive: 'This account is deactivated.',
  session_ended: 'Your session ended before the link was complete. Try again.',
  linked_elsewhere: 'That account of the provider is linked to another account here.',
}

/** Why a sign-in with a provider, or a link to one, failed; undefined if it did not. */
export const signOnFailure = (code: string | undefined): string | undefined =>
  code === undefined ? undefined : (REASONS[code] ?? 'Signing in with the provider failed.')
