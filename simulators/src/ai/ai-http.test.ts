import { describe, expect, it } from 'vitest'
import type { AiOptions } from './ai-options.ts'
import { type ProviderId, PROVIDERS } from './providers.ts'
import { startTestAi } from './testing/ai-client.ts'

const KEY = 'simulated-ai-key-000001'

/** The headers each provider wants. */
const HEADERS: Readonly<Record<ProviderId, Record<string, string>>> = {
  openai: { authorization: `Bearer ${KEY}` },
  anthropic: { 'x-api-key': KEY, 'anthropic-version': '2023-06-01' },
  gemini: { 'x-goog-api-key': KEY },
  mistral: { authorization: `Bearer ${KEY}` },
  openrouter: { authorization: `Bearer ${KEY}` },
  azure_openai: { 'api-key': KEY },
  ollama: {},
}

async function start(options: AiOptions = {}) {
  const ai = await startTestAi(options)
  const call = async (
    provider: ProviderId,
    path: string,
    body?: unknown,
    headers: Record<string, string> = HEADERS[provider],
  ) => {
    const response = await fetch(`${ai.baseUrls[provider]}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
  }
  return { ai, call }
}

const messages = [{ role: 'user', content: 'ping' }]

describe('lists of models', () => {
  it.each<[ProviderId, string, (body: any) => string[], string]>([
    ['openai', '/models', (body) => body.data.map((one: any) => one.id), 'gpt-5.4-mini'],
    ['anthropic', '/models?limit=1000', (body) => body.data.map((one: any) => one.id), 'claude-haiku-4-5'],
    ['gemini', '/models?pageSize=1000', (body) => body.models.map((one: any) => one.name), 'models/gemini-2.5-flash'],
    ['mistral', '/models', (body) => body.data.map((one: any) => one.id), 'mistral-small-latest'],
    ['openrouter', '/models', (body) => body.data.map((one: any) => one.id), 'openai/gpt-4o-mini'],
    ['azure_openai', '/models?api-version=2024-10-21', (body) => body.data.map((one: any) => one.id), 'gpt-5.4-mini'],
    ['azure_openai', '/v1/models', (body) => body.data.map((one: any) => one.id), 'gpt-5.4-mini'],
    ['ollama', '/tags', (body) => body.models.map((one: any) => one.name), 'llama3.2:latest'],
  ])('%s has one at %s', async (provider, path, idsOf, id) => {
    const { ai, call } = await start()

    const { status, body } = await call(provider, path)

    expect(status).toBe(200)
    expect(idsOf(body)).toContain(id)
    expect(idsOf(body)).toHaveLength(ai.settings.models[provider].length)
    expect(ai.requests[0]).toMatchObject({ provider, purpose: 'models', status: 200 })
  })

  it('tell models for chat from others', async () => {
    const { call } = await start()

    const mistral = (await call('mistral', '/models')).body.data.filter((one: any) => !one.capabilities.completion_chat)
    const gemini = (await call('gemini', '/models')).body.models.filter(
      (one: any) => !one.supportedGenerationMethods.includes('generateContent'),
    )
    const chat = await call('openai', '/chat/completions', { model: 'whisper-1', messages })

    expect([mistral.map((one: any) => one.id), gemini.map((one: any) => one.name)]).toEqual([
      ['mistral-embed'],
      ['models/gemini-embedding-001'],
    ])
    expect(chat.status).toBe(404)
  })

  it('come in pages from Anthropic and Google', async () => {
    const models = { anthropic: ['a', 'b', 'c'], gemini: ['a', 'b', 'c'] }
    const { call } = await start({ models })

    const first = (await call('anthropic', '/models?limit=2')).body
    const second = (await call('anthropic', `/models?limit=2&after_id=${first.last_id}`)).body
    const back = (await call('anthropic', `/models?limit=2&before_id=${second.first_id}`)).body
    const third = (await call('gemini', '/models?pageSize=2')).body
    const fourth = (await call('gemini', `/models?pageSize=2&pageToken=${third.nextPageToken}`)).body

    expect([first.has_more, second.has_more]).toEqual([true, false])
    expect([first, second, back].map(({ data }) => data.map((one: any) => one.id))).toEqual([
      ['a', 'b'],
      ['c'],
      ['a', 'b'],
    ])
    expect([third.models.length, fourth.models.length, 'nextPageToken' in fourth]).toEqual([2, 1, false])
  })

  it('have single models, a key to look at and a version', async () => {
    const { call } = await start()

    const statuses = [
      await call('openai', '/models/gpt-5.4'),
      await call('anthropic', '/models/claude-opus-5-5'),
      await call('gemini', '/models/gemini-2.5-flash'),
      await call('mistral', '/models/codestral-latest'),
      await call('openrouter', '/key'),
      await call('ollama', '/version'),
      await call('openai', '/models/nothing'),
    ].map(({ status }) => status)

    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 404])
  })
})

describe('keys', () => {
  it.each<[ProviderId, string, number, string, number, string]>([
    ['openai', '/models', 401, "You didn't provide an API key", 401, 'invalid_api_key'],
    ['anthropic', '/models', 401, 'x-api-key header is required', 401, 'invalid x-api-key'],
    ['gemini', '/models', 403, 'PERMISSION_DENIED', 400, 'API_KEY_INVALID'],
    ['mistral', '/models', 401, '{"detail":"Unauthorized"}', 401, '{"detail":"Unauthorized"}'],
    ['openrouter', '/key', 401, 'No auth credentials found', 401, 'User not found.'],
    ['azure_openai', '/v1/models', 401, 'Access denied', 401, 'invalid subscription key'],
  ])(
    '%s refuses a request without one, and one that is wrong',
    async (provider, path, without, words, wrong, otherWords) => {
      const { ai, call } = await start()
      const headers = Object.fromEntries(
        Object.entries(HEADERS[provider]).map(([name, value]) => [name, value.replace(KEY, 'wrong-key-12345')]),
      )

      const none = await call(provider, path, undefined, {})
      const bad = await call(provider, path, undefined, headers)

      expect([none.status, none.text]).toEqual([without, expect.stringContaining(words)])
      expect([bad.status, bad.text]).toEqual([wrong, expect.stringContaining(otherWords)])
      expect(ai.requests.map(({ key }) => key?.isValid)).toEqual([undefined, false])
      expect(JSON.stringify([ai.requests, bad.text])).not.toContain('wrong-key-12345')
    },
  )

  it('are needed by Ollama behind a proxy, and never for the list of OpenRouter', async () => {
    const { ai, call } = await start({ keys: { ollama: 'proxy-key' } })

    const statuses = [
      await call('ollama', '/tags'),
      await call('ollama', '/tags', undefined, { authorization: 'Bearer proxy-key' }),
      await call('openrouter', '/models', undefined, {}),
    ].map(({ status }) => status)

    expect(statuses).toEqual([401, 200, 200])
    ai.settings.keys.ollama = undefined
    expect((await call('ollama', '/tags')).status).toBe(200)
  })

  it('may be part of the address for Google, and are masked in the log', async () => {
    const { ai, call } = await start()

    const { status } = await call('gemini', `/models?key=${KEY}`, undefined, {})

    expect(status).toBe(200)
    expect(JSON.stringify(ai.requests)).not.toContain(KEY)
  })
})

describe('requests that are wrong', () => {
  const open = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a'] }
  const format = (schema: object) => ({
    response_format: { type: 'json_schema', json_schema: { name: 'x', strict: true, schema } },
  })
  const closed = { ...open, additionalProperties: false }
  const wrong: [ProviderId, string, unknown, number, string][] = [
    ['openai', '/chat/completions', '{"model":', 400, 'parse'],
    ['openai', '/chat/completions', { messages }, 400, 'model'],
    ['openai', '/chat/completions', { model: 'gpt-4o-mini' }, 400, 'messages'],
    ['openai', '/chat/completions', { model: 'gpt-5.4', messages, max_tokens: 1 }, 400, 'max_completion_tokens'],
    ['openai', '/chat/completions', { model: 'gpt-5.4', messages, temperature: 0.2 }, 400, 'temperature'],
    [
      'openai',
      '/chat/completions',
      { model: 'gpt-4o-mini', messages, ...format(open) },
      400,
      "'additionalProperties' is required",
    ],
    ['openai', '/chat/completions', { model: 'gpt-4o-mini', messages, ...format(closed) }, 400, "Missing 'b'"],
    [
      'openai',
      '/chat/completions',
      { model: 'gpt-4o-mini', messages, ...format({ type: 'array', items: {} }) },
      400,
      'type: \\"object\\"',
    ],
    ['openai', '/responses', { model: 'gpt-5.4' }, 400, 'input'],
    ['openai', '/nothing', {}, 404, 'Invalid URL (POST /v1/nothing)'],
    ['anthropic', '/messages', { model: 'claude-haiku-4-5', messages }, 400, 'max_tokens: Field required'],
    ['anthropic', '/messages', { model: 'claude-haiku-4-5', max_tokens: 1, messages: [] }, 400, 'at least one message'],
    ['anthropic', '/messages', { model: 'claude-1', max_tokens: 1, messages }, 404, 'model: claude-1'],
    [
      'anthropic',
      '/messages',
      {
        model: 'claude-haiku-4-5',
        max_tokens: 1,
        messages,
        output_config: { format: { type: 'json_schema', schema: open } },
      },
      400,
      'must be explicitly set to false',
    ],
    ['gemini', '/models/gemini-2.5-flash:generateContent', {}, 400, 'contents is not specified'],
    [
      'gemini',
      '/models/gemini-0:generateContent',
      { contents: [{ parts: [{ text: 'a' }] }] },
      404,
      'models/gemini-0 is not found',
    ],
    [
      'gemini',
      '/models/gemini-2.5-flash:generateContent',
      { contents: messages, generationConfig: { responseMimeType: 'application/json', responseSchema: closed } },
      400,
      'additionalProperties',
    ],
    ['mistral', '/chat/completions', { model: 'mistral-0', messages }, 400, 'Invalid model: mistral-0'],
    ['mistral', '/chat/completions', '[', 422, '"object":"error"'],
    ['openrouter', '/chat/completions', { model: 'no/model', messages }, 404, 'No endpoints found for no/model.'],
    ['azure_openai', '/v1/chat/completions', { model: 'gpt-5.4-mini', messages }, 404, 'DeploymentNotFound'],
    ['azure_openai', '/deployments/heddle-deployment/chat/completions', { messages }, 404, 'Resource not found'],
    ['ollama', '/chat', { model: 'llama9', messages }, 404, '{"error":"model \'llama9\' not found"}'],
    ['ollama', '/chat', {}, 400, 'model is required'],
  ]

  it.each(wrong)('%s %s with %j', async (provider, path, body, status, words) => {
    const { call } = await start()

    const answer = await call(provider, path, body)

    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)])
  })

  it('Anthropic without a version, and an address of nobody', async () => {
    const { ai, call } = await start()

    const anthropic = await call('anthropic', '/models', undefined, { 'x-api-key': KEY })
    const nobody = await fetch(`${ai.url}/nobody/v1/models`)

    expect([anthropic.status, anthropic.body.error.message]).toEqual([400, 'anthropic-version: header is required'])
    expect(nobody.status).toBe(404)
  })
})

describe('answers on the wire', () => {
  it('grow as an array in a stream of Google that is not asked for events', async () => {
    const { call } = await start({ answers: ['abcdef'], pieceCharacters: 2 })

    const path = '/models/gemini-2.5-flash:streamGenerateContent'
    const { body } = await call('gemini', path, { contents: [{ role: 'user', parts: [{ text: 'x' }] }] })

    expect(body.map((one: any) => one.candidates[0].content.parts[0].text)).toEqual(['ab', 'cd', 'ef'])
  })

  it('are counted in a chunk of their own by OpenAI, if asked for', async () => {
    const { call } = await start({ answers: ['abc', 'abc'] })
    const body = { model: 'gpt-4o-mini', messages, stream: true }

    const plain = await call('openai', '/chat/completions', body)
    const counted = await call('openai', '/chat/completions', { ...body, stream_options: { include_usage: true } })

    expect(plain.text).not.toContain('usage')
    expect(counted.text).toContain('"choices":[],"usage":{"prompt_tokens":1')
    expect([plain, counted].every(({ text }) => text.endsWith('data: [DONE]\n\n'))).toBe(true)
    expect(plain.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  })

  it('are the input of a tool, for models of Anthropic that know no formats', async () => {
    const { call } = await start({ answers: [{ a: 1 }, { a: 1 }] })
    const tools = [{ name: 'json', input_schema: { type: 'object', properties: { a: { type: 'integer' } } } }]
    const body = {
      model: 'claude-haiku-4-5',
      max_tokens: 99,
      messages,
      tools,
      tool_choice: { type: 'tool', name: 'json' },
    }

    const whole = await call('anthropic', '/messages', body)
    const streamed = await call('anthropic', '/messages', { ...body, stream: true })

    expect(whole.body).toMatchObject({
      content: [{ type: 'tool_use', name: 'json', input: { a: 1 } }],
      stop_reason: 'tool_use',
    })
    expect(streamed.text).toContain('{"type":"input_json_delta","partial_json":"{\\"a\\":1}"}')
  })

  it('are lines from Ollama, streamed by default', async () => {
    const { call } = await start({ answers: ['abcd', 'abcd'], pieceCharacters: 2 })

    const streamed = await call('ollama', '/chat', { model: 'llama3.2', messages })
    const whole = await call('ollama', '/chat', { model: 'llama3.2', messages, stream: false })

    const lines = streamed.text.trimEnd().split('\n')
    expect(lines.map((line) => [JSON.parse(line).message.content, JSON.parse(line).done])).toEqual([
      ['ab', false],
      ['cd', false],
      ['', true],
    ])
    expect(whole.body).toMatchObject({
      message: { content: 'abcd' },
      done: true,
      done_reason: 'stop',
      prompt_eval_count: 1,
      eval_count: 1,
    })
  })
})

describe('the scripts of answers', () => {
  it('are functions that see the question, and may wait', async () => {
    const { ai, call } = await start()
    ai.setAnswers(async ({ model, messages: [first] }) => {
      await Promise.resolve()
      return `${model} was asked ${first?.text ?? ''}`
    })

    const { body } = await call('mistral', '/chat/completions', { model: 'mistral-small-latest', messages })

    expect(body.choices[0].message.content).toBe('mistral-small-latest was asked ping')
  })

  it('are lists, after which answers are made up', async () => {
    const { ai, call } = await start({ answers: ['first', { second: true }] })

    for (let count = 0; count < 3; count++)
      await call('mistral', '/chat/completions', { model: 'mistral-small-latest', messages })

    expect(ai.requests.map(({ answer }) => answer)).toEqual([
      'first',
      '{"second":true}',
      'You asked: ping. This is the answer of a simulated model.',
    ])
  })
})

describe('the log and the rules of faults', () => {
  it('show what was sent, by whom and how it ended', async () => {
    const { ai, call } = await start()

    await call('openrouter', '/chat/completions', {
      model: 'openai/gpt-4o-mini',
      messages: [{ role: 'system', content: 'Be brief.' }, ...messages],
    })

    expect(ai.requests).toMatchObject([
      {
        number: 1,
        method: 'POST',
        url: '/openrouter/api/v1/chat/completions',
        provider: 'openrouter',
        purpose: 'chat',
        api: 'chat/completions',
        key: { header: 'authorization', isValid: true },
        body: { model: 'openai/gpt-4o-mini' },
        prompt: { system: 'Be brief.', messages: [{ role: 'user', text: 'ping' }] },
        usage: { inputTokens: 4 },
        status: 200,
        isBroken: false,
      },
    ])
    expect(Object.fromEntries(ai.counters.byProvider)).toEqual({ openrouter: 1 })
    ai.resetCounters()
    expect([ai.requests.length, ai.counters.requests]).toEqual([0, 0])
  })

  it('keep to a provider, a model, a purpose or a part of the address', async () => {
    const { ai, call } = await start()
    ai.faults.add({ kind: 'html', status: 502, provider: 'openai', on: 'models' })
    ai.faults.add({ kind: 'error', status: 418, model: 'gpt-4o-mini' })
    ai.faults.add({ kind: 'problem', problem: 'overloaded', path: '/tags' })

    const statuses = [
      await call('openai', '/models'),
      await call('mistral', '/models'),
      await call('openai', '/chat/completions', { model: 'gpt-4o-mini', messages }),
      await call('openai', '/chat/completions', { model: 'gpt-4.1-mini', messages }),
      await call('ollama', '/tags'),
    ].map(({ status }) => status)

    expect(statuses).toEqual([502, 200, 418, 200, 503])
  })

  it.each(PROVIDERS)('%s refuses with any status in its own form', async (provider) => {
    const { ai, call } = await start()
    const codes = [400, 401, 402, 403, 404, 422, 429, 500, 503, 529]
    for (const [after, status] of codes.entries()) ai.faults.add({ kind: 'error', status, after, next: 1 })

    const statuses = []
    for (const code of codes) {
      const { status, body } = await call(provider, '/models')
      statuses.push(status)
      expect(body.error ?? body.message ?? body.detail, String(code)).toBeDefined()
    }

    expect(statuses).toEqual(codes)
  })

  it('refuse connections while the simulator is paused', async () => {
    const { ai, call } = await start()

    await ai.pause()
    await expect(call('ollama', '/version')).rejects.toThrow()
    await ai.resume()

    expect((await call('ollama', '/version')).status).toBe(200)
  })
})
