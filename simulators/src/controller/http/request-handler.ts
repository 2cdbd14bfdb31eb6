import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { ControllerSettings } from '../controller-options.ts'
import { garbled, substitute } from '../faults/apply-faults.ts'
import type { FaultEffect } from '../faults/fault-rule.ts'
import type { Faults } from '../faults/faults.ts'
import { problems } from '../problem/controller-problem.ts'
import type { Cluster } from '../session/cluster.ts'
import { isAtLeast } from '../session/release.ts'
import { Api } from './api.ts'
import { deliver } from './deliver.ts'
import { readAddress, readBody, type Address } from '../../shared/read-request.ts'
import { sessionCookies } from './session-cookies.ts'
import { htmlReply, problemReply, type Reply } from '../exchange/reply.ts'
import type { ControllerLog } from '../exchange/controller-log.ts'
import type { RequestRecord } from '../exchange/request-record.ts'

type Exchange = {
  readonly record: RequestRecord
  readonly effects: readonly FaultEffect[]
  readonly cookies: readonly string[]
  readonly address: Address | undefined
  readonly body: string
}

/** Handles a request: faults, the REST interface, the simulated duration, and sending the reply. */
export class RequestHandler {
  readonly #cluster: Cluster
  readonly #settings: ControllerSettings
  readonly #faults: Faults
  readonly #log: ControllerLog
  readonly #api: Api
  readonly #signal: AbortSignal

  constructor(cluster: Cluster, settings: ControllerSettings, faults: Faults, log: ControllerLog, signal: AbortSignal) {
    this.#cluster = cluster
    this.#settings = settings
    this.#faults = faults
    this.#log = log
    this.#api = new Api(cluster, settings, log.counters)
    this.#signal = signal
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const cookies = sessionCookies(request)
    const address = readAddress(request.url ?? '/')
    const record = this.#log.begin(
      request.method ?? '',
      request.url ?? '/',
      address,
      cookies.length,
      this.#cluster.clock.now,
    )
    response.once('close', () => this.#log.end(record))
    // A client that disconnects midway is no error here.
    response.on('error', () => undefined)
    const body = await readBody(request)
    const effects = this.#faults.strike(record)
    if (this.#faults.dead) return void request.socket.destroy()
    if (this.#faults.silent || effects.some(({ kind }) => kind === 'hang')) return
    if (effects.some(({ kind }) => kind === 'drop')) return void request.socket.destroy()
    const reply = await this.#reply({ record, effects, cookies, address, body })
    const acceptsGzip = this.#settings.gzip && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    record.status = reply.status
    this.#log.sent(
      record,
      reply.body.length,
      await deliver(reply, effects, { response, acceptsGzip, signal: this.#signal }),
    )
  }

  async #reply(exchange: Exchange): Promise<Reply> {
    const { record, effects, cookies } = exchange
    for (const effect of effects) {
      if (effect.kind === 'change') effect.change(this.#cluster.store, record)
      if (effect.kind === 'invalid_token') for (const token of cookies) this.#cluster.sessions.revoke(token)
    }
    const reply = substitute(effects, record, this.#settings.limits.tooBigStatus) ?? this.#answer(exchange)
    return this.#spendTime(garbled(reply, effects), record, effects)
  }

  #answer({ record, address, cookies, body }: Exchange): Reply {
    const requestLine = `${record.method} ${record.url} HTTP/1.1`
    if (requestLine.length > this.#settings.limits.requestLineBytes) return htmlReply(414)
    if (!address) return htmlReply(400)
    try {
      return this.#api.answer({ method: record.method, address, cookies, body })
    } catch (error) {
      return problemReply(error)
    }
  }

  /** Waits as long as the query would take; a data query over the limit fails once the limit is reached. */
  async #spendTime(reply: Reply, record: RequestRecord, effects: readonly FaultEffect[]): Promise<Reply> {
    const delay = effects.reduce((sum, effect) => sum + (effect.kind === 'delay' ? effect.ms : 0), 0)
    const duration = this.#settings.latencyMs + delay + ((reply.work ?? 0) * this.#settings.microsPerObject) / 1000
    const limit = this.#settings.limits.queryMs
    const isTooSlow = record.kind === 'data' && duration > limit
    if (duration > 0) await wait(isTooSlow ? limit : duration, undefined, { signal: this.#signal })
    return isTooSlow ? problemReply(problems.resolveTimeout(this.#timeoutSuffix())) : reply
  }

  #timeoutSuffix(): string {
    return isAtLeast(this.#cluster.release, 4, 1) ? '' : ' from (type/num/svc/shard) = apic:1:7:1'
  }
}
