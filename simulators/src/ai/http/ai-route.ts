import type { AiSettings } from '../ai-options.ts'
import { PLACES, type ProviderId, PROVIDERS } from '../providers.ts'
import { ANTHROPIC_MESSAGES } from '../dialects/anthropic-messages.ts'
import type { Address, Dialect } from '../dialects/dialect.ts'
import { GEMINI_GENERATE } from '../dialects/gemini-generate.ts'
import { OLLAMA_CHAT } from '../dialects/ollama-chat.ts'
import { COMPATIBLE_CHAT, OPENAI_CHAT } from '../dialects/openai-chat.ts'
import { OPENAI_RESPONSES } from '../dialects/openai-responses.ts'
import { anthropicPage, geminiPage, modelDocument, modelList } from '../documents/model-lists.ts'
import type { AiPurpose } from './ai-log.ts'

/** Lists and single documents: undefined when the address names something unknown. */
type Describe = (settings: AiSettings, query: URLSearchParams, name: string) => object | undefined

type Route = {
  readonly method: 'GET' | 'POST'
  /** Below the provider's folder; `name` is the model in the address. */
  readonly pattern: RegExp
  readonly purpose: AiPurpose
  readonly dialect?: Dialect
  readonly isStreamed?: boolean
  readonly describe?: Describe
  /** OpenRouter lists its models to anybody, and Ollama its version. */
  readonly isPublic?: boolean
  /** Azure's dated interfaces answer nobody who does not say which one. */
  readonly needsVersion?: boolean
}

export type FoundRoute = Route & { readonly address: Address }

const ask = (pattern: RegExp, dialect: Dialect, more: Partial<Route> = {}): Route => ({
  method: 'POST',
  pattern,
  purpose: 'chat',
  dialect,
  ...more,
})
const read = (pattern: RegExp, purpose: AiPurpose, describe: Describe, more: Partial<Route> = {}): Route => ({
  method: 'GET',
  pattern,
  purpose,
  describe,
  ...more,
})

const documentsOf = (provider: ProviderId, settings: AiSettings) =>
  settings.models[provider].map((id, index) => modelDocument(provider, id, index))
const listOf =
  (provider: ProviderId): Describe =>
  (settings) =>
    modelList(documentsOf(provider, settings))
const oneOf =
  (provider: ProviderId): Describe =>
  (settings, _query, name) =>
    settings.models[provider].includes(name)
      ? modelDocument(provider, name, settings.models[provider].indexOf(name))
      : undefined

const KEY_DOCUMENT = {
  label: 'sk-or-v1-sim...001',
  limit: null,
  usage: 0.42,
  limit_remaining: null,
  is_free_tier: false,
}
const VERSION_DOCUMENT = { version: '0.12.6' }

const ROUTES: Readonly<Record<ProviderId, readonly Route[]>> = {
  openai: [
    ask(/^\/v1\/responses$/, OPENAI_RESPONSES),
    ask(/^\/v1\/chat\/completions$/, OPENAI_CHAT),
    read(/^\/v1\/models$/, 'models', listOf('openai')),
    read(/^\/v1\/models\/(?<name>.+)$/, 'models', oneOf('openai')),
  ],
  anthropic: [
    ask(/^\/v1\/messages$/, ANTHROPIC_MESSAGES),
    read(/^\/v1\/models$/, 'models', anthropicPage),
    read(/^\/v1\/models\/(?<name>.+)$/, 'models', oneOf('anthropic')),
  ],
  gemini: [
    ask(/^\/v1(?:beta)?\/models\/(?<name>[^:]+):generateContent$/, GEMINI_GENERATE),
    ask(/^\/v1(?:beta)?\/models\/(?<name>[^:]+):streamGenerateContent$/, GEMINI_GENERATE, { isStreamed: true }),
    read(/^\/v1(?:beta)?\/models$/, 'models', geminiPage),
    read(/^\/v1(?:beta)?\/models\/(?<name>[^:]+)$/, 'models', oneOf('gemini')),
  ],
  mistral: [
    ask(/^\/v1\/chat\/completions$/, COMPATIBLE_CHAT),
    read(/^\/v1\/models$/, 'models', listOf('mistral')),
    read(/^\/v1\/models\/(?<name>.+)$/, 'models', oneOf('mistral')),
  ],
  openrouter: [
    ask(/^\/api\/v1\/chat\/completions$/, COMPATIBLE_CHAT),
    read(/^\/api\/v1\/models$/, 'models', (settings) => ({ data: documentsOf('openrouter', settings) }), {
      isPublic: true,
    }),
    read(/^\/api\/v1\/(?:auth\/)?key$/, 'key', () => ({ data: KEY_DOCUMENT })),
  ],
  azure_openai: [
    ask(/^\/openai(?:\/v1)?\/responses$/, OPENAI_RESPONSES),
    ask(/^\/openai(?:\/v1)?\/chat\/completions$/, OPENAI_CHAT),
    ask(/^\/openai\/deployments\/(?<name>[^/]+)\/chat\/completions$/, OPENAI_CHAT, { needsVersion: true }),
    read(/^\/openai\/models$/, 'models', listOf('azure_openai'), { needsVersion: true }),
    read(/^\/openai\/v1\/models$/, 'models', listOf('azure_openai')),
  ],
  ollama: [
    ask(/^\/api\/chat$/, OLLAMA_CHAT),
    read(/^\/api\/tags$/, 'models', (settings) => ({ models: documentsOf('ollama', settings) })),
    read(/^\/api\/version$/, 'other', () => VERSION_DOCUMENT),
    // Ollama also speaks as OpenAI does.
    ask(/^\/v1\/chat\/completions$/, COMPATIBLE_CHAT),
    read(/^\/v1\/models$/, 'models', (settings) =>
      modelList(settings.models.ollama.map((id) => ({ id, object: 'model', owned_by: 'library' }))),
    ),
  ],
}

/** The provider whose folder the address is in, and the path below that folder. */
export function placeOf(path: string): { readonly provider: ProviderId | undefined; readonly rest: string } {
  const [, folder = '', rest = ''] = /^\/([^/]*)(.*)$/.exec(path) ?? []
  return { provider: PROVIDERS.find((one) => PLACES[one][0] === folder), rest }
}

export function findRoute(provider: ProviderId, method: string, rest: string): FoundRoute | undefined {
  for (const route of ROUTES[provider]) {
    const match = route.method === method ? route.pattern.exec(rest) : null
    if (match)
      return { ...route, address: { model: decoded(match.groups?.['name']), isStreamed: route.isStreamed === true } }
  }
  return undefined
}

function decoded(name: string | undefined): string | undefined {
  try {
    return name === undefined ? undefined : decodeURIComponent(name)
  } catch {
    // A broken escape is part of a name that nothing has.
    return name
  }
}
