import { setTimeout as sleep } from 'node:timers/promises'
import type { BaseUrl } from '../outbound/base-url.ts'
import { isPing, normalizedPrefix, prefixFrom, USUAL_PREFIXES } from './api-prefix.ts'
import type { AutomationTransport, OpenAnswer } from './automation-transport.ts'
import { type AutomationTarget } from './automation-server.ts'
import { type AutomationAnswer, readJson } from './check-answer.ts'
import { unreadableJob } from './read-job.ts'
import { cancelled, WireFailure } from './wire-failure.ts'
import { AutomationFailure } from './automation-failure.ts'

export type ReadOptions = {
  readonly signal: AbortSignal
  readonly maxBytes?: number
  readonly isRetried?: boolean
  readonly anonymous?: boolean
}

const PASSING = new Set([502, 503, 504])

/** The API of one automation server: places below its prefix, with the account of the connection. */
export class AutomationApi {
  readonly #target: AutomationTarget
  readonly #base: Extract<BaseUrl, { ok: true }>
  readonly #transport: AutomationTransport
  readonly #retryDelayMs: number
  #prefix: string | undefined

  constructor(
    target: AutomationTarget,
    base: Extract<BaseUrl, { ok: true }>,
    transport: AutomationTransport,
    retryDelayMs: number,
  ) {
    this.#target = target
    this.#base = base
    this.#transport = transport
    this.#retryDelayMs = retryDelayMs
    this.#prefix = target.apiPrefix === null ? undefined : normalizedPrefix(target.apiPrefix)
  }

  /** The JSON at a place such as `jobs/5/`, or at a link that the server gave. */
  async read(place: string, { signal, maxBytes, isRetried = true, anonymous = false }: ReadOptions): Promise<unknown> {
    const authorization = anonymous ? undefined : this.#authorization()
    const path = await this.#pathOf(place, signal)
    const attempt = async () =>
      readJson(await this.#transport.get({ path, authorization, ...(maxBytes !== undefined && { maxBytes }) }, signal))
    try {
      return await attempt()
    } catch (error: unknown) {
      if (!isRetried || !isPassing(error)) throw error
      await this.#pause(signal)
      return attempt()
    }
  }

  /** Sent once. What fails before it is sent is `unreachable`, or what the server said. */
  async act(place: string, body: object | undefined, signal: AbortSignal): Promise<AutomationAnswer> {
    const authorization = this.#authorization()
    return this.#transport.post({ path: await this.#pathOf(place, signal), authorization, body }, signal)
  }

  async open(place: string, signal: AbortSignal): Promise<OpenAnswer> {
    const authorization = this.#authorization()
    return this.#transport.open({ path: await this.#pathOf(place, signal), authorization }, signal)
  }

  /** Asks again where the API is, at the next use: the server may have been replaced by a newer one. */
  forgetPrefix(): void {
    if (this.#target.apiPrefix === null) this.#prefix = undefined
  }

  /** Links are paths from the root of the host. One to another host is looked up on this host. */
  async #pathOf(place: string, signal: AbortSignal): Promise<string> {
    if (/^(?:\w+:)?\//.test(place)) {
      if (!URL.canParse(place, this.#base.origin)) throw unreadableJob()
      const { pathname, search } = new URL(place, this.#base.origin)
      return pathname.startsWith(`${this.#base.path}/`) ? pathname + search : this.#base.path + pathname + search
    }
    this.#prefix ??= await this.#discoverPrefix(signal)
    return this.#base.path + this.#prefix + place
  }

  async #discoverPrefix(signal: AbortSignal): Promise<string> {
    const path = `${this.#base.path}/api/`
    try {
      return prefixFrom(await this.#transport.get({ path, authorization: undefined }, signal), this.#base.path)
    } catch (error: unknown) {
      const usual = isMissing(error) ? await this.#usualPrefix(signal) : undefined
      if (usual !== undefined) return usual
      // Whatever was to be asked, it was not.
      if (error instanceof WireFailure) throw new WireFailure('unreachable', error)
      throw error instanceof AutomationFailure && error.reason === 'lost_answer'
        ? new AutomationFailure('unreachable', error.message)
        : error
    }
  }

  /** The usual prefix that has a ping, for servers whose document about their versions is hidden by a proxy. */
  async #usualPrefix(signal: AbortSignal): Promise<string | undefined> {
    for (const prefix of USUAL_PREFIXES) {
      const answer = await this.#transport
        .get({ path: `${this.#base.path}${prefix}ping/`, authorization: undefined }, signal)
        .catch(() => undefined)
      if (answer && isPing(answer)) return prefix
    }
    return undefined
  }

  #authorization(): string {
    const { token, authMethod, username } = this.#target
    if (token === null) throw new AutomationFailure('unauthorized', `The connection has no ${authMethod}.`)
    const secret = token.reveal()
    if (authMethod === 'password') return `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`
    if (!/^[\x21-\x7e]+$/.test(secret))
      throw new AutomationFailure('unauthorized', 'The token has characters that no token has.')
    return `Bearer ${secret}`
  }

  async #pause(signal: AbortSignal): Promise<void> {
    try {
      await sleep(this.#retryDelayMs * (0.5 + Math.random() / 2), undefined, { signal })
    } catch {
      // Only the signal ends a wait early.
      throw cancelled()
    }
  }
}

const isMissing = (error: unknown): boolean => error instanceof AutomationFailure && error.httpStatus === 404

const isPassing = (error: unknown): boolean =>
  error instanceof WireFailure
    ? error.kind === 'interrupted'
    : error instanceof AutomationFailure && PASSING.has(error.httpStatus ?? 0)
