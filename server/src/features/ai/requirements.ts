import type { ProviderId } from '@heddle/contract/ai.ts'
import { providerOf } from '@heddle/domain/ai/providers.ts'

/** What is known of a provider, as far as it decides whether it can be asked. */
type Filled = {
  readonly provider: ProviderId
  readonly hasApiKey: boolean
  readonly baseUrl: string | null
  readonly deploymentName: string | null
}

/** What the provider requires and does not have, as a sentence; undefined if it can be asked. */
export function missingOf({ provider, hasApiKey, baseUrl, deploymentName }: Filled): string | undefined {
  const { display_name: name, ...needs } = providerOf(provider)
  const missing = [
    ...(needs.requires_api_key && !hasApiKey ? ['an API key'] : []),
    ...(needs.requires_base_url && baseUrl === null ? ['a base URL'] : []),
    ...(needs.requires_deployment_name && deploymentName === null ? ['a deployment name'] : []),
  ]
  if (missing.length === 0) return undefined
  return `${name} needs ${new Intl.ListFormat('en-GB').format(missing)}.`
}
