import type { ProviderId } from '@heddle/contract/ai.ts'
import { providerOf } from '@heddle/domain/ai/providers.ts'
import { AiFailure } from './ai-failure.ts'
import { isInternal } from '../outbound/deny-list.ts'
import type { AiTarget } from './ai-providers.ts'
import type { AiWire, WireAnswer, AiWireRequest } from './ai-wire.ts'
import type { FetchDocument } from './list-models.ts'
import { type Places, providerPlaces } from './provider-places.ts'
import { keyMask } from './provider-words.ts'
import type { ModelAccess } from './put-question.ts'
import { parseJson } from './read-json.ts'
import { rejectionOf } from './rejection.ts'

/** A provider as one question or list needs it. */
export type Peer = ModelAccess &
  Places & {
    readonly read: FetchDocument
    /** Whether its addresses, as far as they were connected to, are loopback, private or the like. */
    readonly isInternal: () => boolean
  }

/** Goes into the path of a URL at these two. */
const NAME_IN_PATH: readonly ProviderId[] = ['gemini', 'azure_openai']
const NAME = /^(?!\.+(?:\/|$))[\w.:@-]+(?:\/(?!\.+(?:\/|$))[\w.:@-]+)*$/

/** Throws an `AiFailure` if the target lacks what every request needs. */
export function openPeer(
  target: Omit<AiTarget, 'model'> & { readonly model?: string },
  wire: AiWire,
  signal: AbortSignal,
): Peer {
  const { provider, deployment, model = '' } = target
  const who = providerOf(provider).display_name
  const places = providerPlaces(provider, target.baseUrl)
  if (typeof places === 'string') throw new AiFailure('unreachable', `${who} cannot be asked. ${places}`)
  const apiKey = target.apiKey?.reveal().trim() ?? ''
  // No header can hold such a key, and the libraries would repeat it in their errors.
  if (/[^\x21-\x7e]/.test(apiKey))
    throw new AiFailure('unauthorized', `The API key of ${who} contains characters that no key has.`)
  const name = (provider === 'azure_openai' ? deployment : null) ?? model
  if (name !== '' && NAME_IN_PATH.includes(provider) && !NAME.test(name))
    throw new AiFailure(
      'unknown_model',
      `${who} has no model ${JSON.stringify(name.slice(0, 100))}: names have no such characters.`,
    )
  const asked = { who, name: name === '' ? undefined : name, mask: keyMask(apiKey) }

  let metInternal = false
  const onAddress = (address: string) => {
    metInternal ||= isInternal(address)
  }

  async function send(request: Pick<AiWireRequest, 'method' | 'url' | 'headers' | 'body'>): Promise<WireAnswer> {
    const answer = await wire.send({ ...request, who, onAddress }, signal)
    const rejection = rejectionOf(answer, asked)
    if (rejection) throw rejection
    return answer
  }

  async function fetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const headers = Object.fromEntries(new Headers(init.headers))
    // The libraries send an empty one.
    if (apiKey === '') delete headers['authorization']
    const url = new URL(input instanceof Request ? input.url : input)
    const body = typeof init.body === 'string' ? init.body : null
    const { status, text } = await send({ method: 'POST', url, headers, body })
    return new Response(text, { status, headers: { 'content-type': 'application/json' } })
  }

  const read: FetchDocument = async (url) => {
    const headers = { accept: 'application/json', ...authorizationOf(provider, apiKey) }
    return parseJson((await send({ method: 'GET', url, headers, body: null })).text)
  }

  return { provider, who, name, apiKey, ...places, fetch, read, isInternal: () => metInternal }
}

/** Never in the URL: those are logged on the way. */
function authorizationOf(provider: ProviderId, apiKey: string): Record<string, string> {
  if (apiKey === '') return {}
  switch (provider) {
    case 'anthropic':
      return { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }
    case 'gemini':
      return { 'x-goog-api-key': apiKey }
    case 'azure_openai':
      return { 'api-key': apiKey }
    default:
      return { authorization: `Bearer ${apiKey}` }
  }
}

export function requireKey({ provider, who, apiKey }: Peer): void {
  if (apiKey === '' && providerOf(provider).requires_api_key)
    throw new AiFailure('unauthorized', `${who} needs an API key.`)
}
