import type { AiTestBody, ProviderId } from '@heddle/contract/ai.ts'
import type { SecretLike } from '../../adapters/secrets/secret.ts'
import { sameBaseUrl, providerText } from './provider-values.ts'
import type { SavedProvider } from './saved-provider.ts'

/** A key from a form: like a stored one, it is printed nowhere. */
export const keyFromForm = (key: string): SecretLike => ({ reveal: () => key })

/** Where to test, and with which key: one from the form, the saved one, or none. */
export type FormTarget = {
  readonly provider: ProviderId
  readonly model: string | null
  readonly baseUrl: string | null
  readonly deploymentName: string | null
  readonly key: 'form' | 'saved' | 'none' | 'kept_back'
}

/** The values of a form over those that are saved for its provider. A saved key is not for another base URL. */
export function formTarget(form: AiTestBody, provider: ProviderId, saved: SavedProvider | undefined): FormTarget {
  const over = (value: string | null | undefined, savedValue: string | null | undefined) =>
    value === undefined ? (savedValue ?? null) : providerText(value)
  const baseUrl = over(form.base_url, saved?.baseUrl)
  return {
    provider,
    model: over(form.model, saved?.model),
    baseUrl,
    deploymentName: over(form.azure_deployment_name, saved?.deploymentName),
    key: keyFor(form.api_key, saved, baseUrl),
  }
}

function keyFor(
  sent: string | null | undefined,
  saved: SavedProvider | undefined,
  baseUrl: string | null,
): FormTarget['key'] {
  if (providerText(sent) !== null) return 'form'
  if (sent !== undefined || saved === undefined || saved.apiKeySealed === null) return 'none'
  return sameBaseUrl(saved.baseUrl, baseUrl) ? 'saved' : 'kept_back'
}
