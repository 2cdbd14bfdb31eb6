import * as client from 'openid-client'
import { SECOND } from '../../kernel/durations.ts'
import type { Claims } from '@heddle/domain/identity/provider-claims.ts'
import { createLogoutVerifier, type LogoutVerifier } from './logout-token.ts'
import { createProviderFetch, type ProviderFetch, type ProviderFetchOptions } from './provider-fetch.ts'
import { providerFailure } from './sign-on-failure.ts'
import type { SignOn, SignOnChecks, SignOnProvider, SignOnResult, SignOnSettings } from './sign-on.ts'

type Discovered = { readonly config: client.Configuration; readonly logout: LogoutVerifier }

/** Opens what all requests to sign-on providers go through. */
export function openSignOn(options: ProviderFetchOptions): SignOn {
  const wire = createProviderFetch(options)
  return { providerOf: (settings) => createProvider(settings, wire), close: wire.close }
}

/** After a failed discovery the provider is left alone for this long. */
const PAUSE_MS = 5 * SECOND
/** The description of a provider is read again after this. */
const FRESH_MS = 3_600 * SECOND

function createProvider(settings: SignOnSettings, wire: ProviderFetch): SignOnProvider {
  const discover = rememberSuccess(() => discoverProvider(settings, wire))
  const attempt = async <T>(work: (discovered: Discovered) => Promise<T>): Promise<SignOnResult<T>> => {
    try {
      return { ok: true, value: await work(await discover()) }
    } catch (error: unknown) {
      return providerFailure(error)
    }
  }

  return {
    begin: (redirectUri) => attempt(({ config }) => beginSignOn(config, redirectUri)),
    finish: (callback, checks, lacksSomething) =>
      attempt(({ config }) => finishSignOn(config, callback, checks, lacksSomething)),
    endSessionUrl: (returnTo) =>
      attempt(async ({ config }) => {
        if (config.serverMetadata().end_session_endpoint === undefined) return undefined
        // Without the token of the sign-in as a hint: tokens do not belong into addresses.
        return client.buildEndSessionUrl(config, { post_logout_redirect_uri: returnTo }).href
      }),
    readLogoutToken: (token) => attempt(({ logout }) => logout(token)),
  }
}

/** One discovery at a time. A failed one is not repeated at once: everybody who waits gets its failure. */
function rememberSuccess<T>(work: () => Promise<T>): () => Promise<T> {
  let known: { readonly value: Promise<T>; readonly until: number } | undefined
  return () => {
    const now = performance.now()
    if (known === undefined || now > known.until) {
      const value = work()
      known = { value, until: now + FRESH_MS }
      // The caller gets the error; this only shortens how long it is kept.
      value.catch(() => void (known = { value, until: performance.now() + PAUSE_MS }))
    }
    return known.value
  }
}

async function discoverProvider(
  { issuer, clientId, clientSecret }: SignOnSettings,
  wire: ProviderFetch,
): Promise<Discovered> {
  const isPlain = new URL(issuer).protocol === 'http:'
  const config = await client.discovery(new URL(issuer), clientId, undefined, authenticateBy(clientSecret.reveal()), {
    [client.customFetch]: wire.fetch,
    // Tokens are checked against the keys of the provider, not only by who sent them.
    // oxlint-disable-next-line typescript/no-deprecated -- only for a provider on this machine
    execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
  })
  return { config, logout: createLogoutVerifier(config.serverMetadata(), clientId, wire) }
}

/** In the body where the provider takes it: not all agree on how a header spells special characters. */
function authenticateBy(secret: string): client.ClientAuth {
  const inBody = client.ClientSecretPost(secret)
  const inHeader = client.ClientSecretBasic(secret)
  return (server, ...rest) => {
    const takesBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false
    const authenticate = takesBody ? inBody : inHeader
    authenticate(server, ...rest)
  }
}

async function beginSignOn(config: client.Configuration, redirectUri: string) {
  const checks: SignOnChecks = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  }
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: scopeOf(config),
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, checks }
}

/** A provider that lists its scopes may refuse others; groups are a scope of their own in some. */
function scopeOf(config: client.Configuration): string {
  const offered = config.serverMetadata().scopes_supported
  const isOffered = (scope: string) => offered?.includes(scope) ?? scope !== 'groups'
  return ['openid', ...['profile', 'email', 'groups'].filter(isOffered)].join(' ')
}

async function finishSignOn(
  config: client.Configuration,
  callback: URL,
  { state, nonce, verifier }: SignOnChecks,
  lacksSomething: (claims: Claims) => boolean,
): Promise<Claims> {
  const tokens = await client.authorizationCodeGrant(config, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims: Claims = { ...tokens.claims() }
  if (!lacksSomething(claims) || config.serverMetadata().userinfo_endpoint === undefined) return claims
  // Not signed, but fetched from the provider, and about the same subject.
  const more: Claims = await client.fetchUserInfo(config, tokens.access_token, String(claims.sub))
  return { ...more, ...claims }
}
