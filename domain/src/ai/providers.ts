import type { AiProvider, ProviderId } from '@heddle/contract/ai.ts'

/**
 * What each provider needs, and the models to fall back on while its own list cannot be read. Names of models age fast:
 * the live list is preferred wherever there is one.
 */
export const AI_PROVIDERS: readonly AiProvider[] = [
  keyOnly('openai', 'OpenAI', ['gpt-5.4-mini', 'gpt-5.4', 'gpt-6-luna', 'gpt-4.1-mini']),
  keyOnly('anthropic', 'Anthropic', ['claude-haiku-5-5', 'claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-4-5']),
  keyOnly('gemini', 'Google Gemini', [
    'gemini-3.5-flash',
    'gemini-3.8-flash',
    'gemini-2.5-flash',
    'gemini-flash-latest',
  ]),
  keyOnly('mistral', 'Mistral', ['mistral-small-latest', 'mistral-medium-latest', 'mistral-large-latest']),
  keyOnly('openrouter', 'OpenRouter', [
    'openai/gpt-4o-mini',
    'anthropic/claude-haiku-4.5',
    'meta-llama/llama-3.3-70b-instruct',
  ]),
  {
    id: 'azure_openai',
    display_name: 'Azure OpenAI',
    requires_api_key: true,
    requires_base_url: true,
    requires_deployment_name: true,
    // The deployment decides; a model only says what is behind it.
    default_model: 'gpt-4o-mini',
    fallback_models: ['gpt-4o-mini', 'gpt-5.4-mini', 'gpt-5.4'],
  },
  {
    id: 'ollama',
    display_name: 'Ollama',
    requires_api_key: false,
    requires_base_url: true,
    requires_deployment_name: false,
    default_model: 'llama3.2',
    fallback_models: ['llama3.2', 'qwen3', 'gpt-oss:20b', 'mistral'],
  },
]

function keyOnly(id: ProviderId, displayName: string, models: readonly [string, ...string[]]): AiProvider {
  return {
    id,
    display_name: displayName,
    requires_api_key: true,
    requires_base_url: false,
    requires_deployment_name: false,
    default_model: models[0],
    fallback_models: [...models],
  }
}

export const providerOf = (id: ProviderId): AiProvider => AI_PROVIDERS.find((provider) => provider.id === id)!
