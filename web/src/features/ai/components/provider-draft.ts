import type { Wire } from '../../../lib/api/wire.ts'
import type { ProviderId } from '../api.ts'

/** A provider in a form: one's own or that of everybody. */
export type ProviderDraft = {
  readonly provider: ProviderId | undefined
  readonly model: string
  readonly base_url: string
  readonly deployment: string
  /** Empty: what is saved stays. */
  readonly key: string
  readonly isKeyRemoved: boolean
}

/** What is saved of it. */
export type SavedKey = { readonly provider: ProviderId | null; readonly base_url: string; readonly has: boolean }

export const EMPTY_DRAFT: ProviderDraft = {
  provider: undefined,
  model: '',
  base_url: '',
  deployment: '',
  key: '',
  isKeyRemoved: false,
}

export const draftOfOwn = (own: Wire.AiProviderConfig): ProviderDraft => ({
  ...EMPTY_DRAFT,
  provider: own.provider,
  model: own.model,
  base_url: own.base_url ?? '',
  deployment: own.azure_deployment_name ?? '',
})

export const draftOfPlatform = (settings: Wire.AiSettings): ProviderDraft => ({
  ...EMPTY_DRAFT,
  provider: settings.platform_default_provider ?? undefined,
  model: settings.platform_default_model ?? '',
  base_url: settings.platform_base_url ?? '',
  deployment: settings.platform_deployment_name ?? '',
})

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** The key only where one was typed, or is to go. */
function keyOf({ key, isKeyRemoved }: ProviderDraft): { readonly api_key?: string | null } {
  if (key !== '') return { api_key: key }
  return isKeyRemoved ? { api_key: null } : {}
}

export function ownBody(draft: ProviderDraft, provider: ProviderId): Wire.AiProviderWrite {
  return {
    provider,
    model: orNull(draft.model),
    base_url: orNull(draft.base_url),
    azure_deployment_name: orNull(draft.deployment),
    ...keyOf(draft),
  }
}

export function platformBody(draft: ProviderDraft): Wire.AiSettingsPatch {
  const { api_key } = keyOf(draft)
  return {
    platform_default_provider: draft.provider ?? null,
    platform_default_model: orNull(draft.model),
    platform_base_url: orNull(draft.base_url),
    platform_deployment_name: orNull(draft.deployment),
    ...(api_key !== undefined && { platform_api_key: api_key }),
  }
}

export const isSameDraft = (a: ProviderDraft, b: ProviderDraft): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A key goes only to the provider and address that it was saved with. */
export const isKeyKept = (draft: ProviderDraft, saved: SavedKey): boolean =>
  saved.has && draft.provider === saved.provider && draft.base_url.trim() === saved.base_url
