import { expect, it } from 'vitest'
import type { ProviderId } from '@heddle/contract/ai.ts'
import { listModels } from './list-models.ts'
import {
  failureIn,
  KEY,
  MODELS,
  never,
  PROVIDERS,
  startSimulator,
  startWorkbench,
  targetAt,
} from './testing/ai-workbench.ts'
import { sendJson, startScripted } from './testing/scripted-server.ts'

const WIRE: Readonly<
  Record<Exclude<ProviderId, 'azure_openai'>, readonly [url: string, header: string | undefined, hidden: string]>
> = {
  openai: ['/openai/v1/models', 'authorization', 'whisper-1'],
  anthropic: ['/anthropic/v1/models?limit=1000', 'x-api-key', ''],
  gemini: ['/gemini/v1beta/models?pageSize=1000', 'x-goog-api-key', 'gemini-embedding-001'],
  mistral: ['/mistral/v1/models', 'authorization', 'mistral-embed'],
  openrouter: ['/openrouter/api/v1/models', 'authorization', ''],
  ollama: ['/ollama/api/tags', undefined, ''],
}

const LIST = { url: 'http://h/models', isOllama: false }

it.each(Object.entries(WIRE) as [keyof typeof WIRE, (typeof WIRE)['openai']][])(
  'lists the models of %s',
  async (provider, wire) => {
    const simulator = await startSimulator()
    const { ai, log } = startWorkbench()

    const models = await ai.models(targetAt(provider, simulator.baseUrls[provider]), never)

    const [url, header, hidden] = wire
    expect(simulator.requests).toHaveLength(1)
    expect(simulator.requests[0]).toMatchObject({
      url,
      key: header && { header, isValid: true },
      headers: { 'user-agent': 'heddle' },
    })
    expect(models).toContain(provider === 'ollama' ? 'llama3.2:latest' : MODELS[provider])
    expect(models).not.toContain(hidden)
    expect(models).toEqual(models.map((name) => name.replace(/^models\//, '')))
    expect(log()).not.toContain(KEY)
  },
)

it('asks Azure for no list, as it has none of deployments', async () => {
  const simulator = await startSimulator()
  const { ai } = startWorkbench()

  expect(await ai.models(targetAt('azure_openai', simulator.baseUrls.azure_openai), never)).toEqual([])
  expect(simulator.requests).toHaveLength(0)
})

it.each<[ProviderId, string]>([
  ['openai', '/openai'],
  ['gemini', '/gemini'],
  ['ollama', '/ollama'],
])('finds the list of %s at a URL that lacks its version', async (provider, path) => {
  const simulator = await startSimulator()
  const { ai } = startWorkbench()

  expect(await ai.models(targetAt(provider, simulator.url + path), never)).not.toEqual([])
})

it('needs no key for the list of OpenRouter', async () => {
  const simulator = await startSimulator()
  const { ai } = startWorkbench()

  const models = await ai.models(targetAt('openrouter', simulator.baseUrls.openrouter, { apiKey: null }), never)

  expect(models).toContain('openai/gpt-4o-mini')
  expect(simulator.requests[0]?.key).toBeUndefined()
})

it.each(PROVIDERS.filter((id) => id !== 'azure_openai'))('says what is wrong with the list of %s', async (provider) => {
  const simulator = await startSimulator()
  const { ai } = startWorkbench()
  simulator.faults.add({ kind: 'problem', problem: 'bad_key' })

  expect(await failureIn(ai.models(targetAt(provider, simulator.baseUrls[provider]), never))).toMatchObject({
    reason: 'unauthorized',
  })
})

it.each([{}, { data: 'none' }, null, []])('takes %j for no list', async (document) => {
  const server = await startScripted((_request, response) => sendJson(response, document))
  const { ai } = startWorkbench()

  expect(await failureIn(ai.models(targetAt('openai', `${server.url}/v1`), never))).toMatchObject({
    reason: 'broken',
    message: expect.stringMatching(/^OpenAI /),
  })
})

it('follows pages, but not forever', async () => {
  const read = async (url: URL) => {
    const page = Number(url.searchParams.get('pageToken') ?? 0)
    return { models: [{ name: `models/gemini-${page}` }], nextPageToken: String(page + 1) }
  }

  const models = await listModels({ provider: 'gemini', who: 'Gemini', read }, LIST)

  expect(models).toEqual(Array.from({ length: 10 }, (_, page) => `gemini-${page}`))
})

it('lists the newest first, each once, and nothing that is no name', async () => {
  const data = [
    { id: 'gpt-old', created: 1 },
    { id: 'gpt-new', created: 3 },
    { id: 'gpt-new', created: 2 },
    { id: 7, created: 2 },
    { id: 'x'.repeat(300), created: 2 },
    { id: 'text-embedding-3-small', created: 9 },
  ]

  expect(await listModels({ provider: 'openai', who: 'OpenAI', read: async () => ({ data }) }, LIST)).toEqual([
    'gpt-new',
    'gpt-old',
  ])
})
