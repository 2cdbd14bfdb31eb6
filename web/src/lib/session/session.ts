import type { ClientCredentials } from '@heddle/client'
import { createStore } from 'zustand/vanilla'
import { oneTabAtATime, openTabChannel, type TabMessage } from './tab-channel.ts'

/**
 * `ended`: the server no longer knows the session, or it was idle for too long. `signed-out`: its user ended it here;
 * `left`: in another tab. A page that was open when a session ended or was left waits until its user is back.
 */
export type SessionState = 'starting' | 'signed-in' | 'signed-out' | 'left' | 'ended'

/** Asks for an access token with the cookie of the session; undefined when there is no session. */
type Renew = () => Promise<string | undefined>

const RENEW_BEFORE_MS = 60_000
/** Says only that a session may exist, so that visitors without one cause no refused request. */
const HINT = 'heddle-signed-in'

type Facts = { readonly state: SessionState; readonly access: string | undefined }
type Means = { readonly renew: Renew; readonly storage: Storage; readonly openChannel?: typeof openTabChannel }

/**
 * A session whose refresh token is a cookie that no script can read. The access token is in memory only; the tabs of a
 * browser share it, so that only one of them renews it.
 */
export class BrowserSession {
  readonly #askForAccess: Renew
  readonly #storage: Storage
  readonly #tell: (message: TabMessage) => void
  readonly store = createStore<Facts>(() => ({ state: 'starting', access: undefined }))
  #owner: string | undefined
  #changes = 0
  #renewing: Promise<boolean> | undefined

  constructor({ renew, storage, openChannel = openTabChannel }: Means) {
    this.#askForAccess = renew
    this.#storage = storage
    this.#tell = openChannel((message) => this.#hear(message))
  }

  readonly state = (): SessionState => this.store.getState().state

  /** Continues the session of an earlier visit, if there is one. */
  async start(): Promise<void> {
    const isKnown = this.#storage.getItem(HINT) !== null && (await this.#renewNow(undefined).catch(() => false))
    if (!isKnown) this.#become('signed-out', undefined)
  }

  signedIn(token: string): void {
    this.#become('signed-in', token)
    this.#tell({ kind: 'renewed', access: token })
  }

  signedOut(): void {
    this.#become('signed-out', undefined)
    this.#owner = undefined
    this.#tell({ kind: 'signed-out' })
  }

  /** It was idle for too long. */
  end(): void {
    this.#become('ended', undefined)
    this.#tell({ kind: 'ended' })
  }

  /** Whether somebody else has signed in than the one whose pages are open. */
  isOfSomebodyElse(): boolean {
    return this.#access !== undefined && this.#owner !== undefined && claimsOf(this.#access).sub !== this.#owner
  }

  /** Whether the access token ends soon, so that the next input of the user should renew it. */
  endsSoon(now: number): boolean {
    return this.#access !== undefined && claimsOf(this.#access).exp * 1000 - now < RENEW_BEFORE_MS
  }

  renewSoon(): Promise<boolean> {
    return this.#renew(this.#access)
  }

  readonly credentials: ClientCredentials = {
    access: () => this.#access,
    set: () => undefined,
    renew: (used) => this.#renew(used),
  }

  #become(next: SessionState, token: string | undefined): void {
    this.#changes += 1
    if (token === undefined) this.#storage.removeItem(HINT)
    else {
      this.#storage.setItem(HINT, '1')
      this.#owner ??= claimsOf(token).sub
    }
    this.store.setState({ state: next, access: token })
  }

  get #access(): string | undefined {
    return this.store.getState().access
  }

  #hear(message: TabMessage): void {
    if (message.kind !== 'renewed') {
      if (this.state() === 'signed-in') this.#become(message.kind === 'ended' ? 'ended' : 'left', undefined)
    } else if (message.access !== undefined) this.#become('signed-in', message.access)
    else if (this.state() !== 'signed-in') void this.#renewNow(undefined).catch(() => false)
  }

  async #renew(used: string | undefined): Promise<boolean> {
    if (this.state() === 'signed-out' || this.state() === 'left' || this.state() === 'ended') return false
    if (this.#access !== undefined && this.#access !== used) return true
    this.#renewing ??= this.#renewNow(used).finally(() => (this.#renewing = undefined))
    return this.#renewing
  }

  async #renewNow(used: string | undefined): Promise<boolean> {
    return oneTabAtATime('heddle-renew', async () => {
      // Another tab was faster.
      if (this.#access !== undefined && this.#access !== used) return true
      const before = this.#changes
      const renewed = await this.#askForAccess()
      // Meanwhile its user signed out, or another tab brought a token: that counts.
      if (this.#changes !== before) return this.#access !== undefined
      this.#become(renewed === undefined ? 'ended' : 'signed-in', renewed)
      if (renewed !== undefined) this.#tell({ kind: 'renewed', access: renewed })
      return renewed !== undefined
    })
  }
}

/** Whose token it is, and until when it is good, in seconds. */
function claimsOf(token: string): { readonly sub: string; readonly exp: number } {
  const [, payload = ''] = token.split('.')
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub: string; exp: number }
}
