import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { readBody } from '../../shared/read-request.ts'
import type { AutomationEffect, AutomationFaults } from '../faults/automation-fault.ts'
import { AutomationApi } from './automation-api.ts'
import type { AutomationLog, AutomationRequest } from './automation-log.ts'
import type { RawRequest, Server } from './call.ts'
import { deliverReply } from './deliver-reply.ts'
import { detailReply, htmlReply, type Reply } from './reply.ts'

type HandlerParts = {
  readonly server: Server
  readonly faults: AutomationFaults
  readonly log: AutomationLog
  readonly signal: AbortSignal
}

const SSO_PAGE =
  '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><form id="login"><input name="user"></form></body></html>\n'
const DETAILS: Readonly<Record<number, string>> = {
  401: 'Authentication credentials were not provided. To establish a login session, visit /api/login/.',
  403: 'You do not have permission to perform this action.',
  404: 'Not found.',
  429: 'Request was throttled.',
  500: 'A server error has occurred.',
}

/** Handles a request: faults, the REST interface, the simulated duration, and sending the reply. */
export class AutomationHandler {
  readonly api: AutomationApi
  readonly #parts: HandlerParts

  constructor(parts: HandlerParts) {
    this.#parts = parts
    this.api = new AutomationApi(parts.server)
  }

  async handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { log, faults, signal } = this.#parts
    const record = log.begin(message.method ?? '', message.url ?? '/')
    response.once('close', () => log.end(record))
    // A client that disconnects midway is no error here.
    response.on('error', () => undefined)
    const request = await readRequest(message)
    const effects = faults.strike(record)
    if (has(effects, 'hang')) return
    if (has(effects, 'drop')) return void message.socket.destroy()
    const startedAt = performance.now()
    await this.#spendTime(effects)
    const reply = this.#reply(request, record, effects)
    const lost = effects.find((effect) => effect.kind === 'lost_answer')
    if (lost?.how === 'hang') return
    if (lost && lost.how !== 'gateway_timeout') return void message.socket.destroy()
    const sent = lost ? htmlReply(504) : reply
    const headers = this.#headers(request, record, (performance.now() - startedAt) / 1000)
    log.sent(record, sent.status, await deliverReply(sent, effects, { response, headers, signal }))
  }

  #reply(request: RawRequest, record: AutomationRequest, effects: readonly AutomationEffect[]): Reply {
    const { server } = this.#parts
    server.clock.catchUp()
    this.#changeState(request, record, effects)
    if (Buffer.byteLength(request.body) > server.settings.maxBodyBytes) return htmlReply(413)
    return substitute(effects) ?? this.api.answer(request)
  }

  #changeState({ headers }: RawRequest, { jobIds }: AutomationRequest, effects: readonly AutomationEffect[]): void {
    const { state } = this.#parts.server
    if (has(effects, 'revoke_token')) state.tokens.delete(String(headers['authorization']).replace(/^\S+\s+/, ''))
    if (has(effects, 'delete_job')) for (const id of jobIds) state.deleteJob(id)
  }

  async #spendTime(effects: readonly AutomationEffect[]): Promise<void> {
    const { server, signal } = this.#parts
    const duration = effects.reduce(
      (sum, effect) => sum + (effect.kind === 'delay' ? effect.ms : 0),
      server.settings.latencyMs,
    )
    if (duration > 0) await wait(duration, undefined, { signal })
  }

  #headers(request: RawRequest, record: AutomationRequest, seconds: number): Record<string, string> {
    const { clock, settings } = this.#parts.server
    return {
      server: 'nginx',
      date: new Date(clock.now + clock.skewMs).toUTCString(),
      vary: 'Accept, Accept-Language, Origin, Cookie',
      'content-language': 'en',
      ...(this.api.isKnown(request) && { 'x-api-product-version': settings.version }),
      'x-api-product-name': settings.place === 'awx' ? 'AWX' : 'Red Hat Ansible Automation Platform',
      'x-api-node': 'awx-web-1',
      'x-api-time': `${seconds.toFixed(3)}s`,
      'x-api-request-id': String(record.number).padStart(32, '0'),
    }
  }
}

async function readRequest(message: IncomingMessage): Promise<RawRequest> {
  const { method = '', url = '/', headers } = message
  const [path = '/', ...rest] = url.split('?')
  return { method, path, query: new URLSearchParams(rest.join('?')), headers, body: await readBody(message) }
}

function substitute(effects: readonly AutomationEffect[]): Reply | undefined {
  for (const effect of effects) {
    switch (effect.kind) {
      case 'error': {
        const { status, detail = DETAILS[status] ?? 'Error', retryAfter } = effect
        return detailReply(status, detail, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
      }
      case 'html':
        return htmlReply(effect.status)
      case 'login_page':
        return htmlReply(200, SSO_PAGE)
      case 'redirect':
        return { ...htmlReply(302, ''), headers: { location: effect.to } }
      default:
    }
  }
  return undefined
}

function has(effects: readonly AutomationEffect[], kind: AutomationEffect['kind']): boolean {
  return effects.some((effect) => effect.kind === kind)
}
