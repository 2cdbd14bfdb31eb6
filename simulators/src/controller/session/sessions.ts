import { randomBytes } from 'node:crypto'
import { isAtLeast } from './release.ts'

export type Session = { readonly userName: string; readonly startedAt: number; readonly id: string }

type Token = { readonly session: Session; issuedAt: number }

export type SessionSettings = {
  /** `refreshTimeoutSeconds`: a token expires unless refreshed within it. */
  refreshTimeoutSeconds: number
  maximumLifetimeSeconds: number
  /** Some releases accept a logout but keep the session alive. */
  logoutEndsSession: boolean
  /** On at least one release, refresh keeps working after the maximum lifetime while all data calls answer 403. */
  refreshOutlivesSession: boolean
  /** Strict controllers drop the old token on refresh; by default it lives until it times out. */
  refreshEndsOldToken: boolean
}

/** Tokens of one cluster, valid on each of its controllers. */
export class Sessions {
  readonly settings: SessionSettings
  readonly #tokens = new Map<string, Token>()
  readonly #release: string

  constructor(settings: SessionSettings, release: string) {
    this.settings = settings
    this.#release = release
  }

  open(userName: string, now: number): { token: string; session: Session } {
    const session = { userName, startedAt: now, id: randomBytes(16).toString('base64') }
    return { token: this.#issue(session, now), session }
  }

  /** The session behind a token that may read data, or undefined when it has timed out. */
  find(token: string, now: number): Session | undefined {
    const session = this.#fresh(token, now)?.session
    return session && this.#isWithinLifetime(session, now) ? session : undefined
  }

  refresh(token: string, now: number): { token: string; session: Session } | undefined {
    const session = this.#fresh(token, now)?.session
    if (!session || !(this.settings.refreshOutlivesSession || this.#isWithinLifetime(session, now))) return undefined
    if (this.settings.refreshEndsOldToken) this.#tokens.delete(token)
    return { token: this.#issue(session, now), session }
  }

  close(token: string): void {
    if (this.settings.logoutEndsSession) this.#tokens.delete(token)
  }

  revoke(token: string): void {
    this.#tokens.delete(token)
  }

  revokeAll(): void {
    this.#tokens.clear()
  }

  #fresh(token: string, now: number): Token | undefined {
    const known = this.#tokens.get(token)
    return known && now - known.issuedAt < this.settings.refreshTimeoutSeconds * 1000 ? known : undefined
  }

  #isWithinLifetime(session: Session, now: number): boolean {
    return now - session.startedAt < this.settings.maximumLifetimeSeconds * 1000
  }

  #issue(session: Session, now: number): string {
    const token = makeToken(this.#release)
    this.#tokens.set(token, { session, issuedAt: now })
    return token
  }
}

/** Newer releases sign tokens, which start with `eyJ`; older ones are opaque base64. Both may contain `+`, `/`, `=`. */
function makeToken(release: string): string {
  const opaque = randomBytes(190).toString('base64')
  if (!isAtLeast(release, 5, 0)) return opaque
  const header = Buffer.from('{"alg":"RS256","kid":"simulated","typ":"jwt"}').toString('base64')
  return `${header}.${opaque}`
}
