import { type AiModels, type AiModelsQuery, SHORTEST_LISTING_KEY } from '@heddle/contract/ai.ts'
import { providerOf } from '@heddle/domain/ai/providers.ts'
import type { AiTarget } from '../../adapters/ai-provider/ai-providers.ts'
import type { SecretBox } from '../../adapters/secrets/secret-box.ts'
import { keyFromForm } from './in-form-target.ts'
import { sameBaseUrl, providerText } from './provider-values.ts'
import { providerKey, type SavedProvider } from './saved-provider.ts'

/** Without what its caller may learn. */
export type ListingTarget = Omit<AiTarget, 'model' | 'hidesInternal'>

/**
 * Whose list of models is asked for, and with which key: the one in the query, or the first saved one for this
 * provider. Without a base URL in the query, that of the saved provider is taken along.
 */
export function listingTarget(
  query: AiModelsQuery,
  candidates: readonly SavedProvider[],
  secrets: SecretBox,
): ListingTarget {
  const { provider } = query
  const key = providerText(query.api_key)
  const baseUrl = providerText(query.base_url)
  const ofProvider = candidates.filter((saved) => saved.provider === provider)
  if (key !== null)
    return { provider, apiKey: keyFromForm(key), baseUrl: baseUrl ?? ofProvider[0]?.baseUrl ?? null, deployment: null }
  const needsKey = providerOf(provider).requires_api_key
  const saved = ofProvider.find(
    ({ baseUrl: savedUrl, apiKeySealed }) =>
      (baseUrl === null || sameBaseUrl(baseUrl, savedUrl)) && (apiKeySealed !== null || !needsKey),
  )
  if (saved === undefined) return { provider, apiKey: null, baseUrl, deployment: null }
  return { provider, apiKey: providerKey(secrets, saved), baseUrl: saved.baseUrl, deployment: null }
}

/** Why the provider is not asked for its list; undefined if it can be. */
export function faultOfListing({ provider, apiKey, baseUrl }: ListingTarget): string | undefined {
  const { display_name: name, requires_api_key: needsKey, requires_base_url: needsBaseUrl } = providerOf(provider)
  if (needsBaseUrl && baseUrl === null) return `${name} needs a base URL to list its models.`
  if (needsKey && apiKey === null)
    return `${name} needs an API key to list its models. A saved key is only sent to its own base URL.`
  if (apiKey !== null && apiKey.reveal().length < SHORTEST_LISTING_KEY) {
    return `The API key is too short: models are listed with a key of at least ${SHORTEST_LISTING_KEY} characters.`
  }
  return undefined
}

export const liveModels = (provider: AiModelsQuery['provider'], models: readonly string[]): AiModels => ({
  source: 'live',
  models: [...models],
  recommended: recommendedOf(providerOf(provider).default_model, models),
})

export function fallbackModels(provider: AiModelsQuery['provider'], detail: string): AiModels {
  const { default_model, fallback_models: models } = providerOf(provider)
  return { source: 'fallback', models, recommended: recommendedOf(default_model, models), detail }
}

/** The default, if it is listed, perhaps with a tag (`llama3.2:latest`); else the first. */
function recommendedOf(defaultModel: string, models: readonly string[]): string {
  return (
    models.find((model) => model === defaultModel) ??
    models.find((model) => model.startsWith(`${defaultModel}:`)) ??
    models[0] ??
    defaultModel
  )
}
