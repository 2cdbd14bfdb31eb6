import type { ProviderId } from '@heddle/contract/ai.ts'
import { parseBaseUrl } from '../outbound/base-url.ts'

/** An interface that a provider may speak. */
export type Api = 'chat' | 'responses' | 'messages' | 'generate' | 'deployment' | 'ollama'

/** One way to put a question: an interface, and the URL it is below. */
export type Way = { readonly api: Api; readonly base: string }

export type Places = { readonly ways: readonly Way[]; readonly lists: readonly ModelList[] }
export type ModelList = { readonly url: string; readonly isOllama: boolean }

type Bases = {
  /** Where the provider itself is; null if everyone has their own. */
  readonly own: string | null
  /** What people leave out when they type a base URL. */
  readonly version: readonly string[]
  readonly apis: readonly Api[]
}

/**
 * Ways are tried from left to right: each API at the URL as typed, then with a version behind it. What is missing has
 * rules of its own, below.
 */
const BASES: Readonly<Record<Exclude<ProviderId, 'azure_openai' | 'ollama'>, Bases>> = {
  openai: { own: 'https://api.openai.com/v1', version: ['/v1'], apis: ['chat', 'responses'] },
  anthropic: { own: 'https://api.anthropic.com/v1', version: ['/v1'], apis: ['messages'] },
  gemini: { own: 'https://generativelanguage.googleapis.com/v1beta', version: ['/v1beta'], apis: ['generate'] },
  mistral: { own: 'https://api.mistral.ai/v1', version: ['/v1'], apis: ['chat'] },
  openrouter: { own: 'https://openrouter.ai/api/v1', version: ['/v1', '/api/v1'], apis: ['chat'] },
}

/** People also paste the URL of an endpoint. */
const ENDPOINT = /\/(?:(?:chat\/)?completions|responses|messages|models|chat|tags|generate)$/
const VERSION = /\/v\d+(?:(?:alpha|beta)\d*)?$/

/** Where a provider may be asked, in the order to try; a text if its base URL cannot be used. */
export function providerPlaces(provider: ProviderId, baseUrl: string | null): Places | string {
  const own = provider === 'azure_openai' || provider === 'ollama' ? null : BASES[provider].own
  const typed = baseUrl?.trim() || own
  if (typed === null) return 'It needs a base URL.'
  const url = parseBaseUrl(typed)
  if (!url.ok) return url.message
  const base = url.origin + url.path.replace(ENDPOINT, '')
  if (provider === 'azure_openai') return { ways: azureWays(base), lists: [] }
  if (provider === 'ollama') return ollamaPlaces(base)
  const { version, apis } = BASES[provider]
  const bases = VERSION.test(base) ? [base] : [base, ...version.map((one) => base + one)]
  return {
    ways: apis.flatMap((api) => bases.map((one) => ({ api, base: one }))),
    lists: bases.map((one) => ({ url: `${one}/models`, isOllama: false })),
  }
}

/** The portal shows the bare resource; gateways may serve the interface without its usual folder. */
function azureWays(base: string): Way[] {
  const root = base.replace(/\/deployments\/[^/]+(?:\/chat)?$/, '').replace(/(?:\/openai)?(?:\/v1)?$/, '')
  return [
    { api: 'deployment', base: `${root}/openai` },
    { api: 'chat', base: `${root}/openai/v1` },
    { api: 'responses', base: `${root}/openai/v1` },
    { api: 'deployment', base: root },
    { api: 'chat', base: `${root}/v1` },
  ]
}

/** Its own interface first: only there the size of the context can be set. */
function ollamaPlaces(base: string): Places {
  const root = base.replace(/\/(?:api|v1)$/, '')
  return {
    ways: [
      { api: 'ollama', base: `${root}/api` },
      { api: 'chat', base: `${root}/v1` },
    ],
    lists: [
      { url: `${root}/api/tags`, isOllama: true },
      { url: `${root}/v1/models`, isOllama: false },
    ],
  }
}
