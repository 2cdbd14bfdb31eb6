import type { IncomingHttpHeaders } from 'node:http'
import type { ProviderId } from '../providers.ts'
import type { AiRequest } from './ai-log.ts'

const HEADERS: Readonly<Record<ProviderId, string>> = {
  openai: 'authorization',
  anthropic: 'x-api-key',
  gemini: 'x-goog-api-key',
  mistral: 'authorization',
  openrouter: 'authorization',
  azure_openai: 'api-key',
  ollama: 'authorization',
}

/** The key a request carries, in the header its provider reads, or in the query for Google. */
export function keyOf(provider: ProviderId, headers: IncomingHttpHeaders, query: URLSearchParams): string | undefined {
  const value = headers[HEADERS[provider]]
  const text = typeof value === 'string' ? value : provider === 'gemini' ? (query.get('key') ?? undefined) : undefined
  return HEADERS[provider] === 'authorization' ? /^Bearer +(\S+)$/i.exec(text ?? '')?.[1] : text
}

/** The header the key came in and whether the key is right; undefined without one. */
export function judge(provider: ProviderId, key: string | undefined, expected: string | undefined): AiRequest['key'] {
  return key === undefined
    ? undefined
    : { header: HEADERS[provider], isValid: expected === undefined || key === expected }
}

export function mask(key: string): string {
  return key.length < 12 ? '*'.repeat(key.length) : `${key.slice(0, 3)}${'*'.repeat(key.length - 7)}${key.slice(-4)}`
}

/** The headers without the key, wherever it may be. */
export function withoutKeys(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const secret = new Set([...Object.values(HEADERS), 'proxy-authorization', 'cookie'])
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, secret.has(name) ? '***' : value]))
}
