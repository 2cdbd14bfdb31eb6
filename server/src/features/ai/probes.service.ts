import type { AiModels, AiModelsQuery, AiTestBody, AiTestReply } from '@heddle/contract/ai.ts'
import { providerOf } from '@heddle/domain/ai/providers.ts'
import type { AiProviders, AiTarget, AiTest } from '../../adapters/ai-provider/ai-providers.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { OutboundRules } from '../../adapters/outbound/outbound-rules.ts'
import type { SecretBox } from '../../adapters/secrets/secret-box.ts'
import { AiFailure } from '../../adapters/ai-provider/ai-failure.ts'
import type { Caller } from '../../kernel/caller.ts'
import { SECOND } from '../../kernel/durations.ts'
import { FieldErrors, Forbidden } from '../../kernel/errors.ts'
import { FairSlots } from '../../kernel/fair-slots.ts'
import { type FieldMessages, mergeMessages } from '../../kernel/field-messages.ts'
import type { Audit } from '../audit/index.ts'
import type { UsersService } from '../users/index.ts'
import { NOT_ALLOWED } from './ai-refusals.ts'
import { findConfig } from './ai-configs.store.ts'
import { readAiSettings } from './ai-settings.store.ts'
import { type FormTarget, formTarget, keyFromForm } from './in-form-target.ts'
import { fallbackModels, faultOfListing, listingTarget, type ListingTarget, liveModels } from './list-models.ts'
import { faultsOfValues, OWN_FIELDS, providerText } from './provider-values.ts'
import { missingOf } from './requirements.ts'
import {
  hidesInternal,
  isNamedByPlatform,
  providerKey,
  modelNameOf,
  providerOfUser,
  platformProvider,
  type SavedProvider,
} from './saved-provider.ts'

type Dependencies = {
  readonly database: Database
  readonly secrets: SecretBox
  readonly outbound: OutboundRules
  readonly ai: AiProviders
  readonly users: Pick<UsersService, 'quotaOf'>
  readonly audit: Audit
}

export type ProbesService = ReturnType<typeof createProbesService>

const LISTING_MS = 10 * SECOND
/** The wait for a slot included; a test has a shorter limit of its own. */
const TEST_MS = 30 * SECOND
/** At once: whatever does not answer must not pile up. */
const SLOTS = { perLane: 2, total: 32 }

type Tested = { readonly form: FormTarget | undefined; readonly result: AiTest }

/** Asks providers about themselves, while people fill in a form. */
export function createProbesService(parts: Dependencies) {
  const { database, secrets, outbound, ai, audit } = parts
  const slots = new FairSlots(SLOTS)

  /** Undefined if the signal fired before there was a slot. */
  async function inTurn<T>(userId: number, signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
    const release = await slots.acquire(userId, signal)
    if (release === undefined) return undefined
    try {
      return await work()
    } finally {
      release()
    }
  }

  async function runTest(caller: Caller, body: AiTestBody, signal: AbortSignal): Promise<Tested> {
    const { own, platform } = await savedProviders(parts, caller.id)
    const provider = body.provider ?? own?.provider ?? platform?.provider
    if (provider === undefined) return { form: undefined, result: failure('No AI provider is chosen.') }
    const saved = [own, platform].find((candidate) => candidate?.provider === provider)
    const form = formTarget(body, provider, saved)
    const fault = faultOfForm(form) ?? (await firstFault(body, outbound))
    if (fault !== undefined) return { form, result: failure(fault) }
    const target = {
      ...targetOfForm(form, body, saved, secrets),
      hidesInternal: hidesInternal(caller, form.baseUrl, platform),
    }
    const result = await inTurn(caller.id, signal, () => ai.test(target, signal))
    return { form, result: result ?? failure('Other tests of yours are still running. Try again later.') }
  }

  return {
    models: async (
      caller: Caller,
      { query, faults }: { readonly query: AiModelsQuery; readonly faults: FieldMessages },
      signal: AbortSignal,
    ): Promise<AiModels> => {
      const { own, platform } = await savedProviders(parts, caller.id)
      // Before the address is looked at: looking resolves its name.
      if (!isNamedByPlatform(listedAt(query, own), platform)) await requireAi(parts, caller)
      const values = { baseUrl: query.base_url, apiKey: query.api_key }
      const all = mergeMessages(faults, await faultsOfValues(values, OWN_FIELDS, outbound))
      if (Object.keys(all).length > 0) throw new FieldErrors(all)
      const listing = listingTarget(
        query,
        [own, platform].filter((saved) => saved !== undefined),
        secrets,
      )
      const fault = faultOfListing(listing)
      if (fault !== undefined) return fallbackModels(query.provider, fault)
      const target = { ...listing, hidesInternal: hidesInternal(caller, listing.baseUrl, platform) }
      const limited = AbortSignal.any([signal, AbortSignal.timeout(LISTING_MS)])
      const listed = await inTurn(caller.id, limited, () => listLive(parts, target, limited))
      return listed ?? fallbackModels(query.provider, 'Other lists of yours are still being fetched. Try again later.')
    },

    /** Whatever is wrong with the provider, or missing, is a failure in the reply. */
    test: async (caller: Caller, body: AiTestBody, signal: AbortSignal): Promise<AiTestReply> => {
      await requireAi(parts, caller)
      const { form, result } = await runTest(caller, body, AbortSignal.any([signal, AbortSignal.timeout(TEST_MS)]))
      await database.transaction((tx) => audit.record(tx, testRecord(caller, form, result)))
      const { status, message } = result
      return { status, message, ...(result.status === 'success' && { latency_ms: Math.round(result.latencyMs) }) }
    },
  }
}

/** The caller's own first. */
async function savedProviders(
  { database }: Dependencies,
  userId: number,
): Promise<{ own: SavedProvider | undefined; platform: SavedProvider | undefined }> {
  const row = await findConfig(database.db, userId)
  return { own: row && providerOfUser(row), platform: platformProvider(await readAiSettings(database.db)) }
}

/** What asks an address of the caller's choice is for those who may use AI. */
async function requireAi({ users }: Dependencies, { id }: Caller): Promise<void> {
  const { can_use_ai_builder: isAllowed } = await users.quotaOf(id)
  if (!isAllowed) throw new Forbidden(NOT_ALLOWED.detail)
}

async function listLive(
  { ai }: Dependencies,
  target: ListingTarget & Pick<AiTarget, 'hidesInternal'>,
  signal: AbortSignal,
): Promise<AiModels> {
  try {
    const models = await ai.models(target, signal)
    return models.length > 0
      ? liveModels(target.provider, models)
      : fallbackModels(target.provider, 'The provider lists no models.')
  } catch (error: unknown) {
    if (!(error instanceof AiFailure)) throw error
    return fallbackModels(target.provider, error.message)
  }
}

/** The address in the query, else that of the caller's own provider; null: none of theirs. */
const listedAt = ({ provider, base_url }: AiModelsQuery, own: SavedProvider | undefined): string | null =>
  providerText(base_url) ?? (own !== undefined && own.provider === provider ? own.baseUrl : null)

const failure = (message: string): AiTest => ({ status: 'failure', message })

function faultOfForm({ key, ...form }: FormTarget): string | undefined {
  if (key === 'kept_back' && providerOf(form.provider).requires_api_key)
    return 'Enter the API key again: a saved key is not sent to another base URL.'
  return missingOf({ ...form, hasApiKey: key === 'form' || key === 'saved' })
}

async function firstFault({ model, base_url, azure_deployment_name, api_key }: AiTestBody, outbound: OutboundRules) {
  const values = { model, baseUrl: base_url, deploymentName: azure_deployment_name, apiKey: api_key }
  return Object.values(await faultsOfValues(values, OWN_FIELDS, outbound))
    .flat()
    .at(0)
}

function targetOfForm(
  form: FormTarget,
  { api_key }: AiTestBody,
  saved: SavedProvider | undefined,
  secrets: SecretBox,
): Omit<AiTarget, 'hidesInternal'> {
  const savedKey = saved && form.key === 'saved' ? providerKey(secrets, saved) : null
  return {
    provider: form.provider,
    model: modelNameOf(form),
    apiKey: form.key === 'form' && typeof api_key === 'string' ? keyFromForm(api_key.trim()) : savedKey,
    baseUrl: form.baseUrl,
    deployment: form.deploymentName,
  }
}

function testRecord(
  { username }: Caller,
  form: FormTarget | undefined,
  result: AiTest,
): Parameters<Audit['record']>[1] {
  const action = 'ai_provider_test'
  if (form === undefined) return { action, description: `${username} tested an AI provider, but none is chosen` }
  const { provider } = form
  return {
    action,
    description: `Test of AI provider "${providerOf(provider).display_name}" ${result.status === 'success' ? 'succeeded' : 'failed'}`,
    target: { type: 'ai_provider', id: provider },
    metadata: {
      provider,
      model: modelNameOf(form),
      status: result.status,
      ...(result.status === 'success' && { latency_ms: result.latencyMs }),
    },
  }
}
