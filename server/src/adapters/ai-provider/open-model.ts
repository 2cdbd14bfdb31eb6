import type { LanguageModel } from 'ai'
import type { ProviderId } from '@heddle/contract/ai.ts'
import type { Way } from './provider-places.ts'

export type ModelChoice = {
  readonly provider: ProviderId
  readonly way: Way
  /** Of the model, or of Azure's deployment. */
  readonly name: string
  /** Empty: none. */
  readonly apiKey: string
  readonly fetch: typeof globalThis.fetch
}

const AZURE_VERSION = '2024-10-21'

/**
 * A model of the provider's library. Libraries are loaded at first use: together they take 0.4 s and 33 MB, which most
 * processes never need. All settings are passed, because the libraries read missing ones from the environment.
 */
export async function openModel({
  provider,
  way: { api, base },
  name,
  apiKey,
  fetch,
}: ModelChoice): Promise<LanguageModel> {
  const settings = { baseURL: base, apiKey, fetch }
  switch (provider) {
    case 'openai':
      return openOpenAi(settings, api, name)
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(settings)(name)
    case 'gemini':
      return (await import('@ai-sdk/google')).createGoogle(settings)(name)
    case 'mistral':
      return (await import('@ai-sdk/mistral')).createMistral(settings)(name)
    case 'openrouter':
      return (await import('@openrouter/ai-sdk-provider')).createOpenRouter(settings).chat(name)
    case 'azure_openai': {
      const { createAzure } = await import('@ai-sdk/azure')
      if (api === 'responses') return createAzure(settings).responses(name)
      if (api === 'chat') return createAzure(settings).chat(name)
      // The library puts the name into the URL as it is.
      return createAzure({ ...settings, useDeploymentBasedUrls: true, apiVersion: AZURE_VERSION }).chat(
        encodeURIComponent(name),
      )
    }
    case 'ollama': {
      if (api === 'chat') return openOpenAi(settings, api, name)
      const { createOllama } = await import('ollama-ai-provider-v2')
      return createOllama({ baseURL: base, fetch, headers: { authorization: `Bearer ${apiKey}` } })(name)
    }
  }
}

async function openOpenAi(
  settings: { baseURL: string; apiKey: string; fetch: typeof globalThis.fetch },
  api: Way['api'],
  name: string,
) {
  const openai = (await import('@ai-sdk/openai')).createOpenAI(settings)
  return api === 'responses' ? openai.responses(name) : openai.chat(name)
}
