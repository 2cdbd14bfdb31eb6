import type { ProviderId } from '@heddle/contract/ai.ts'
import type { OutboundRules } from '../../adapters/outbound/outbound-rules.ts'
import type { FieldMessages } from '../../kernel/field-messages.ts'

/** What people fill in about a provider, as they sent it; undefined: left out. */
type ProviderValues = {
  readonly model?: string | null | undefined
  readonly baseUrl?: string | null | undefined
  readonly deploymentName?: string | null | undefined
  readonly apiKey?: string | null | undefined
}

type Names = Readonly<Record<keyof ProviderValues, string>>

/** What the fields are called in requests about one's own provider. */
export const OWN_FIELDS = {
  model: 'model',
  baseUrl: 'base_url',
  deploymentName: 'azure_deployment_name',
  apiKey: 'api_key',
} as const
/** In the platform settings. */
export const PLATFORM_FIELDS = {
  model: 'platform_default_model',
  baseUrl: 'platform_base_url',
  deploymentName: 'platform_deployment_name',
  apiKey: 'platform_api_key',
} as const

/** Everything that is wrong with the values, under the names that the caller knows them by. Empty values are fine. */
export async function faultsOfValues(
  values: ProviderValues,
  names: Names,
  outbound: OutboundRules,
): Promise<FieldMessages> {
  const baseUrl = providerText(values.baseUrl)
  const faults: Record<keyof ProviderValues, string | undefined> = {
    model: faultOf(values.model, MODEL, 'Expected the name of a model, such as gpt-5.4-mini or llama3.2:latest.'),
    baseUrl: baseUrl === null ? undefined : await outbound.faultOfUrl(baseUrl),
    deploymentName: faultOf(
      values.deploymentName,
      DEPLOYMENT,
      'Expected letters, digits, dots, dashes and underscores.',
    ),
    // The value is not repeated: it may be a key with one bad character.
    apiKey: faultOf(values.apiKey, KEY, 'A key has neither spaces nor characters outside of ASCII.'),
  }
  return Object.fromEntries(
    Object.entries(faults).flatMap(([field, fault]) =>
      fault === undefined ? [] : [[names[field as keyof ProviderValues], [fault]]],
    ),
  )
}

// Names become parts of paths at some providers, and keys become headers.
const MODEL = /^(?!.*\.\.)[^\s\p{C}?#%\\]+$/u
const DEPLOYMENT = /^(?!\.+$)[\w.-]+$/
const KEY = /^[\x21-\x7e]+$/

function faultOf(value: string | null | undefined, expected: RegExp, message: string): string | undefined {
  const text = providerText(value)
  return text === null || expected.test(text) ? undefined : message
}

/** Null for what holds nothing. */
export function providerText(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

type Address = { readonly provider: ProviderId | null; readonly baseUrl: string | null }

/** Whether a key saved for one address may be sent to the other. Slashes at the end make no difference. */
const isSameAddress = (a: Address, b: Address): boolean =>
  a.provider === b.provider && sameBaseUrl(a.baseUrl, b.baseUrl)

export const sameBaseUrl = (a: string | null, b: string | null): boolean => withoutSlashes(a) === withoutSlashes(b)
const withoutSlashes = (url: string | null): string => (url ?? '').trim().replace(/\/+$/, '')

type Saved = Address & { readonly apiKeySealed: string | null }

/**
 * The sealed key after a change. One that is left out is kept, but not for another address: otherwise, changing the
 * address would be a way to have the key sent to a server of one's own.
 */
export function keyAfter(
  saved: Saved | undefined,
  next: Address,
  sent: string | null | undefined,
  seal: (key: string) => string,
): string | null {
  if (sent === undefined) return saved !== undefined && isSameAddress(saved, next) ? saved.apiKeySealed : null
  const key = providerText(sent)
  return key === null ? null : seal(key)
}
