import { describe, expect, it } from 'vitest'
import type { ProviderId } from '@heddle/contract/ai.ts'
import {
  ANSWER,
  KEY,
  never,
  PROMPT,
  PROVIDERS,
  startSimulator,
  startWorkbench,
  targetAt,
} from './testing/ai-workbench.ts'

const { schema } = PROMPT
const wrapped = { type: 'json_schema', json_schema: { name: PROMPT.name, schema, strict: true } }

type Wire = { readonly url: string; readonly header: string | undefined; readonly body: object }

/** What each provider gets to see, apart from the texts. */
const WIRE: Readonly<Record<ProviderId, Wire>> = {
  openai: {
    url: '/openai/v1/chat/completions',
    header: 'authorization',
    body: { model: 'gpt-5.4-mini', response_format: wrapped, max_completion_tokens: 7_000 },
  },
  anthropic: {
    url: '/anthropic/v1/messages',
    header: 'x-api-key',
    body: { model: 'claude-haiku-4-5', output_config: { format: { type: 'json_schema', schema } }, max_tokens: 1_000 },
  },
  gemini: {
    url: '/gemini/v1beta/models/gemini-2.5-flash:generateContent',
    header: 'x-goog-api-key',
    body: {
      generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema, maxOutputTokens: 7_000 },
    },
  },
  mistral: {
    url: '/mistral/v1/chat/completions',
    header: 'authorization',
    body: { model: 'mistral-small-latest', response_format: wrapped, max_tokens: 1_000 },
  },
  openrouter: {
    url: '/openrouter/api/v1/chat/completions',
    header: 'authorization',
    body: { model: 'openai/gpt-4o-mini', response_format: wrapped, max_tokens: 7_000 },
  },
  azure_openai: {
    url: '/azure/openai/deployments/heddle-deployment/chat/completions?api-version=2024-10-21',
    header: 'api-key',
    body: { model: 'heddle-deployment', response_format: wrapped, max_tokens: 7_000 },
  },
  ollama: {
    url: '/ollama/api/chat',
    header: undefined,
    body: { model: 'llama3.2', format: schema, stream: false, options: { num_ctx: 16_384, num_predict: 1_000 } },
  },
}

describe.each(PROVIDERS)('a question to %s', (provider) => {
  it('goes out once, in its format, with the key in its header', async () => {
    const simulator = await startSimulator()
    const { ai, log } = startWorkbench()

    const answer = await ai.ask(targetAt(provider, simulator.baseUrls[provider]), PROMPT, never)

    expect(answer).toEqual({ value: ANSWER, usage: simulator.requests[0]?.usage })
    const { url, header, body } = WIRE[provider]
    expect(simulator.requests).toHaveLength(1)
    expect(simulator.requests[0]).toMatchObject({
      method: 'POST',
      url,
      key: header && { header, isValid: true },
      headers: { 'user-agent': 'heddle', 'accept-encoding': 'gzip' },
      body,
      prompt: { system: PROMPT.instructions, messages: [{ role: 'user', text: PROMPT.prompt }], isStreamed: false },
    })
    const sent = JSON.stringify(simulator.requests[0]?.body)
    expect(sent).not.toMatch(/temperature|top_p|"store"|"user"\s*:|metadata/)
    expect(sent + url + log()).not.toContain(KEY)
  })

  it('reads JSON within prose', async () => {
    const simulator = await startSimulator()
    const { ai } = startWorkbench()
    simulator.faults.add({ kind: 'fenced_json' })

    const { value } = await ai.ask(targetAt(provider, simulator.baseUrls[provider]), PROMPT, never)

    expect(value).toEqual(ANSWER)
  })

  it('reads an answer that arrives in pieces', async () => {
    const simulator = await startSimulator()
    const { ai } = startWorkbench()
    simulator.faults.add({ kind: 'trickle', pieceBytes: 61, everyMs: 1 })

    const { value } = await ai.ask(targetAt(provider, simulator.baseUrls[provider]), PROMPT, never)

    expect(value).toEqual(ANSWER)
  })
})

it('sends an optional key to Ollama, for a proxy in front of it', async () => {
  const simulator = await startSimulator({ keys: { ollama: KEY } })
  const { ai } = startWorkbench()

  await ai.ask(targetAt('ollama', simulator.baseUrls.ollama, { apiKey: { reveal: () => KEY } }), PROMPT, never)

  expect(simulator.requests[0]?.key).toEqual({ header: 'authorization', isValid: true })
})

it('takes nothing from the environment', async () => {
  const simulator = await startSimulator()
  const { ai } = startWorkbench()
  process.env['OPENAI_API_KEY'] = 'key-of-the-environment'

  await expect(
    ai.ask(targetAt('openai', simulator.baseUrls.openai, { apiKey: null }), PROMPT, never),
  ).rejects.toMatchObject({
    reason: 'unauthorized',
    message: 'OpenAI needs an API key.',
  })

  delete process.env['OPENAI_API_KEY']
  expect(simulator.requests).toHaveLength(0)
})

it('keeps keys that reach prototypes out of answers', async () => {
  const simulator = await startSimulator({ answers: ['{"__proto__": {"admin": true}, "class_name": "fvBD"}'] })
  const { ai } = startWorkbench()

  const { value } = await ai.ask(targetAt('openai', simulator.baseUrls.openai), PROMPT, never)

  expect(Object.getOwnPropertyNames(value)).toEqual(['class_name'])
})
