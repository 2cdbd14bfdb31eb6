import { Type } from 'typebox'
import {
  AiModels,
  AiModelsQuery,
  AiProviderConfig,
  AiProvidersReply,
  AiProviderWrite,
  AiSettings,
  AiSettingsPatch,
  AiTestBody,
  AiTestReply,
  AiUsageReply,
} from '@heddle/contract/ai.ts'
import { Nullable } from '@heddle/contract/common.ts'
import { AI_PROVIDERS } from '@heddle/domain/ai/providers.ts'
import { admin, noTokens, signedIn } from '../../kernel/access.ts'
import { etagOf, wholeReply } from '../../platform/http/etag.ts'
import { Reply, type Route, routes } from '../../platform/http/route.ts'
import type { AiSettingsService } from './ai-settings.service.ts'
import type { AiUsesDoor } from './create-ai-uses.ts'
import type { OwnProviderService } from './own-provider.service.ts'
import type { ProbesService } from './probes.service.ts'

type Services = {
  readonly own: OwnProviderService
  readonly settings: AiSettingsService
  readonly probes: ProbesService
  readonly usageOf: AiUsesDoor['usageOf']
}

const OWN = '/api/ai/provider/'
const SETTINGS = '/api/ai/settings/'
const JSON_TYPE = 'application/json; charset=utf-8'

export function aiRoutes({ own, settings, probes, usageOf }: Services): readonly Route[] {
  // A token must neither redirect its owner's questions, as the provider would outlive it, nor ask any address.
  const ownChoice = noTokens(signedIn)
  return routes('AI', (route) => {
    route.get(
      '/api/ai/providers/',
      {
        access: signedIn,
        summary: 'List the AI providers, and what each of them requires',
        description: 'All that this release can talk to, whether or not one is set up. None of them is contacted.',
        reply: AiProvidersReply,
      },
      async () => ({ providers: [...AI_PROVIDERS] }),
    )

    route.get(
      OWN,
      {
        access: signedIn,
        summary: 'Get your own AI provider',
        headers: { ETag: 'The version of the choice, for `If-Match`.' },
        description: 'Null: the platform default applies.',
        reply: Nullable(AiProviderConfig),
      },
      async ({ caller }) => {
        const config = await own.get(caller)
        // The framework would send an empty body for null.
        return config === null ? new Reply(200, 'null', { 'content-type': JSON_TYPE }) : tagged(config)
      },
    )

    route.put(
      OWN,
      {
        access: ownChoice,
        summary: 'Choose an AI provider of your own',
        honorsIfMatch: true,
        headers: { ETag: 'The version of the choice, for `If-Match`.' },
        description:
          'The stored key is kept if none is sent, unless `provider` or `base_url` change: then it is dropped. A provider that lacks something is stored with `is_configured: false`, and is not used.',
        body: AiProviderWrite,
        reply: AiProviderConfig,
        reportsFaultsItself: true,
      },
      async ({ caller, body, faults, ifMatch }) => tagged(await own.put(caller, { body, faults }, ifMatch)),
    )

    route.delete(
      OWN,
      {
        access: ownChoice,
        summary: 'Go back to the AI provider of the platform',
        description: 'Deletes your choice together with its stored key. Also answers 204 if you have none.',
        reply: Type.Null(),
        status: 204,
      },
      async ({ caller }) => own.remove(caller),
    )

    route.get(
      '/api/ai/provider/models/',
      {
        access: ownChoice,
        summary: 'List the models of an AI provider',
        description:
          "Asks the provider with `api_key`, else with a saved key, which is only sent to the base URL it was saved with. If the provider cannot be reached, answers the usual models with `source: fallback` and the reason in `detail`. Of a loopback or private address that is not the platform's, those below administrator learn only whether it answered.",
        refusal: 'The base URL is not that of the platform, and none of your groups may use AI.',
        query: AiModelsQuery,
        reply: AiModels,
        reportsFaultsItself: true,
      },
      async ({ caller, query, faults, signal }) => probes.models(caller, { query, faults }, signal),
    )

    route.post(
      '/api/ai/provider/test/',
      {
        access: ownChoice,
        // It asks whatever address it is given.
        throttle: 'sensitive',
        summary: 'Test an AI provider',
        description:
          "What the body leaves out is taken from your own provider, or else from that of the platform. Always answers 200; `status` says whether the provider answered. Of a loopback or private address that is not the platform's, those below administrator learn only whether it answered.",
        refusal: 'None of your groups may use AI.',
        body: AiTestBody,
        reply: AiTestReply,
      },
      async ({ caller, body, signal }) => probes.test(caller, body, signal),
    )

    route.get(
      '/api/ai/usage/',
      {
        access: signedIn,
        summary: 'Get your own use of AI',
        description: 'What counts against your quota today, and what your questions took on the last days.',
        reply: AiUsageReply,
      },
      async ({ caller }) => usageOf(caller.id),
    )

    route.get(
      SETTINGS,
      {
        access: signedIn,
        summary: 'Get the AI settings of the platform',
        description: 'Everyone may read them. They say whether the platform has a key, never the key itself.',
        reply: AiSettings,
        editedParts: wholeReply,
      },
      async () => settings.get(),
    )

    route.patch(
      SETTINGS,
      {
        access: noTokens(admin),
        summary: 'Change the AI settings of the platform',
        description: 'The stored key is dropped when the provider or its base URL change and no key is sent.',
        honorsIfMatch: true,
        body: AiSettingsPatch,
        reply: AiSettings,
        editedParts: wholeReply,
        reportsFaultsItself: true,
      },
      async ({ body, faults, ifMatch }) => settings.change({ body, faults }, ifMatch),
    )
  })
}

const tagged = (config: AiProviderConfig) => new Reply(200, config, { etag: etagOf(new Date(config.updated_at)) })
