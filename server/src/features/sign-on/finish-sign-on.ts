import { createHash } from 'node:crypto'
import type { SignOnError } from '@heddle/contract/sign-on.ts'
import { type Claims, type ProviderIdentity, readProviderClaims } from '@heddle/domain/identity/provider-claims.ts'
import { matchingValue } from '@heddle/domain/identity/provisioned-match.ts'
import type { SignOnFailure } from '../../adapters/sign-on/sign-on.ts'
import { linkIdentity } from './link-sign-on.ts'
import { followIdentity, retryOnce, type SigningIn } from './provider-accounts.ts'
import { type BegunSignOn, openBegun } from './sealed-checks.ts'
import { callbackOf, type Provider, providerNamed, type SignOnParts } from './sign-on-parts.ts'
import { insertSignOnSession, spendOnce } from './sign-on.store.ts'

export type Callback = {
  /** The cookie of the browser, as it sent it. */
  readonly sealed: string | undefined
  /** With its question mark. */
  readonly query: string
}

/** Where the browser goes, and with which refresh token, if it signed in. */
export type Landing = { readonly url: string; readonly refresh?: string }

/** Ends what `begin` began. Whatever goes wrong leads back to a page that says so. */
export async function finishSignOn(parts: SignOnParts, name: string, callback: Callback): Promise<Landing> {
  const provider = providerNamed(parts, name)
  const begun = openBegun(parts.secrets, name, callback.sealed, parts.clock.now())
  if (!begun || !(await isFirstUse(parts, begun, callback))) return failed(parts, provider, begun, 'state_lost')
  const answer = await provider.client.finish(
    new URL(`${callbackOf(parts, provider)}${callback.query}`),
    begun.checks,
    (claims) => lacksSomething(provider, claims),
  )
  if (!answer.ok) return failed(parts, provider, begun, errorOf(answer), answer.detail)
  const identity = readProviderClaims(answer.value, provider.groupsClaim)
  if (!identity) return failed(parts, provider, begun, 'answer_invalid', 'no usable subject')
  return begun.linksTo === undefined
    ? signIn(parts, provider, begun, {
        ...identity,
        provisioned: provider.scimMatch && matchingValue(provider.scimMatch, answer.value),
      })
    : link(parts, provider, begun, identity, begun.linksTo)
}

const errorOf = ({ reason }: SignOnFailure): SignOnError =>
  reason === 'unavailable' ? 'provider_unavailable' : reason === 'refused' ? 'provider_refused' : 'answer_invalid'

/** Whether the answer is to this browser's question, and the first one: an address in a log opens nothing later. */
async function isFirstUse({ database }: SignOnParts, { checks, expiresAt }: BegunSignOn, { query }: Callback) {
  if (new URLSearchParams(query).get('state') !== checks.state) return false
  return database.transaction((tx) => spendOnce(tx, signOnDigest('state', checks.state), expiresAt))
}

export const signOnDigest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

function lacksSomething({ groups, groupsClaim }: Provider, claims: Claims): boolean {
  return claims.email === undefined || (groups !== undefined && claims[groupsClaim] === undefined)
}

async function signIn(
  parts: SignOnParts,
  provider: Provider,
  begun: BegunSignOn,
  identity: SigningIn,
): Promise<Landing> {
  const { database, welcomeUser, tokens, clock, frontendUrl } = parts
  const refresh = await retryOnce(() =>
    database.transaction(async (tx) => {
      const found = await followIdentity(parts, tx, provider, identity)
      if (typeof found === 'string') return found
      const pair = await welcomeUser(tx, found.user, `oidc:${provider.name}`)
      const { sessionId } = tokens.verify('refresh', pair.refresh, clock.now())!
      const { identityId } = found
      await insertSignOnSession(tx, { sessionId, identityId, providerSession: identity.providerSession ?? null })
      return { token: pair.refresh }
    }),
  )
  return typeof refresh === 'string'
    ? failed(parts, provider, begun, refresh, identity.subject, identity.username)
    : { url: `${frontendUrl}${begun.next}`, refresh: refresh.token }
}

async function link(
  parts: SignOnParts,
  provider: Provider,
  begun: BegunSignOn,
  identity: ProviderIdentity,
  sessionId: string,
): Promise<Landing> {
  const error = await linkIdentity(parts, provider, identity, sessionId)
  return error === undefined
    ? { url: `${parts.frontendUrl}${begun.next}` }
    : failed(parts, provider, begun, error, identity.subject)
}

/** What failed while signing in is a failed sign-in; a link that failed is none. */
async function failed(
  parts: SignOnParts,
  provider: Provider,
  begun: BegunSignOn | undefined,
  error: SignOnError,
  detail = '',
  username = '',
): Promise<Landing> {
  const { logger, database, audit, frontendUrl } = parts
  logger.info({ provider: provider.name, error, detail }, 'sign-on rejected')
  const isLink = begun?.linksTo !== undefined
  if (!isLink) {
    await database.transaction(async (tx) => {
      await audit.recordLoginAttempt(tx, { username, success: false, failureReason: error })
      await audit.record(tx, {
        action: 'user_login_failed',
        description: `Sign-in with ${provider.label} was rejected`,
        metadata: { reason: error, provider: provider.name },
        actor: { userId: null, username },
      })
    })
  }
  return { url: isLink ? `${frontendUrl}${withError(begun.next, error)}` : `${frontendUrl}/login?error=${error}` }
}

function withError(next: string, error: SignOnError): string {
  const url = new URL(next, 'http://ours.invalid')
  url.searchParams.set('error', error)
  return url.pathname + url.search + url.hash
}
