import type { AiProviderConfig, AiSettings } from '@heddle/contract/ai.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { ConfigRow } from './ai-configs.store.ts'
import type { SettingsRow } from './ai-settings.store.ts'
import { missingOfSaved, modelNameOf, providerOfUser, platformProvider } from './saved-provider.ts'

/** Without the key. */
export const presentConfig = (row: ConfigRow): AiProviderConfig => ({
  provider: row.provider,
  model: modelNameOf(row),
  base_url: row.baseUrl,
  azure_deployment_name: row.deploymentName,
  has_api_key: row.apiKeySealed !== null,
  is_configured: missingOfSaved(providerOfUser(row)) === undefined,
  updated_at: timestamp(row.updatedAt),
})

/** Without the key. */
export function presentSettings(row: SettingsRow): AiSettings {
  const saved = platformProvider(row)
  return {
    ai_builder_enabled: row.isEnabled,
    platform_default_provider: row.provider,
    platform_default_model: row.model,
    platform_base_url: row.baseUrl,
    platform_deployment_name: row.deploymentName,
    has_platform_api_key: row.apiKeySealed !== null,
    is_configured: saved !== undefined && missingOfSaved(saved) === undefined,
    prompt_style: row.promptStyle,
    verbosity: row.verbosity,
    default_complexity: row.defaultComplexity,
    share_results: row.sharesResults,
    audit_prompts: row.auditsPrompts,
  }
}
