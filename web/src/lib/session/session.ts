import { type ClientCredentials, HeddleError } from '@heddle/client'
import { createStore } from 'zustand/vanilla'
import { oneTabAtATime, openTabChannel, type TabMessage } from './tab-channel.ts'

/**
 * `ended`: the server no longer knows the session, or it was idle for too long. `signed-out`: its user ended it here;
 * `left`: in another tab. A page that was open when a session ended or was left waits until its user is back.
 */
export type SessionState = 'starting' | 'signed-in' | 'signed-out' | 'left' | 'ended'

/** Asks for an access token with the cookie of the session; undefined when the server refuses it, which ends it. */
type Renew = () => Promise<string | undefined>

const RENEW_BEFORE_MS = 60_000
/** Says only that a session may exist, so that visitors without one cause no refused request. */
const HINT = 'heddle-signed-in'

const LONGEST_WAIT_SECONDS = 30

type Facts = {
  readonly state: SessionState
  readonly access: string | undefined
  /** While it starts and the server does not answer: when it is asked again, in milliseconds since 1970. */
  readonly asksAgainAt?: number | undefined
}
type Means = {
  readonly renew: Renew
  readonly storage: Storage
  readonly openChannel?: typeof openTabChannel
  /** Waits so many seconds, or until the signal fires. */
  readonly pause?: (seconds: number, signal: AbortSignal) => Promise<void>
  /** Whether a sign-on provider has just led here: then there may be a session that this page has not opened. */
  readonly hasArrived?: () => boolean
}

/**
 * A session whose refresh token is a cookie that no script can read. The access token is in memory only; the tabs of a
 * browser share it, so that only one of them renews it.
 */
export class BrowserSession {
  readonly #askForAccess: Renew
  readonly #storage: Storage
  readonly #tell: (message: TabMessage) => void
  readonly #hasArrived: () => boolean
  readonly #pause: NonNullable<Means['pause']>
  #waiting = new AbortController()
  readonly store = createStore<Facts>(() => ({ state: 'starting', access: undefined }))
  #owner: string | undefined
  #changes = 0
  #renewing: Promise<boolean> | undefined

  constructor({ renew, storage, openChannel = openTabChannel, pause = pauseUntil, hasArrived = () => false }: Means) {
    this.#pause = pause
    this.#hasArrived = hasArrived
    this.#askForAccess = renew
    this.#storage = storage
    this.#tell = openChannel((message) => this.#hear(message))
  }

  readonly state = (): SessionState => this.store.getState().state

  /**
   * Continues the session of an earlier visit, if there is one. Only a refusal ends it: while the server does not
   * answer, or is too busy, it is asked again.
   */
  async start(): Promise<void> {
    if (this.#hasArrived()) this.#storage.setItem(HINT, '1')
    for (let failures = 0; this.#storage.getItem(HINT) !== null; failures += 1) {
      try {
        if (await this.#renewNow(undefined)) return
        break
      } catch (error) {
        const seconds =
          (error instanceof HeddleError ? error.retryAfter : undefined) ?? Math.min(2 ** failures, LONGEST_WAIT_SECONDS)
        await this.#waitToAsk(seconds)
        // Another tab was faster.
        if (this.state() === 'signed-in') return
      }
    }
    this.#become('signed-out', undefined)
  }

  /** Asks at once instead of waiting. */
  askAgain(): void {
    this.#waiting.abort()
  }

  async #waitToAsk(seconds: number): Promise<void> {
    this.#waiting = new AbortController()
    this.store.setState({ asksAgainAt: Date.now() + seconds * 1000 })
    await this.#pause(seconds, this.#waiting.signal)
    if (this.state() === 'starting') this.store.setState({ asksAgainAt: undefined })
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
    this.store.setState({ state: next, access: token, asksAgainAt: undefined })
    this.#waiting.abort()
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

function pauseUntil(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Whose token it is, and until when it is good, in seconds. */
function claimsOf(token: string): { readonly sub: string; readonly exp: number } {
  const [, payload = ''] = token.split('.')
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub: string; exp: number }
}
