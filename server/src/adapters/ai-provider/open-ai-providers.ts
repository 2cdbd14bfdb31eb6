import type { BlockList } from 'node:net'
import type { Logger } from 'pino'
import type { AiProviders } from './ai-providers.ts'

export type AiProviderOptions = { readonly logger: Logger; readonly deny: BlockList }

export function openAiProviders(_options: AiProviderOptions): AiProviders {
  const notBuilt = async () => {
    throw new Error('not built yet')
  }
  return { ask: notBuilt, models: notBuilt, test: notBuilt, close: async () => undefined }
}
