import { createHash } from 'node:crypto'
import { type AiSettings, isChatModel } from '../ai-options.ts'
import type { ProviderId } from '../providers.ts'

/** Seconds since 1970; lists are ordered by it, newest first at Anthropic. */
const CREATED = 1_780_000_000
const DAY_SECONDS = 86_400

/** How a provider writes one of its models. */
export function modelDocument(provider: ProviderId, id: string, index: number): object {
  const created = CREATED - index * DAY_SECONDS
  const plain = { id, object: 'model', created, owned_by: provider }
  switch (provider) {
    case 'openai':
      return { ...plain, owned_by: 'system' }
    case 'anthropic':
      return {
        type: 'model',
        id,
        display_name: titleOf(id),
        created_at: new Date(created * 1000).toISOString().replace('.000', ''),
      }
    case 'gemini':
      return geminiModel(id)
    case 'mistral':
      return {
        ...plain,
        owned_by: 'mistralai',
        name: id,
        capabilities: { completion_chat: isChatModel(id) },
        aliases: [],
      }
    case 'openrouter':
      return openrouterModel(id, created)
    case 'azure_openai':
      return {
        id,
        object: 'model',
        created_at: created,
        status: 'succeeded',
        capabilities: { chat_completion: isChatModel(id) },
      }
    case 'ollama':
      return ollamaModel(id, created)
  }
}

/** Azure answers with `data` on both of its interfaces. */
export function modelList(documents: readonly object[]): object {
  return { object: 'list', data: documents }
}

type Query = URLSearchParams

/** A page of Anthropic's list: `limit`, `after_id`, `before_id`. */
export function anthropicPage({ models }: AiSettings, query: Query): object {
  const ids = models.anthropic
  const limit = sizeOf(query.get('limit'), 20)
  const before = ids.indexOf(query.get('before_id') ?? '')
  const start = before >= 0 ? Math.max(0, before - limit) : ids.indexOf(query.get('after_id') ?? '') + 1
  const page = ids.slice(start, before >= 0 ? before : start + limit)
  return {
    data: page.map((id) => modelDocument('anthropic', id, ids.indexOf(id))),
    has_more: before >= 0 ? start > 0 : start + limit < ids.length,
    first_id: page[0] ?? null,
    last_id: page.at(-1) ?? null,
  }
}

/** A page of Google's list: `pageSize`, `pageToken`. */
export function geminiPage({ models }: AiSettings, query: Query): object {
  const size = sizeOf(query.get('pageSize'), 50)
  const start = Number(query.get('pageToken') ?? 0)
  const page = models.gemini.slice(start, start + size)
  const next = start + size < models.gemini.length ? { nextPageToken: String(start + size) } : {}
  return { models: page.map((id, index) => modelDocument('gemini', id, start + index)), ...next }
}

const MAX_PAGE = 1000

function sizeOf(text: string | null, standard: number): number {
  return Math.min(MAX_PAGE, Math.max(1, Number(text ?? standard)))
}

function geminiModel(id: string): object {
  return {
    name: `models/${id}`,
    version: '001',
    displayName: titleOf(id),
    description: 'A simulated model',
    inputTokenLimit: 1_048_576,
    outputTokenLimit: 65_536,
    supportedGenerationMethods: isChatModel(id) ? ['generateContent', 'countTokens'] : ['embedContent'],
  }
}

function openrouterModel(id: string, created: number): object {
  return {
    id,
    canonical_slug: id,
    name: titleOf(id.split('/').at(-1) ?? id),
    created,
    context_length: 131_072,
    architecture: { modality: 'text->text', input_modalities: ['text'], output_modalities: ['text'] },
    pricing: { prompt: '0.00000015', completion: '0.0000006' },
    supported_parameters: ['max_tokens', 'temperature', 'response_format', 'structured_outputs'],
  }
}

function ollamaModel(id: string, created: number): object {
  const family = id.split(/[\d.:-]/)[0] ?? id
  return {
    name: id,
    model: id,
    modified_at: new Date(created * 1000).toISOString(),
    size: 2_019_393_189,
    digest: createHash('sha256').update(id).digest('hex'),
    details: {
      parent_model: '',
      format: 'gguf',
      family,
      families: [family],
      parameter_size: '3.2B',
      quantization_level: 'Q4_K_M',
    },
  }
}

function titleOf(id: string): string {
  return id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
