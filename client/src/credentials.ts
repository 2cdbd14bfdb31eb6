import { HeddleError } from './heddle-error.ts'

/** The tokens of a session, as a login returns them. */
export type SessionTokens = { readonly access: string; readonly refresh: string }

export type CredentialOptions = {
  /** An API token. */
  readonly token?: string
  /** A session from an earlier sign-in. */
  readonly session?: SessionTokens
  /** Called with the session whenever it changes, to store it; with undefined once it has ended. */
  readonly onSession?: (session: SessionTokens | undefined) => void
}

/** Sends a refresh token and returns a new access token, or undefined when the session has ended. */
export type Refresh = (refresh: string) => Promise<string | undefined>

/** What requests are authorized with. */
export type ClientCredentials = {
  readonly access: () => string | undefined
  readonly set: (session: SessionTokens | undefined) => void
  /**
   * After a 401 for `used`: true if the request is worth repeating with another access token. Requests that fail
   * together refresh only once.
   */
  readonly renew: (used: string | undefined) => Promise<boolean>
}

/** An API token, or a session whose access token is replaced when it expires. */
export function createClientCredentials(
  { token, session: first, onSession }: CredentialOptions,
  refresh: Refresh,
): ClientCredentials {
  if (token !== undefined && first !== undefined) throw new HeddleError('Give a token or a session, not both.', 0)
  let session = first
  let refreshing: Promise<boolean> | undefined

  function set(next: SessionTokens | undefined): void {
    session = next
    onSession?.(next)
  }

  async function renewNow({ refresh: refreshToken }: SessionTokens): Promise<boolean> {
    const access = await refresh(refreshToken)
    set(access === undefined ? undefined : { access, refresh: refreshToken })
    return access !== undefined
  }

  return {
    access: () => token ?? session?.access,
    set,
    renew: async (used) => {
      if (session === undefined) return false
      if (session.access !== used) return true
      refreshing ??= renewNow(session).finally(() => (refreshing = undefined))
      return refreshing
    },
  }
}
