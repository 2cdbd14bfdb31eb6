import type { ProviderId } from '@heddle/contract/ai.ts'
import { AiFailure } from './ai-failure.ts'
import type { ModelList } from './provider-places.ts'
import { providerFields } from './provider-words.ts'

/** Reads one document in JSON; rejects with an `AiFailure`. */
export type FetchDocument = (url: URL) => Promise<unknown>

type Lister = { readonly provider: ProviderId; readonly who: string; readonly read: FetchDocument }
type Fields = ReturnType<typeof providerFields>

const PAGE_SIZE = '1000'
const MOST_PAGES = 10
const MOST_MODELS = 2_000
const LONGEST_NAME = 200

/** The names of the models that can chat, newest first where the list says when they appeared. */
export async function listModels({ provider, who, read }: Lister, { url, isOllama }: ModelList): Promise<string[]> {
  const models: Fields[] = []
  let page: URL | undefined = firstPage(provider, url)
  for (let pages = 0; page !== undefined && pages < MOST_PAGES && models.length < MOST_MODELS; pages++) {
    const document = providerFields(await read(page))
    const listed =
      document[isOllama || provider === 'gemini' ? 'models' : 'data'] ?? document['data'] ?? document['models']
    if (!Array.isArray(listed)) throw new AiFailure('broken', `${who} sent something else than a list of models.`)
    models.push(...listed.map(providerFields))
    page = nextPage(provider, page, document)
  }
  const names = newestFirst(models)
    .filter((model) => canChat(provider, model))
    .map((model) => nameOf(provider, model))
  return [...new Set(names)].filter((name) => name !== '' && name.length <= LONGEST_NAME).slice(0, MOST_MODELS)
}

function firstPage(provider: ProviderId, url: string): URL {
  const page = new URL(url)
  if (provider === 'anthropic') page.searchParams.set('limit', PAGE_SIZE)
  if (provider === 'gemini') page.searchParams.set('pageSize', PAGE_SIZE)
  return page
}

function nextPage(provider: ProviderId, page: URL, { has_more, last_id, nextPageToken }: Fields): URL | undefined {
  const next = new URL(page)
  if (provider === 'anthropic' && has_more === true && typeof last_id === 'string')
    next.searchParams.set('after_id', last_id)
  else if (provider === 'gemini' && typeof nextPageToken === 'string' && nextPageToken !== '')
    next.searchParams.set('pageToken', nextPageToken)
  else return undefined
  // A list that repeats its page would never end.
  return next.href === page.href ? undefined : next
}

/** Stable: what has no time keeps the provider's order. */
function newestFirst(models: readonly Fields[]): readonly Fields[] {
  const isDated = models.every(({ created }) => Number.isFinite(created))
  return isDated ? models.toSorted((one, other) => Number(other['created']) - Number(one['created'])) : models
}

function nameOf(provider: ProviderId, { id, name, model }: Fields): string {
  const named = provider === 'gemini' ? (name ?? id) : (id ?? name ?? model)
  return typeof named === 'string' ? named.replace(/^models\//, '') : ''
}

const NOT_FOR_CHAT =
  /embed|whisper|tts|image|audio|realtime|transcri|moderation|dall-e|sora|davinci-|babbage-|rerank|\bocr\b/i

function canChat(provider: ProviderId, model: Fields): boolean {
  const { supportedGenerationMethods: methods } = model
  const { completion_chat: chats } = providerFields(model['capabilities'])
  if (chats === false || (Array.isArray(methods) && !methods.includes('generateContent'))) return false
  return !NOT_FOR_CHAT.test(nameOf(provider, model))
}
