import type { ProviderId } from '@heddle/contract/ai.ts'
import { providerOf } from '@heddle/domain/ai/providers.ts'
import type { AiTarget } from '../../adapters/ai-provider/ai-providers.ts'
import type { SecretLike } from '../../adapters/secrets/secret.ts'
import type { SecretPlace, SecretBox } from '../../adapters/secrets/secret-box.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { ConfigRow } from './ai-configs.store.ts'
import type { SettingsRow } from './ai-settings.store.ts'
import { sameBaseUrl } from './provider-values.ts'
import { missingOf } from './requirements.ts'

/** A provider as it is saved, for one user or as the platform default. */
export type SavedProvider = {
  readonly provider: ProviderId
  /** Empty or null: the provider's default. */
  readonly model: string | null
  readonly baseUrl: string | null
  readonly deploymentName: string | null
  readonly apiKeySealed: string | null
  /** Where the key is. */
  readonly place: SecretPlace
}

export const configKeyPlace = (userId: number): SecretPlace => ({
  table: 'ai_provider_configs',
  column: 'api_key_sealed',
  row: userId,
})
export const SETTINGS_KEY_PLACE: SecretPlace = { table: 'ai_settings', column: 'api_key_sealed', row: 1 }

export const providerOfUser = (row: ConfigRow): SavedProvider => ({ ...row, place: configKeyPlace(row.userId) })

/** Undefined while the administrator has chosen none. */
export const platformProvider = ({ provider, ...settings }: SettingsRow): SavedProvider | undefined =>
  provider === null ? undefined : { ...settings, provider, place: SETTINGS_KEY_PLACE }

export const providerKey = (secrets: SecretBox, { apiKeySealed, place }: SavedProvider): SecretLike | null =>
  apiKeySealed === null ? null : secrets.open(apiKeySealed, place)

export const modelNameOf = ({ provider, model }: Pick<SavedProvider, 'provider' | 'model'>): string =>
  model === null || model === '' ? providerOf(provider).default_model : model

export const missingOfSaved = (saved: SavedProvider): string | undefined =>
  missingOf({ ...saved, hasApiKey: saved.apiKeySealed !== null })

/**
 * Whether an address of loopback or of a private network may be looked at no closer than to see that it answers.
 * Administrators may look, and everyone may at the one that the platform itself uses.
 */
export const hidesInternal = (
  { isAdmin }: Pick<Actor, 'isAdmin'>,
  baseUrl: string | null,
  platform: Pick<SavedProvider, 'baseUrl'> | undefined,
): boolean => !isAdmin && !isNamedByPlatform(baseUrl, platform)

/** Null is the provider's own address, which is not for anybody to choose. */
export const isNamedByPlatform = (
  baseUrl: string | null,
  platform: Pick<SavedProvider, 'baseUrl'> | undefined,
): boolean => baseUrl === null || (platform !== undefined && sameBaseUrl(baseUrl, platform.baseUrl))

export const aiTarget = (
  secrets: SecretBox,
  saved: SavedProvider,
  rights: Pick<AiTarget, 'hidesInternal'>,
): AiTarget => ({
  provider: saved.provider,
  model: modelNameOf(saved),
  apiKey: providerKey(secrets, saved),
  baseUrl: saved.baseUrl,
  deployment: saved.deploymentName,
  ...rights,
})
