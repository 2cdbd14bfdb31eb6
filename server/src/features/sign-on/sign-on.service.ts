import type { LinkedSignOn, SignOnError, SignOnProviderReply } from '@heddle/contract/sign-on.ts'
import { pathAfterSignIn } from '@heddle/domain/identity/path-after-sign-in.ts'
import type { SignOnFailure } from '../../adapters/sign-on/sign-on.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors, OUTAGE_RETRY_MS, ServiceUnavailable } from '../../kernel/errors.ts'
import { type Callback, finishSignOn, signOnDigest, type Landing } from './finish-sign-on.ts'
import { requireLinkable, unlinkIdentity } from './link-sign-on.ts'
import { CHECKS_LIFETIME_MS, sealBegun } from './sealed-checks.ts'
import { callbackOf, signOnPath, providerNamed, type SignOnParts } from './sign-on-parts.ts'
import { presentLinked } from './sign-on.presenter.ts'
import { deleteExpiredSpent, listIdentities, providerOfSession, sessionsThatEnd, spendOnce } from './sign-on.store.ts'

/** Where the browser goes, and what it brings back; nothing if it cannot go there. */
export type Departure = { readonly url: string; readonly sealed: string | undefined }

export type SignOnService = {
  readonly list: () => readonly SignOnProviderReply[]
  /** Sends a browser to a provider, or back to the sign-in page when the provider does not answer. */
  readonly start: (name: string, next: string | undefined) => Promise<Departure>
  readonly finish: (name: string, callback: Callback) => Promise<Landing>
  readonly startLink: (caller: Caller, name: string, password: string) => Promise<Departure>
  readonly linked: (caller: Caller) => Promise<LinkedSignOn[]>
  readonly unlink: (caller: Caller, id: string) => Promise<null>
  /** Ends the session; returns where to sign out of the provider that opened it, if it offers that. */
  readonly signOut: (caller: Caller) => Promise<{ url: string | null }>
  /** A provider says that somebody signed out there. */
  readonly endFromProvider: (name: string, logoutToken: string) => Promise<void>
  readonly deleteExpired: () => Promise<void>
}

const ACCOUNT_PAGE = '/auth/profile'

/** Signing in with OpenID providers. */
export function createSignOnService(parts: SignOnParts): SignOnService {
  return {
    list: () =>
      [...parts.providers.values()].map(({ name, label }) => ({ name, label, url: `${signOnPath(name)}start/` })),
    start: (name, next) => start(parts, name, next),
    finish: (name, callback) => finishSignOn(parts, name, callback),
    startLink: (caller, name, password) => startLink(parts, caller, name, password),
    linked: async ({ id }) =>
      (await listIdentities(parts.database.db, id)).map((row) => presentLinked(row, parts.providers)),
    unlink: (caller, id) => unlinkIdentity(parts, caller, id),
    signOut: (caller) => signOut(parts, caller),
    endFromProvider: (name, token) => endFromProvider(parts, name, token),
    deleteExpired: () => deleteExpiredSpent(parts.database.db, parts.clock.now()),
  }
}

async function begin(
  parts: SignOnParts,
  name: string,
  next: string,
  linksTo?: string,
): Promise<Departure | SignOnFailure> {
  const provider = providerNamed(parts, name)
  const begun = await provider.client.begin(callbackOf(parts, provider))
  if (!begun.ok) {
    parts.logger.warn({ provider: name, reason: begun.reason, detail: begun.detail }, 'a sign-on provider is unusable')
    return begun
  }
  const expiresAt = new Date(parts.clock.now().getTime() + CHECKS_LIFETIME_MS)
  const { url, checks } = begun.value
  return { url, sealed: sealBegun(parts.secrets, name, { checks, next, linksTo, expiresAt }) }
}

async function start(parts: SignOnParts, name: string, next: string | undefined): Promise<Departure> {
  const departure = await begin(parts, name, pathAfterSignIn(next))
  if (!('ok' in departure)) return departure
  const error: SignOnError = 'provider_unavailable'
  return { url: `${parts.frontendUrl}/login?error=${error}`, sealed: undefined }
}

async function startLink(parts: SignOnParts, caller: Caller, name: string, password: string): Promise<Departure> {
  providerNamed(parts, name)
  await requireLinkable(parts, caller, password)
  const departure = await begin(parts, name, ACCOUNT_PAGE, caller.credential.id)
  if ('ok' in departure) throw new ServiceUnavailable('The provider is not responding.', OUTAGE_RETRY_MS)
  await parts.audit.record(parts.database.db, {
    action: 'sign_on_link',
    description: `${caller.username} began to link an account of "${name}"`,
    target: { type: 'user', id: caller.id },
    metadata: { provider: name, step: 'begun' },
  })
  return departure
}

async function signOut(parts: SignOnParts, caller: Caller): Promise<{ url: string | null }> {
  const { database, ownSessions, providers, frontendUrl, logger } = parts
  const name = await providerOfSession(database.db, caller.credential.id)
  await ownSessions.signOut(caller, { all: false })
  const provider = name === undefined ? undefined : providers.get(name)
  if (!provider) return { url: null }
  const found = await provider.client.endSessionUrl(`${frontendUrl}/login`)
  if (!found.ok) logger.info({ provider: name, detail: found.detail }, 'could not ask where to sign out')
  return { url: found.ok ? (found.value ?? null) : null }
}

async function endFromProvider(parts: SignOnParts, name: string, logoutToken: string): Promise<void> {
  const { database, sessions, audit, logger } = parts
  const { client, label } = providerNamed(parts, name)
  const read = await client.readLogoutToken(logoutToken)
  if (!read.ok && read.reason === 'unavailable')
    throw new ServiceUnavailable('The keys of the provider cannot be read.', OUTAGE_RETRY_MS)
  if (!read.ok) {
    logger.info({ provider: name, detail: read.detail }, 'rejected a logout token')
    throw refusedToken()
  }
  await database.transaction(async (tx) => {
    const { issuer, tokenId, expiresAt, ...who } = read.value
    if (!(await spendOnce(tx, signOnDigest('logout', issuer, tokenId), expiresAt))) throw refusedToken()
    const ended = await sessionsThatEnd(tx, { issuer, ...who })
    for (const session of ended) await sessions.end(tx, session)
    await audit.record(tx, {
      action: 'session_end',
      description: `${label} ended ${ended.length} of the sessions that it had opened`,
      metadata: { provider: name, usernames: [...new Set(ended.map(({ username }) => username))] },
    })
  })
}

const refusedToken = () => new FieldErrors({ logout_token: ['The token is not valid, or was used before.'] })
