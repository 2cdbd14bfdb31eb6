import type { AiProviderConfig, AiProviderWrite } from '@heddle/contract/ai.ts'
import { providerOf } from '@heddle/domain/ai/providers.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { OutboundRules } from '../../adapters/outbound/outbound-rules.ts'
import type { SecretBox } from '../../adapters/secrets/secret-box.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import { type FieldMessages, mergeMessages, validFields } from '../../kernel/field-messages.ts'
import { nextVersionTime, type Precondition } from '../../kernel/versions.ts'
import type { Audit } from '../audit/index.ts'
import { deleteConfig, findConfig, lockConfig, upsertConfig } from './ai-configs.store.ts'
import { presentConfig } from './ai.presenter.ts'
import { faultsOfValues, keyAfter, OWN_FIELDS, providerText } from './provider-values.ts'
import { configKeyPlace } from './saved-provider.ts'

type Dependencies = {
  readonly database: Database
  readonly secrets: SecretBox
  readonly outbound: OutboundRules
  readonly audit: Audit
  readonly clock: Clock
}

export type OwnProviderService = ReturnType<typeof createOwnProviderService>

// What is not there matches no version.
const NEVER = new Date(0)

/** The provider that a user asks instead of the platform's. */
export function createOwnProviderService({ database, secrets, outbound, audit, clock }: Dependencies) {
  return {
    get: async ({ id }: Caller): Promise<AiProviderConfig | null> => {
      const row = await findConfig(database.db, id)
      return row === undefined ? null : presentConfig(row)
    },

    /**
     * What is left out stays as long as the provider does, the key only if the base URL stays too. What the provider
     * requires may be missing.
     */
    put: async (
      { id, username }: Caller,
      { body, faults }: { readonly body: AiProviderWrite; readonly faults: FieldMessages },
      ifMatch: Precondition,
    ): Promise<AiProviderConfig> => {
      const { model, base_url, azure_deployment_name, api_key } = validFields(body, faults)
      const values = { model, baseUrl: base_url, deploymentName: azure_deployment_name, apiKey: api_key }
      const all = mergeMessages(faults, await faultsOfValues(values, OWN_FIELDS, outbound))
      if (Object.keys(all).length > 0) throw new FieldErrors(all)
      return database.transaction(async (tx) => {
        const before = await lockConfig(tx, id)
        ifMatch.check(before?.updatedAt ?? NEVER)
        const kept = before?.provider === body.provider ? before : undefined
        const next = {
          userId: id,
          provider: body.provider,
          model: model === undefined ? (kept?.model ?? '') : (providerText(model) ?? ''),
          baseUrl: base_url === undefined ? (kept?.baseUrl ?? null) : providerText(base_url),
          deploymentName:
            azure_deployment_name === undefined ? (kept?.deploymentName ?? null) : providerText(azure_deployment_name),
          updatedAt: nextVersionTime(clock.now(), before?.updatedAt ?? NEVER),
        }
        const row = {
          ...next,
          apiKeySealed: keyAfter(before, next, api_key, (key) => secrets.seal(key, configKeyPlace(id))),
        }
        await upsertConfig(tx, row)
        const { updated_at: _updatedAt, ...visible } = presentConfig(row)
        await audit.record(tx, {
          action: 'ai_provider_update',
          description: `${username} chose ${providerOf(row.provider).display_name} as their AI provider`,
          target: { type: 'ai_provider', id },
          content: { ...visible, is_key_sent: providerText(api_key) !== null },
        })
        return presentConfig(row)
      })
    },

    /** Back to the platform default. */
    remove: async ({ id, username }: Caller): Promise<null> => {
      await database.transaction(async (tx) => {
        await deleteConfig(tx, id)
        await audit.record(tx, {
          action: 'ai_provider_delete',
          description: `${username} went back to the AI provider of the platform`,
          target: { type: 'ai_provider', id },
        })
      })
      return null
    },
  }
}
