import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'
import type { Wire } from '../../lib/api/wire.ts'
import { AI_KEY } from '../../resources/ai.ts'

export type ProviderId = Wire.AiProvider['id']

/** Null: the provider of the platform. */
export type OwnProvider = (Wire.AiProviderConfig & { readonly etag: string }) | null

export const providerList = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...AI_KEY, 'providers'],
    queryFn: async ({ signal }) => (await heddle.ai.providers({ signal })).providers,
    staleTime: Infinity,
  })

export const ownProvider = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...AI_KEY, 'own'],
    queryFn: async ({ signal }): Promise<OwnProvider> => {
      let etag = ''
      const config = await heddle.ai.provider.get({
        signal,
        onHeaders: (headers) => (etag = headers.get('etag') ?? ''),
      })
      return config && { ...config, etag }
    },
  })

export type ModelsOf = { readonly provider: ProviderId; readonly base_url: string }

/** Never with a key: addresses are logged. The saved one is used. */
export const modelList = (heddle: Heddle, { provider, base_url }: ModelsOf) =>
  queryOptions({
    queryKey: [...AI_KEY, 'models', provider, base_url],
    queryFn: ({ signal }) => heddle.ai.provider.models({ provider, ...(base_url !== '' && { base_url }) }, { signal }),
  })
