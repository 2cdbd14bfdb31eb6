import { randomBytes } from 'node:crypto'
import { isAtLeast } from './release.ts'

export type Session = { readonly userName: string; readonly startedAt: number; readonly id: string }

type Token = { readonly session: Session; issuedAt: number }

export type SessionSettings = {
  /** `refreshTimeoutSeconds`: a token that is not refreshed within it is dead. */
  refreshTimeoutSeconds: number
  maximumLifetimeSeconds: number
  /** Some releases answer a logout and let the session live on. */
  logoutEndsSession: boolean
  /** A release was seen whose refresh goes on working after the maximum lifetime while all data calls give 403. */
  refreshOutlivesSession: boolean
  /** Strict controllers forget the old token at a refresh; by default it lives until its own timeout. */
  refreshEndsOldToken: boolean
}

/** Tokens of one cluster; each of its controllers accepts them. */
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

/** Newer releases give a signed token beginning with `eyJ`, older ones opaque base64; both may hold `+`, `/` and `=`. */
function makeToken(release: string): string {
  const opaque = randomBytes(190).toString('base64')
  if (!isAtLeast(release, 5, 0)) return opaque
  const header = Buffer.from('{"alg":"RS256","kid":"simulated","typ":"jwt"}').toString('base64')
  return `${header}.${opaque}`
}
