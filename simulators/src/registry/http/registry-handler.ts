import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { DocumentSource } from '../documents/document-source.ts'
import type { RegistryEffect } from '../faults/registry-fault.ts'
import type { RegistryFaults } from '../faults/registry-faults.ts'
import type { RegistryLog } from './registry-log.ts'
import { hostPage } from './registry-pages.ts'
import { readRegistryPath, type RegistryPath } from './registry-path.ts'
import { sendAnswer, type Answer } from './send-answer.ts'

export type RegistrySettings = {
  /** Path of the versions on the host. */
  readonly prefix: string
  /** Delay added to every answer. */
  latencyMs: number
  gzip: boolean
  /** The request log keeps this many entries. */
  requestLogLength: number
}

export type HandlerParts = {
  readonly sources: ReadonlyMap<string, DocumentSource>
  readonly settings: RegistrySettings
  readonly faults: RegistryFaults
  readonly log: RegistryLog
  readonly signal: AbortSignal
}

/** Handles a request: faults, the simulated duration, and sending the answer. */
export async function handleRequest(
  parts: HandlerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { settings, faults, log } = parts
  const path = decoded(request.url ?? '/')
  const place = readRegistryPath(path, settings.prefix)
  const acceptsGzip = settings.gzip && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  const { version, className } = place
  const record = log.begin({ method: request.method ?? '', path, version, className, acceptsGzip })
  response.once('close', () => log.end(record))
  // A client that disconnects midway is no error here.
  response.on('error', () => undefined)
  request.resume()
  const effects = faults.strike(record)
  if (effects.some(({ kind }) => kind === 'hang')) return
  if (effects.some(({ kind }) => kind === 'drop')) return void request.socket.destroy()
  await spendTime(parts, effects)
  const answer = substitute(effects) ?? answerFor(parts, request.method ?? '', place)
  const { status, bytes, isGzip } = await sendAnswer(answer, effects, response, acceptsGzip)
  log.sent(record, status, bytes, isGzip)
}

async function spendTime({ settings, signal }: HandlerParts, effects: readonly RegistryEffect[]): Promise<void> {
  const duration = effects.reduce((sum, effect) => sum + (effect.kind === 'delay' ? effect.ms : 0), settings.latencyMs)
  if (duration > 0) await wait(duration, undefined, { signal })
}

function substitute(effects: readonly RegistryEffect[]): Answer | undefined {
  for (const effect of effects) {
    if (effect.kind === 'html') return page(effect.status)
    if (effect.kind === 'empty_object') return plainJson('{}')
    if (effect.kind === 'bomb') return bomb(effect.values)
    if (effect.kind === 'not_a_document') return plainJson('{"message":"moved","items":[1,2,3]}')
  }
  return undefined
}

function answerFor(
  { sources }: HandlerParts,
  method: string,
  { version, className, isAggregate }: RegistryPath,
): Answer {
  if (method !== 'GET' && method !== 'HEAD') return page(405)
  const source = version === undefined ? undefined : sources.get(version)
  const body = isAggregate ? source?.aggregate() : className === undefined ? undefined : source?.document(className)
  return body ? { status: 200, type: 'application/json', body, isCompressed: true } : page(404)
}

function page(status: number): Answer {
  return { status, type: 'text/html; charset=utf-8', body: hostPage(status), isCompressed: false }
}

function plainJson(text: string): Answer {
  return { status: 200, type: 'application/json', body: Buffer.from(text), isCompressed: false }
}

function bomb(values: number): Answer {
  const text = `{"x":[${'{},'.repeat(values - 1)}{}]}`
  return { status: 200, type: 'application/json', body: gzipSync(text, { level: 1 }), isCompressed: true }
}

function decoded(url: string): string {
  const [path = '/'] = url.split('?')
  try {
    return decodeURIComponent(path)
  } catch {
    // A broken escape names no document.
    return path
  }
}
