import {
  type AbortReason,
  ConnectionClosed,
  openAbortScope,
  openWireScope,
  refusalOfAbort,
  raceAbort,
} from '../outbound/abort-scope.ts'
import { type Failed, type Refusal, refuse, withMessage, withoutSecrets } from '../outbound/controller-failure.ts'
import { type ClusterConnection, ClusterConnections } from './cluster-connections.ts'
import type { ControllerBudget } from './controller-budget.ts'
import type { ControllerSettings } from './controller-options.ts'
import type { SessionToken } from './controller-session.ts'
import { type ControllerTarget, secretsOf } from './controller-target.ts'
import type { ControllerTransport, DocumentAnswer } from './controller-transport.ts'
import type { ControllerAnswer } from './classify-response.ts'
import { withRetries } from './retries.ts'
import { readSmallAnswer, SMALL_ANSWER_BYTES, type SmallAnswer } from './small-response.ts'
import { takeTurn } from './take-turn.ts'

export type { AbortReason }

export type GetOptions = {
  /**
   * Cancels the request, even while it waits. A reason named `TimeoutError` (or the string `deadline`) is reported as
   * the deadline. With the string `let_finish` nothing more is sent and the caller gets its answer at once, but a
   * request on the wire may finish.
   */
  readonly signal: AbortSignal
  /** From sending to the end of the response; waiting for a slot, a login or a retry is not included. */
  readonly timeoutMs?: number
  /** Identifies the run the request belongs to, so that runs take turns; without it the signal does. */
  readonly run?: string
  /** Called when the request begins to wait for its turn, when it has it, and when it is over; again for each retry. */
  readonly onState?: (state: RequestState) => void
  /** Of the decoded response, if less than usual. */
  readonly maxBytes?: number
  /** Whether a large response may stay compressed: the caller then unpacks it where it costs other requests nothing. */
  readonly mayStayPacked?: boolean
}

export type RequestState = 'waits' | 'sends' | 'over'

/** The body owns its buffer, so it may be transferred to a worker thread. */
export type RawAnswer = ControllerAnswer

export type DocumentOptions = GetOptions & { readonly compressed: boolean; readonly maxBytes: number }
export type { DocumentAnswer }

type Turn = { readonly lastUntil: (work: Promise<unknown>) => void }

const LOGIN_WAIT_MS = 10_000
const SENDABLE_PATH = /^\/api\/[\x21-\x7e]+$/

/**
 * Reads from one controller: authenticates, limits concurrent requests, retries where that helps and classifies
 * responses.
 */
export class ControllerClient {
  readonly target: ControllerTarget
  readonly #settings: ControllerSettings
  budget: ControllerBudget
  readonly #closing = new AbortController()
  readonly #cluster: ClusterConnections
  #inUse = 0
  #usedAt: number

  constructor(target: ControllerTarget, settings: ControllerSettings, budget: ControllerBudget) {
    this.target = target
    this.#settings = settings
    this.budget = budget
    this.#cluster = new ClusterConnections(target, settings, this.#closing.signal)
    this.#usedAt = settings.now()
  }

  get openSockets(): number {
    return this.#cluster.openSockets
  }

  /** The raw bytes of one path; the caller adds page parameters, filters and percent-encoding. */
  async get(path: string, options: GetOptions): Promise<RawAnswer | Failed> {
    return this.#using([options.signal], async (connection, signal) => {
      if (!SENDABLE_PATH.test(path))
        return refuse('bad_filter', 'The path must begin with /api/ and have all special characters percent-encoded.')
      const getOnce = (): Promise<ControllerAnswer | Refusal> =>
        this.#inTurn(options, signal, (turn) =>
          this.#withSession(connection, signal, (session) =>
            this.#watched(path, () => this.#send(connection.transport, path, session, { ...options, signal }, turn)),
          ),
        )
      return withRetries(getOnce, this.#settings, signal)
    })
  }

  /** The same for small responses, which are parsed here. */
  async getJson(path: string, options: GetOptions): Promise<SmallAnswer | Failed> {
    const answer = await this.get(path, { ...options, maxBytes: SMALL_ANSWER_BYTES })
    return answer.ok ? readSmallAnswer(answer.body) : answer
  }

  /**
   * A document from the controller's web server, such as those of its class model: bytes, status and headers as
   * received, whatever the status. Never retried.
   */
  async getDocument(path: string, options: DocumentOptions): Promise<DocumentAnswer | Failed> {
    return this.#using([options.signal], (connection, signal) =>
      this.#inTurn(options, signal, () =>
        this.#withSession(connection, signal, (session) =>
          this.#watched(path, () => this.#readDocument(connection.transport, path, session, options, signal)),
        ),
      ),
    )
  }

  /**
   * Ensures there is a session, and returns the controller's release from the login response. A login takes a turn, for
   * which it waits a short time only, because somebody waits for it.
   */
  async logIn(signal: AbortSignal): Promise<{ readonly ok: true; readonly release: string | undefined } | Failed> {
    return this.#using([signal], async ({ session }, linked) => {
      if (session.isUsable) return session.token(linked)
      const turn = await takeTurn(this.budget, { lane: signal, signal: linked, waitMs: LOGIN_WAIT_MS })
      if (typeof turn !== 'function') return turn
      try {
        return this.#noteRefusal(await session.token(linked))
      } finally {
        turn()
      }
    })
  }

  /** Drops sockets and session if unused since then; the next use opens new ones. */
  async closeIfIdleSince(instant: number): Promise<void> {
    if (this.#inUse > 0 || this.#usedAt > instant) return
    await this.#cluster.drop()
  }

  /**
   * Ends every request and socket at once; a closed client accepts no more requests. With a signal it logs out first.
   */
  async close(logOutUntil?: AbortSignal): Promise<void> {
    this.#closing.abort(new ConnectionClosed('closed'))
    await this.#cluster.close(logOutUntil)
  }

  async #using<T extends { readonly ok: true }>(
    signals: readonly AbortSignal[],
    work: (connection: ClusterConnection, signal: AbortSignal) => Promise<T | Refusal>,
  ): Promise<T | Failed> {
    const scope = openAbortScope([...signals, this.#closing.signal])
    this.#inUse++
    try {
      const outcome = await this.#cluster.useReachable(scope.signal, (connection) => work(connection, scope.signal))
      return outcome.ok ? outcome : { ok: false, failure: outcome.failure }
    } finally {
      scope.close()
      this.#inUse--
      this.#usedAt = this.#settings.now()
    }
  }

  /** The turn lasts as long as anything of it is on the wire, even if the response is no longer wanted. */
  async #inTurn<T extends { readonly ok: true }>(
    { run, signal: own, onState = () => undefined }: GetOptions,
    signal: AbortSignal,
    work: (turn: Turn) => Promise<T | Refusal>,
  ): Promise<T | Refusal> {
    onState('waits')
    const release = await this.budget.acquire(run ?? own, signal)
    if (release === undefined) {
      onState('over')
      return refusalOfAbort(signal)
    }
    onState('sends')
    const onWire = new Set<Promise<unknown>>()
    try {
      return this.#noteRefusal(await work({ lastUntil: (sent) => void onWire.add(sent) }))
    } finally {
      onState('over')
      if (onWire.size === 0) release()
      else void Promise.allSettled(onWire).then(release)
    }
  }

  #noteRefusal<T extends { readonly ok: true }>(outcome: T | Refusal): T | Refusal {
    if (!outcome.ok && outcome.failure.reason === 'busy') this.budget.noteRefusal()
    return outcome
  }

  /**
   * An unexpected 403 (the controller restarted or failed over, or the session expired) costs one login and one retry.
   */
  async #withSession<T extends { readonly ok: true }>(
    { session }: ClusterConnection,
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
    return isForbidden(repeated)
      ? { ...repeated, failure: { ...repeated.failure, reason: 'forbidden' } }
      : withMessage(repeated, `Rejected even after a new login. ${repeated.failure.message}`)
  }

  async #watched<T extends { readonly ok: true; readonly status: number }>(
    path: string,
    send: () => Promise<T | Refusal>,
  ): Promise<T | Refusal> {
    const ended = this.#settings.watch?.(this.target, path)
    const answer = await send()
    ended?.(
      answer.ok
        ? { reason: 'success', status: answer.status }
        : { reason: answer.failure.reason, status: answer.failure.httpStatus },
    )
    return answer
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
      return answer.ok ? answer : withoutSecrets(answer, [token, ...secretsOf(this.target)])
    } finally {
      scope.close()
    }
  }

  async #send(
    transport: ControllerTransport,
    path: string,
    { token }: SessionToken,
    { signal, timeoutMs = this.#settings.requestTimeoutMs, maxBytes, mayStayPacked }: GetOptions,
    turn: Turn,
  ): Promise<ControllerAnswer | Refusal> {
    if (signal.aborted) return refusalOfAbort(signal)
    const scope = openWireScope(signal, timeoutMs, () => true)
    const sent = transport
      .send(
        {
          method: 'GET',
          path,
          token,
          ...(maxBytes !== undefined && { maxBytes }),
          ...(mayStayPacked === true && { mayStayPacked }),
        },
        scope.signal,
      )
      .finally(() => scope.close())
    turn.lastUntil(sent)
    const answer = await raceAbort(sent, signal)
    return answer.ok ? answer : withoutSecrets(answer, [token, ...secretsOf(this.target)])
  }
}

/** The controller itself accepts the session, but not the request; it names a token that it does not accept. */
const isForbidden = ({ failure }: Refusal): boolean =>
  failure.httpStatus === 403 && failure.code !== undefined && !/token|cookie|signature/i.test(failure.message)
