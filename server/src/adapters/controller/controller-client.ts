import { parseControllerAddress } from '../outbound/controller-address.ts'
import { type AbortReason, ConnectionClosed, openAbortScope, openWireScope, refusalOfAbort, unlessAborted } from './abort-scope.ts'
import { type Failed, type Refusal, refuse, reworded, withoutSecrets } from './controller-failure.ts'
import type { ControllerSettings } from './controller-options.ts'
import { ControllerSession, type SessionToken } from './controller-session.ts'
import type { ControllerTarget } from './controller-target.ts'
import { ControllerTransport, type DocumentAnswer } from './controller-transport.ts'
import type { Answer } from './judge-answer.ts'
import type { RequestSlots } from './request-slots.ts'
import { withRetries } from './retries.ts'
import { readSmallAnswer, type SmallAnswer } from './small-answer.ts'

export type { AbortReason }

export type GetOptions = {
  /**
   * Cancels the request, waiting ones too. A reason named `TimeoutError` (or the word `deadline`) counts as the deadline.
   * With the word `let_finish` nothing more is sent, and the caller has its answer at once, but what is on the wire may finish.
   */
  readonly signal: AbortSignal
  /** From sending to the end of the answer; waiting for a turn, a login or a repetition is not counted. */
  readonly timeoutMs?: number
  /** Names the run the request belongs to, so that runs take turns; without it the signal does. */
  readonly run?: string
}

/** The body owns its buffer, so it may be transferred to a worker thread. */
export type RawAnswer = { readonly ok: true; readonly status: number; readonly body: Uint8Array<ArrayBuffer> }

export type DocumentOptions = GetOptions & { readonly compressed: boolean; readonly maxBytes: number }
export type { DocumentAnswer }

type Line = { readonly transport: ControllerTransport; readonly session: ControllerSession }

const SENDABLE_PATH = /^\/api\/[\x21-\x7e]+$/

/** Reads from one controller: authenticated, at most so many requests at a time, retried where that helps, judged. */
export class ControllerClient {
  readonly target: ControllerTarget
  readonly #settings: ControllerSettings
  readonly #slots: RequestSlots
  readonly #closing = new AbortController()
  #line: Line | undefined
  #inUse = 0
  /** Requests on the wire that nobody waits for any more. */
  #unwanted = 0
  #usedAt: number

  constructor(target: ControllerTarget, settings: ControllerSettings, slots: RequestSlots) {
    this.target = target
    this.#settings = settings
    this.#slots = slots
    this.#usedAt = settings.now()
  }

  get openSockets(): number {
    return this.#line?.transport.openSockets ?? 0
  }

  /** The raw bytes of one path; page parameters, filters and percent-encoding are the caller's. */
  async get(path: string, options: GetOptions): Promise<RawAnswer | Failed> {
    return this.#using([options.signal], async (line, signal) => {
      if (!SENDABLE_PATH.test(path))
        return refuse('bad_filter', 'The path has characters that must be percent-encoded, or does not begin with /api/.')
      const getOnce = (): Promise<Answer | Refusal> =>
        this.#inTurn(options, signal, () =>
          this.#withSession(line, signal, (session) => this.#send(line.transport, path, session, options, signal)),
        )
      return withRetries(getOnce, this.#settings, signal)
    })
  }

  /** The same for small answers, parsed here. */
  async getJson(path: string, options: GetOptions): Promise<SmallAnswer | Failed> {
    const answer = await this.get(path, options)
    return answer.ok ? readSmallAnswer(answer.body) : answer
  }

  /**
   * A document that the controller's web server keeps, such as those of its class model: bytes, status and headers as they came,
   * whatever they say. Tried once.
   */
  async getDocument(path: string, options: DocumentOptions): Promise<DocumentAnswer | Failed> {
    return this.#using([options.signal], (line, signal) =>
      this.#inTurn(options, signal, () =>
        this.#withSession(line, signal, (session) => this.#readDocument(line.transport, path, session, options, signal)),
      ),
    )
  }

  /** Makes sure that there is a session, and tells the controller's release as the login told it. */
  async logIn(signal: AbortSignal): Promise<{ readonly ok: true; readonly release: string | undefined } | Failed> {
    return this.#using([signal], (line, linked) => line.session.token(linked))
  }

  /** Gives sockets and session up when nobody used them since; the next use makes new ones. */
  async closeIfIdleSince(instant: number): Promise<void> {
    if (this.#inUse > 0 || this.#usedAt > instant) return
    const line = this.#line
    this.#line = undefined
    await line?.transport.destroy()
  }

  /** Ends every request and socket at once; a closed client answers nothing any more. With a signal it logs out first. */
  async close(logOutUntil?: AbortSignal): Promise<void> {
    this.#closing.abort(new ConnectionClosed('closed'))
    if (logOutUntil !== undefined) await this.#line?.session.logOut(logOutUntil)
    await this.#line?.transport.destroy()
  }

  async #using<T extends { readonly ok: true }>(
    signals: readonly AbortSignal[],
    work: (line: Line, signal: AbortSignal) => Promise<T | Refusal>,
  ): Promise<T | Failed> {
    const scope = openAbortScope([...signals, this.#closing.signal])
    this.#inUse++
    try {
      const line = scope.signal.aborted ? refusalOfAbort(scope.signal) : this.#openLine()
      const outcome = 'ok' in line ? line : await work(line, scope.signal)
      return outcome.ok ? outcome : { ok: false, failure: outcome.failure }
    } finally {
      scope.close()
      this.#inUse--
      this.#usedAt = this.#settings.now()
    }
  }

  #openLine(): Line | Refusal {
    if (this.#line !== undefined) return this.#line
    const address = parseControllerAddress(this.target.host)
    if (!address.ok) return refuse('unreachable', address.message)
    const transport = new ControllerTransport(address.origin, this.target.verifySsl, this.#settings)
    const session = new ControllerSession(this.target, transport, this.#settings, this.#closing.signal)
    this.#line = { transport, session }
    return this.#line
  }

  async #inTurn<T>(options: GetOptions, signal: AbortSignal, work: () => Promise<T>): Promise<T | Refusal> {
    const release = await this.#slots.acquire(options.run ?? options.signal, signal)
    if (release === undefined) return refusalOfAbort(signal)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** A 403 out of turn (a restarted or failed-over controller, a lifetime that ended) costs one login and one repetition. */
  async #withSession<T extends { readonly ok: true }>(
    { session }: Line,
    signal: AbortSignal,
    send: (token: SessionToken) => Promise<T | Refusal>,
  ): Promise<T | Refusal> {
    const first = await session.token(signal)
    if (!first.ok) return first
    const answer = await send(first)
    if (answer.ok || answer.next !== 'log_in') return answer
    const second = await session.tokenInsteadOf(first.token, signal)
    if (!second.ok) return second
    const repeated = await send(second)
    if (repeated.ok || repeated.next !== 'log_in') return repeated
    return reworded(repeated, `Refused even after a new login. ${repeated.failure.message}`)
  }

  async #readDocument(
    transport: ControllerTransport,
    path: string,
    { token }: SessionToken,
    { timeoutMs = this.#settings.requestTimeoutMs, compressed, maxBytes }: DocumentOptions,
    signal: AbortSignal,
  ): Promise<DocumentAnswer | Refusal> {
    const scope = openAbortScope([signal], timeoutMs)
    try {
      const answer = await transport.readDocument({ path, token, compressed, maxBytes }, scope.signal)
      return answer.ok ? answer : withoutSecrets(answer, [token, this.target.password.reveal()])
    } finally {
      scope.close()
    }
  }

  async #send(
    transport: ControllerTransport,
    path: string,
    { token }: SessionToken,
    { timeoutMs = this.#settings.requestTimeoutMs }: GetOptions,
    signal: AbortSignal,
  ): Promise<Answer | Refusal> {
    if (signal.aborted) return refusalOfAbort(signal)
    let isUnwanted = false
    const scope = openWireScope(signal, timeoutMs, () => (isUnwanted = this.#letFinish(transport)))
    const sent = transport.send({ method: 'GET', path, token }, scope.signal).finally(() => {
      scope.close()
      if (isUnwanted) this.#unwanted--
    })
    const answer = await unlessAborted(sent, signal)
    return answer.ok ? answer : withoutSecrets(answer, [token, this.target.password.reveal()])
  }

  /** Beside the requests that somebody waits for: whoever cancels one run after the other must not pile them up. */
  #letFinish(transport: ControllerTransport): boolean {
    if (this.#unwanted >= this.#settings.requestsInFlight) return false
    this.#unwanted++
    transport.makeRoom()
    return true
  }
}
