export const PROVIDERS = ['openai', 'anthropic', 'gemini', 'mistral', 'openrouter', 'azure_openai', 'ollama'] as const
export type ProviderId = (typeof PROVIDERS)[number]

export function isProvider(id: unknown): id is ProviderId {
  return PROVIDERS.some((one) => one === id)
}

/** The folder each provider lives in, and the rest of its base address. */
export const PLACES: Readonly<Record<ProviderId, readonly [folder: string, rest: string]>> = {
  openai: ['openai', '/v1'],
  anthropic: ['anthropic', '/v1'],
  gemini: ['gemini', '/v1beta'],
  mistral: ['mistral', '/v1'],
  openrouter: ['openrouter', '/api/v1'],
  azure_openai: ['azure', '/openai'],
  ollama: ['ollama', '/api'],
}
