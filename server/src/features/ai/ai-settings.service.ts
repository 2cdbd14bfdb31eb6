import type { AiSettings, AiSettingsPatch } from '@heddle/contract/ai.ts'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { OutboundRules } from '../../adapters/outbound/outbound-rules.ts'
import type { SecretBox } from '../../adapters/secrets/secret-box.ts'
import type { Clock } from '../../kernel/clock.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import { type FieldMessages, hasError, mergeMessages, noMessages, validFields } from '../../kernel/field-messages.ts'
import type { Precondition } from '../../kernel/versions.ts'
import type { Audit } from '../audit/index.ts'
import { lockSettings, readAiSettings, type SettingsRow, updateSettings } from './ai-settings.store.ts'
import { presentSettings } from './ai.presenter.ts'
import { faultsOfValues, keyAfter, PLATFORM_FIELDS, providerText } from './provider-values.ts'
import { SETTINGS_KEY_PLACE } from './saved-provider.ts'

type Dependencies = {
  readonly database: Database
  readonly secrets: SecretBox
  readonly outbound: OutboundRules
  readonly audit: Audit
  readonly clock: Clock
}

export type AiSettingsService = ReturnType<typeof createAiSettingsService>

/** What holds for everybody's use of AI. */
export function createAiSettingsService(dependencies: Dependencies) {
  const { database, outbound } = dependencies
  const check = (patch: Partial<AiSettingsPatch>) => faultsOfValues(valuesOf(patch), PLATFORM_FIELDS, outbound)
  return {
    get: async (): Promise<AiSettings> => presentSettings(await readAiSettings(database.db)),

    change: async (
      { body, faults }: { readonly body: AiSettingsPatch; readonly faults: FieldMessages },
      ifMatch: Precondition,
    ): Promise<AiSettings> => {
      const patch = validFields(body, faults)
      const all = mergeMessages(faults, await check(patch))
      return database.transaction((tx) => write(dependencies, tx, { patch, faults: all, ifMatch }))
    },

    /** The same within a transaction of the caller, who checks the values before. */
    many: {
      check,
      read: async (tx: Executor): Promise<AiSettings> => presentSettings(await readAiSettings(tx)),
      change: (tx: Executor, patch: AiSettingsPatch) => write(dependencies, tx, { patch, faults: noMessages() }),
    },
  }
}

type SettingsChange = {
  readonly patch: Partial<AiSettingsPatch>
  readonly faults: FieldMessages
  readonly ifMatch?: Precondition
}

async function write(
  { secrets, audit, clock }: Dependencies,
  tx: Executor,
  { patch, faults, ifMatch }: SettingsChange,
): Promise<AiSettings> {
  const before = await lockSettings(tx, clock.now())
  ifMatch?.check(presentSettings(before))
  const next: SettingsRow = { ...before, ...columnsOf(patch) }
  const all = mergeMessages(faults, faultOfKey(next, patch, faults))
  if (Object.keys(all).length > 0) throw new FieldErrors(all)
  const after = {
    ...next,
    apiKeySealed: keyAfter(before, next, patch.platform_api_key, (key) => secrets.seal(key, SETTINGS_KEY_PLACE)),
  }
  await updateSettings(tx, { ...after, updatedAt: clock.now() })
  await audit.record(tx, {
    action: 'ai_settings_update',
    description: `The AI settings were changed: ${Object.keys(patch).toSorted().join(', ') || 'nothing'}`,
    target: { type: 'ai_settings', id: 'platform' },
    content: {
      before: presentSettings(before),
      after: presentSettings(after),
      is_key_sent: providerText(patch.platform_api_key) !== null,
    },
  })
  return presentSettings(after)
}

const valuesOf = (patch: AiSettingsPatch) => ({
  model: patch.platform_default_model,
  baseUrl: patch.platform_base_url,
  deploymentName: patch.platform_deployment_name,
  apiKey: patch.platform_api_key,
})

/** The columns that a body sets, but for the key. */
const columnsOf = (patch: AiSettingsPatch): Partial<SettingsRow> =>
  onlyGiven({
    isEnabled: patch.ai_builder_enabled,
    provider: patch.platform_default_provider,
    model: clearable(patch.platform_default_model),
    baseUrl: clearable(patch.platform_base_url),
    deploymentName: clearable(patch.platform_deployment_name),
    promptStyle: patch.prompt_style,
    verbosity: patch.verbosity,
    defaultComplexity: patch.default_complexity,
    sharesResults: patch.share_results,
    auditsPrompts: patch.audit_prompts,
  })

const clearable = (text: string | null | undefined) => (text === undefined ? undefined : providerText(text))

/** A key is for one provider, so it cannot wait for one. */
function faultOfKey(next: SettingsRow, patch: AiSettingsPatch, faults: FieldMessages): FieldMessages {
  const waits =
    next.provider === null &&
    providerText(patch.platform_api_key) !== null &&
    !hasError(faults, 'platform_default_provider')
  return waits ? { platform_api_key: ['Choose the platform_default_provider that the key is for.'] } : {}
}
