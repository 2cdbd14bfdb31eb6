import type { Claims } from '@heddle/domain/identity/provider-claims.ts'
import type { Secret } from '../secrets/secret.ts'

export type SignOnSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Secret
}

/** What has to come back with the answer of the provider. Secret until then. */
export type SignOnChecks = { readonly state: string; readonly nonce: string; readonly verifier: string }

/**
 * `unavailable`: no usable answer. `refused`: it says no, or its user did. `invalid`: its answer does not prove what it
 * should. The detail is for the log.
 */
export type SignOnFailure = {
  readonly ok: false
  readonly reason: 'unavailable' | 'refused' | 'invalid'
  readonly detail: string
}
export type SignOnResult<T> = { readonly ok: true; readonly value: T } | SignOnFailure

/** Whose sessions a provider ended. */
export type LogoutNotice = {
  readonly issuer: string
  readonly subject: string | undefined
  readonly providerSession: string | undefined
  readonly tokenId: string
  readonly expiresAt: Date
}

/** An OpenID provider. Nothing is asked of it before it is needed. */
export type SignOnProvider = {
  /** Where a browser is sent to sign in. */
  readonly begin: (
    redirectUri: string,
  ) => Promise<SignOnResult<{ readonly url: string; readonly checks: SignOnChecks }>>
  /**
   * Redeems the code in the address that the provider sent the browser to; returns verified claims, with those of its
   * profile service where the others lack something.
   */
  readonly finish: (
    callback: URL,
    checks: SignOnChecks,
    lacksSomething: (claims: Claims) => boolean,
  ) => Promise<SignOnResult<Claims>>
  /** Where a browser signs out of the provider; undefined if it does not offer that. */
  readonly endSessionUrl: (returnTo: string) => Promise<SignOnResult<string | undefined>>
  /** Verifies the token of a back-channel sign-out. */
  readonly readLogoutToken: (token: string) => Promise<SignOnResult<LogoutNotice>>
}

/** The providers of an installation, which share what they ask through. */
export type SignOn = {
  readonly providerOf: (settings: SignOnSettings) => SignOnProvider
  readonly close: () => Promise<void>
}
