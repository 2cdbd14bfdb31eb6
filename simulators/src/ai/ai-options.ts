import type { Answers } from './answers/ai-prompt.ts'
import type { ProviderId } from './providers.ts'

/** Settings of the simulated providers; all may be changed while they run. */
export type AiSettings = {
  /** Undefined accepts requests without a key: Ollama, unless it stands behind a proxy that asks for one. */
  readonly keys: Record<ProviderId, string | undefined>
  /** Lists hold models for other work too, such as embeddings; as real ones do, they answer no chat. */
  readonly models: Record<ProviderId, readonly string[]>
  /** What Azure knows a model by; the deployments of a resource cannot be listed. */
  deployments: readonly string[]
  /** Delay added to every answer. */
  latencyMs: number
  /** A stream delivers its text in pieces of this many characters, with this pause between them. */
  pieceCharacters: number
  pieceMs: number
  /** How many entries the request log keeps at least. */
  requestLogLength: number
}

export type AiOptions = Partial<Omit<AiSettings, 'keys' | 'models'>> & {
  readonly host?: string
  /** 0 (default) picks a free port. */
  readonly port?: number
  /** The key of every provider that needs one. */
  readonly key?: string
  readonly keys?: Partial<Record<ProviderId, string>>
  readonly models?: Partial<Record<ProviderId, readonly string[]>>
  /** Made up from the schema and the question by default. */
  readonly answers?: Answers
}

const DEFAULT_KEY = 'simulated-ai-key-000001'

const DEFAULT_MODELS: AiSettings['models'] = {
  openai: [
    'gpt-5.4-mini',
    'gpt-5.4',
    'gpt-6-sol',
    'gpt-6-luna',
    'gpt-4.1-mini',
    'gpt-4o-mini',
    'gpt-4o-audio-preview',
    'gpt-image-1',
    'text-embedding-3-small',
    'whisper-1',
    'tts-1',
    'omni-moderation-latest',
  ],
  anthropic: ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5', 'claude-sonnet-4-6', 'claude-haiku-4-5'],
  gemini: [
    'gemini-2.5-flash',
    'gemini-3.5-flash',
    'gemini-3.8-flash',
    'gemini-3.1-pro-preview',
    'gemini-embedding-001',
  ],
  mistral: [
    'mistral-small-latest',
    'mistral-medium-latest',
    'mistral-large-latest',
    'codestral-latest',
    'mistral-embed',
  ],
  openrouter: [
    'openai/gpt-4o-mini',
    'anthropic/claude-haiku-4.5',
    'mistralai/mistral-small',
    'meta-llama/llama-3.3-70b-instruct',
  ],
  azure_openai: ['gpt-5.4-mini', 'gpt-4o-mini', 'text-embedding-3-small'],
  ollama: ['llama3.2:latest', 'qwen3:latest', 'gpt-oss:20b'],
}

export function settingsOf(options: AiOptions): AiSettings {
  const { key = DEFAULT_KEY, keys, models } = options
  return {
    keys: {
      openai: key,
      anthropic: key,
      gemini: key,
      mistral: key,
      openrouter: key,
      azure_openai: key,
      ollama: undefined,
      ...keys,
    },
    models: { ...DEFAULT_MODELS, ...models },
    deployments: options.deployments ?? ['heddle-deployment'],
    latencyMs: options.latencyMs ?? 0,
    pieceCharacters: options.pieceCharacters ?? 16,
    pieceMs: options.pieceMs ?? 0,
    requestLogLength: options.requestLogLength ?? 1000,
  }
}

/** Models for chat, as opposed to embeddings, pictures or sound. */
export function isChatModel(id: string): boolean {
  return !/embed|whisper|tts|image|audio|realtime|transcribe|moderation/.test(id)
}
