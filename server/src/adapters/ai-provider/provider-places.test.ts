import { describe, expect, it } from 'vitest'
import type { ProviderId } from '@heddle/contract/ai.ts'
import { providerPlaces } from './provider-places.ts'

const waysOf = (provider: ProviderId, base: string | null) => {
  const places = providerPlaces(provider, base)
  return typeof places === 'string' ? places : places.ways.map(({ api, base: at }) => `${api} ${at}`)
}
const listsOf = (provider: ProviderId, base: string | null) => {
  const places = providerPlaces(provider, base)
  return typeof places === 'string' ? places : places.lists.map(({ url }) => url)
}

describe('the ways to ask', () => {
  it.each<[ProviderId, string]>([
    ['openai', 'chat https://api.openai.com/v1'],
    ['anthropic', 'messages https://api.anthropic.com/v1'],
    ['gemini', 'generate https://generativelanguage.googleapis.com/v1beta'],
    ['mistral', 'chat https://api.mistral.ai/v1'],
    ['openrouter', 'chat https://openrouter.ai/api/v1'],
  ])('%s has a URL of its own', (provider, way) => {
    expect(waysOf(provider, null)).toContain(way)
    expect(waysOf(provider, '  ')).toContain(way)
  })

  it.each([
    'http://h/v1',
    ' http://h/v1/ ',
    'http://h/v1/chat/completions',
    'http://h/v1/responses',
    'http://h/v1/models',
  ])('openai at %j: as typed, first as a chat', (base) => {
    expect(waysOf('openai', base)).toEqual(['chat http://h/v1', 'responses http://h/v1'])
  })

  it.each<[ProviderId, string, string[]]>([
    [
      'openai',
      'http://h/llm',
      ['chat http://h/llm', 'chat http://h/llm/v1', 'responses http://h/llm', 'responses http://h/llm/v1'],
    ],
    ['anthropic', 'http://h', ['messages http://h', 'messages http://h/v1']],
    ['gemini', 'http://h', ['generate http://h', 'generate http://h/v1beta']],
    ['gemini', 'http://h/v1', ['generate http://h/v1']],
    ['mistral', 'http://h/', ['chat http://h', 'chat http://h/v1']],
    ['openrouter', 'http://h', ['chat http://h', 'chat http://h/v1', 'chat http://h/api/v1']],
  ])('%s at %s: with the version that was left out', (provider, base, ways) => {
    expect(waysOf(provider, base)).toEqual(ways)
  })

  it.each([
    'https://r.openai.azure.com',
    'https://r.openai.azure.com/',
    'https://r.openai.azure.com/openai',
    'https://r.openai.azure.com/v1',
    'https://r.openai.azure.com/openai/v1/',
    'https://r.openai.azure.com/openai/deployments/one/chat/completions',
  ])('Azure at %s: by deployment, then the newer interfaces', (base) => {
    expect(waysOf('azure_openai', base)).toEqual([
      'deployment https://r.openai.azure.com/openai',
      'chat https://r.openai.azure.com/openai/v1',
      'responses https://r.openai.azure.com/openai/v1',
      'deployment https://r.openai.azure.com',
      'chat https://r.openai.azure.com/v1',
    ])
  })

  it.each(['http://o:11434', 'http://o:11434/', 'http://o:11434/api', 'http://o:11434/v1', 'http://o:11434/api/chat'])(
    'Ollama at %s: its own interface first',
    (base) => {
      expect(waysOf('ollama', base)).toEqual(['ollama http://o:11434/api', 'chat http://o:11434/v1'])
      expect(listsOf('ollama', base)).toEqual(['http://o:11434/api/tags', 'http://o:11434/v1/models'])
    },
  )

  it.each<[ProviderId, string | null, string]>([
    ['azure_openai', null, 'needs a base URL'],
    ['ollama', '', 'needs a base URL'],
    ['openai', 'ftp://h', 'expected an http:// or https:// URL'],
    ['openai', 'http://user:secret@h', 'must not contain a user name or password'],
    ['openai', 'http://h?key=1', 'neither a query nor a fragment'],
  ])('%s has none at %s', (provider, base, fault) => {
    expect(providerPlaces(provider, base)).toContain(fault)
  })
})

it('lists models beside the interfaces; Azure has no list of deployments', () => {
  expect(listsOf('openai', 'http://h')).toEqual(['http://h/models', 'http://h/v1/models'])
  expect(listsOf('azure_openai', 'http://h')).toEqual([])
})
