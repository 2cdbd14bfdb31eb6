import { openAbortScope, raceAbort } from '../outbound/abort-scope.ts'
import { type Refusal, refuse, withoutSecrets } from '../outbound/controller-failure.ts'
import type { SecretLike } from '../secrets/secret.ts'
import type { ControllerSettings } from './controller-options.ts'
import { type ControllerTarget, secretsOf } from './controller-target.ts'
import type { ControllerTransport } from './controller-transport.ts'
import type { ControllerAnswer } from './classify-response.ts'
import { type LoginAnswer, readLoginAnswer } from './login-response.ts'
import { withRetries } from './retries.ts'
import { SMALL_ANSWER_BYTES } from './small-response.ts'

export type SessionToken = { readonly ok: true; readonly token: string; readonly release: string | undefined }

type Token = SessionToken & {
  /** From this time on the next use refreshes it first. */
  readonly refreshAt: number
  /** From this time on only a full login helps. */
  readonly loginAt: number
  readonly lifetimeEndsAt: number
}

const LOGIN_PATH = '/api/aaaLogin.json'
const REFRESH_PATH = '/api/aaaRefresh.json'
const LOGOUT_PATH = '/api/aaaLogout.json'
/** How long before the end of the lifetime to log in again; at most a tenth of it. */
const LIFETIME_MARGIN_MS = 5 * 60_000

/** One login at one controller, shared by all callers. Only use keeps it alive. */
export class ControllerSession {
  readonly #target: ControllerTarget
  readonly #transport: ControllerTransport
  readonly #settings: ControllerSettings
  readonly #closing: AbortSignal
  #current: Token | undefined
  #renewal: Promise<SessionToken | Refusal> | undefined
  #refused: { readonly refusal: Refusal; readonly until: number } | undefined

  constructor(
    target: ControllerTarget,
    transport: ControllerTransport,
    settings: ControllerSettings,
    closing: AbortSignal,
  ) {
    this.#target = target
    this.#transport = transport
    this.#settings = settings
    this.#closing = closing
  }

  /** Whether there is a token that needs no request. */
  get isUsable(): boolean {
    return this.#usable !== undefined
  }

  /** A usable token. Callers that ask while one is being fetched wait for it; the signal ends only the wait. */
  async token(signal: AbortSignal): Promise<SessionToken | Refusal> {
    const usable = this.#usable
    if (usable) return usable
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined
    })
    return raceAbort(this.#renewal, signal)
  }

  /** A token to replace one that the controller rejected; reuses one that was fetched in the meantime. */
  async tokenInsteadOf(refused: string, signal: AbortSignal): Promise<SessionToken | Refusal> {
    if (this.#current?.token === refused) this.#current = undefined
    return this.token(signal)
  }

  /** Best effort: some releases end the session, others only claim to, and unused sessions expire. */
  async logOut(signal: AbortSignal): Promise<void> {
    const token = this.#current
    this.#current = undefined
    if (token === undefined || this.#settings.now() >= token.loginAt) return
    const body = { aaaUser: { attributes: { name: this.#target.username } } }
    await this.#transport.send(
      { method: 'POST', path: LOGOUT_PATH, token: token.token, body, maxBytes: SMALL_ANSWER_BYTES },
      signal,
    )
  }

  get #usable(): Token | undefined {
    return this.#current !== undefined && this.#settings.now() < this.#current.refreshAt ? this.#current : undefined
  }

  async #renew(): Promise<SessionToken | Refusal> {
    const current = this.#current
    if (current === undefined || this.#settings.now() >= current.loginAt) return this.#login()
    const refreshed = await this.#exchange((signal) =>
      this.#transport.send(
        { method: 'GET', path: REFRESH_PATH, token: current.token, maxBytes: SMALL_ANSWER_BYTES },
        signal,
      ),
    )
    // Rejected or unanswered: the login shows whether that matters.
    return refreshed.ok ? this.#keep(refreshed.login, current.lifetimeEndsAt) : this.#login()
  }

  async #login(): Promise<SessionToken | Refusal> {
    this.#current = undefined
    const { password } = this.#target
    if (password === null) return refuse('login_failed', 'The connection has no password yet: set one.')
    if (this.#refused !== undefined && this.#settings.now() < this.#refused.until) return this.#refused.refusal
    const login = await withRetries(
      () => this.#exchange((signal) => this.#sendLogin(password, signal)),
      this.#settings,
      this.#closing,
    )
    if (!login.ok) return this.#refuse(login)
    this.#settings.logger.debug(
      { connection_id: this.#target.connectionId, release: login.login.release },
      'logged in at a controller',
    )
    return this.#keep(login.login, this.#settings.now() + login.login.maximumLifetimeMs)
  }

  #sendLogin(password: SecretLike, signal: AbortSignal): Promise<ControllerAnswer | Refusal> {
    const body = { aaaUser: { attributes: { name: this.#target.username, pwd: password.reveal() } } }
    return this.#transport.send({ method: 'POST', path: LOGIN_PATH, body, maxBytes: SMALL_ANSWER_BYTES }, signal)
  }

  async #exchange(
    send: (signal: AbortSignal) => Promise<ControllerAnswer | Refusal>,
  ): Promise<{ ok: true; login: LoginAnswer } | Refusal> {
    const scope = openAbortScope([this.#closing], this.#settings.loginTimeoutMs)
    try {
      const answer = await send(scope.signal)
      if (!answer.ok) return answer
      const login = readLoginAnswer(answer.body)
      return login === undefined
        ? refuse('login_failed', 'The response to the login was not that of a controller.')
        : { ok: true, login }
    } finally {
      scope.close()
    }
  }

  #keep(login: LoginAnswer, lifetimeEndsAt: number): SessionToken {
    const now = this.#settings.now()
    const beforeLifetimeEnd = lifetimeEndsAt - Math.min(LIFETIME_MARGIN_MS, login.maximumLifetimeMs / 10)
    this.#refused = undefined
    this.#current = {
      ok: true,
      token: login.token,
      release: login.release,
      refreshAt: Math.min(now + login.refreshTimeoutMs / 2, beforeLifetimeEnd),
      loginAt: Math.min(now + login.refreshTimeoutMs, beforeLifetimeEnd),
      lifetimeEndsAt,
    }
    return this.#current
  }

  #refuse(refusal: Refusal): Refusal {
    const clean = withoutSecrets(asLoginRefusal(refusal), secretsOf(this.#target))
    if (clean.failure.reason === 'login_failed')
      this.#refused = { refusal: clean, until: this.#settings.now() + this.#settings.loginHoldMs }
    const { reason, httpStatus } = clean.failure
    if (reason !== 'cancelled')
      this.#settings.logger.warn(
        { connection_id: this.#target.connectionId, reason, http_status: httpStatus },
        'controller login failed',
      )
    return clean
  }
}

/** A login is not retried for its caller, and no query has been sent whose class or filter could be wrong. */
function asLoginRefusal({ failure }: Refusal): Refusal {
  const reason = failure.reason === 'bad_filter' || failure.reason === 'unknown_class' ? 'login_failed' : failure.reason
  return { ok: false, next: 'give_up', failure: { ...failure, reason } }
}
