import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { readBody } from '../../shared/read-request.ts'
import type { AiSettings } from '../ai-options.ts'
import { BadPrompt } from '../dialects/dialect.ts'
import type { AiEffect, AiFaults } from '../faults/ai-fault.ts'
import type { AiApi, Call } from './ai-api.ts'
import type { AiLog } from './ai-log.ts'
import { findRoute, placeOf } from './ai-route.ts'
import { judge, keyOf, mask, withoutKeys } from './authenticate.ts'
import { deliverReply } from './deliver-reply.ts'
import { htmlReply, jsonReply, type Reply } from './reply.ts'

type HandlerParts = {
  readonly api: AiApi
  readonly settings: AiSettings
  readonly faults: AiFaults
  readonly log: AiLog
  readonly signal: AbortSignal
}

/** Handles a request: the log, faults, the simulated duration, the answer and its delivery. */
export class AiHandler {
  readonly #parts: HandlerParts

  constructor(parts: HandlerParts) {
    this.#parts = parts
  }

  async handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { api, settings, faults, log, signal } = this.#parts
    // A client that disconnects midway is no error here.
    response.on('error', () => undefined)
    const call = this.#read(message, await readBody(message))
    const { record } = call
    response.once('close', () => {
      record.isBroken = !response.writableFinished
      log.end(record)
    })
    const prompt = call.provider && api.readPrompt({ ...call, provider: call.provider })
    if (prompt && !(prompt instanceof BadPrompt)) record.prompt = prompt
    const effects = faults.strike(record)
    if (has(effects, 'hang')) return
    if (has(effects, 'drop')) return void message.socket.destroy()
    await this.#spendTime(effects)
    const { provider } = call
    const page = effects.find((effect) => effect.kind === 'html')
    const reply: Reply = page
      ? htmlReply(page.status)
      : provider
        ? await api.answer({ ...call, provider }, prompt, effects)
        : jsonReply(404, { detail: `no provider is at ${record.url}` })
    const headers = { 'x-request-id': `req_${record.number}`, 'request-id': `req_${record.number}` }
    log.sent(
      record,
      reply.status,
      await deliverReply(reply, effects, { response, headers, signal, pieceMs: settings.pieceMs }),
    )
  }

  #read(
    message: IncomingMessage,
    text: string,
  ): Omit<Call, 'provider'> & { readonly provider: Call['provider'] | undefined } {
    const { settings, log } = this.#parts
    const { method = '', url = '/', headers } = message
    const [path = '/', ...others] = url.split('?')
    const query = new URLSearchParams(others.join('?'))
    const { provider, rest } = placeOf(path)
    const route = provider && findRoute(provider, method, rest)
    const key = provider && keyOf(provider, headers, query)
    const record = log.begin({
      method,
      url: url.replace(/([?&]key=)[^&]*/, '$1***'),
      provider,
      purpose: route?.purpose ?? 'other',
      api: route?.dialect?.name,
      headers: withoutKeys(headers),
      key: provider && judge(provider, key, settings.keys[provider]),
      body: parse(text),
    })
    return { provider, route, rest, query, maskedKey: mask(key ?? ''), record }
  }

  async #spendTime(effects: readonly AiEffect[]): Promise<void> {
    const { settings, signal } = this.#parts
    const duration = effects.reduce(
      (sum, effect) => sum + (effect.kind === 'delay' ? effect.ms : 0),
      settings.latencyMs,
    )
    if (duration > 0) await wait(duration, undefined, { signal })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Answered as the provider answers bodies that are no JSON.
    return undefined
  }
}

function has(effects: readonly AiEffect[], kind: AiEffect['kind']): boolean {
  return effects.some((effect) => effect.kind === kind)
}
