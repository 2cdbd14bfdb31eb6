import { type AiSimulator, startAi } from '@heddle/simulators/ai/start-ai.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Scripted, startScripted } from '../../adapters/ai-provider/testing/scripted-server.ts'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const OWN = '/api/ai/provider/'
const MODELS = '/api/ai/provider/models/'
const TEST = '/api/ai/provider/test/'
const SETTINGS = '/api/ai/settings/'
const DENIED = 'http://169.254.169.254/latest'
const WRONG_KEY = 'a-wrong-key-of-this-test'

let app: TestApp
let ai: AiSimulator
let key: string
/** An administrator, because the simulator's address is one of those that others learn little about. */
let user: Client & { readonly id: number }
let editor: Client & { readonly id: number }
let viewer: Client & { readonly id: number }
beforeAll(async () => {
  app = await startTestApp({ env: { OUTBOUND_DENY: '169.254.0.0/16' } })
  ai = await startAi()
  key = ai.settings.keys.openai!
  user = await app.userOf('administrator')
  editor = await app.userOf('editor')
  viewer = await app.userOf('viewer')
})
afterAll(async () => {
  await app.stop()
  await ai.close()
})
beforeEach(async () => {
  ai.faults.clear()
  ai.resetCounters()
  await user.delete(OWN)
  await app.admin.patch(SETTINGS, FRESH)
})

const FRESH = {
  ai_builder_enabled: true,
  platform_default_provider: null,
  platform_default_model: null,
  platform_base_url: null,
  platform_deployment_name: null,
}
const openai = (body: object = {}) => ({ provider: 'openai', base_url: ai.baseUrls.openai, api_key: key, ...body })
const platform = (body: object = {}) =>
  app.admin.patch(SETTINGS, {
    platform_default_provider: 'openai',
    platform_base_url: ai.baseUrls.openai,
    platform_api_key: key,
    ...body,
  })
const at = (parameters: Record<string, string>) => `${MODELS}?${new URLSearchParams(parameters).toString()}`
const sent = () => ai.requests.map(({ purpose, key: found }) => [purpose, found?.isValid])

describe('the providers', () => {
  it('are seven, each with what it requires', async () => {
    const { status, body } = await user.get('/api/ai/providers/')

    expect(status).toBe(200)
    expect(body.providers.map(({ id }: { id: string }) => id)).toEqual([
      'openai',
      'anthropic',
      'gemini',
      'mistral',
      'openrouter',
      'azure_openai',
      'ollama',
    ])
    expect(body.providers.at(-1)).toMatchObject({
      requires_api_key: false,
      requires_base_url: true,
      requires_deployment_name: false,
    })
    expect((await app.anonymous.get('/api/ai/providers/')).status).toBe(401)
  })
})

describe("a user's own provider", () => {
  it('is null until it is set, and after it is deleted', async () => {
    const before = await user.get(OWN)
    await user.put(OWN, openai())
    const deleted = await user.delete(OWN)

    expect(before).toMatchObject({ status: 200, body: null, text: 'null' })
    expect(deleted.status).toBe(204)
    expect((await user.get(OWN)).body).toBeNull()
  })

  it('is stored trimmed, with its key sealed and never returned', async () => {
    const { status, body, text } = await user.put(OWN, {
      provider: 'openai',
      base_url: ` ${ai.baseUrls.openai} `,
      api_key: ` ${key} `,
    })

    expect(status).toBe(200)
    expect(body).toEqual({
      provider: 'openai',
      model: 'gpt-5.4-mini',
      base_url: ai.baseUrls.openai,
      azure_deployment_name: null,
      has_api_key: true,
      is_configured: true,
      updated_at: expect.any(String),
    })
    expect((await user.get(OWN)).body).toEqual(body)
    expect(text).not.toContain(key)
    const { rows } = await app.app.platform.database.pool.query('select api_key_sealed from ai_provider_configs')
    expect(rows).toHaveLength(1)
    expect(rows[0].api_key_sealed).toMatch(/^v1:/)
  })

  it('belongs to one user', async () => {
    await user.put(OWN, openai())

    expect((await app.admin.get(OWN)).body).toBeNull()
  })

  it.each([
    [{}, { has_api_key: false, is_configured: false }],
    [{ api_key: '' }, { has_api_key: false, is_configured: false }],
    [
      { provider: 'azure_openai', api_key: 'k' },
      { has_api_key: true, is_configured: false },
    ],
    [{ provider: 'azure_openai', api_key: 'k', base_url: 'http://127.0.0.1:9' }, { is_configured: false }],
    [
      { provider: 'azure_openai', api_key: 'k', base_url: 'http://127.0.0.1:9', azure_deployment_name: 'd' },
      { is_configured: true },
    ],
    [{ provider: 'ollama' }, { is_configured: false }],
    [
      { provider: 'ollama', base_url: 'http://127.0.0.1:9' },
      { has_api_key: false, is_configured: true },
    ],
  ])('may be incomplete: %j', async (body, expected) => {
    const answer = await user.put(OWN, { provider: 'openai', ...body })

    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject(expected)
  })

  it('keeps its key when none is sent, unless the provider or the base URL change', async () => {
    const hasKeyAfter = async (body: object) => {
      await user.put(OWN, openai())
      return (await user.put(OWN, body)).body.has_api_key
    }
    const base_url = ai.baseUrls.openai

    expect(await hasKeyAfter({ provider: 'openai', base_url, model: 'gpt-5.4' })).toBe(true)
    expect(await hasKeyAfter({ provider: 'openai', base_url: `${base_url}//` })).toBe(true)
    expect(await hasKeyAfter({ provider: 'openai', model: 'gpt-5.4' })).toBe(true)
    expect((await user.get(OWN)).body).toMatchObject({ model: 'gpt-5.4', base_url: expect.stringContaining(base_url) })
    expect(await hasKeyAfter({ provider: 'openai', base_url: null })).toBe(false)
    expect(await hasKeyAfter({ provider: 'openai', base_url: 'http://127.0.0.1:9' })).toBe(false)
    expect(await hasKeyAfter({ provider: 'openai' })).toBe(true)
    expect(await hasKeyAfter({ provider: 'mistral', base_url })).toBe(false)
    expect(await hasKeyAfter({ provider: 'openai', base_url, api_key: null })).toBe(false)
    expect(await hasKeyAfter({ provider: 'mistral', base_url, api_key: 'another-key' })).toBe(true)
  })

  it('keeps the key of a first change when another comes at the same moment', async () => {
    await user.delete(OWN)
    await Promise.all([
      user.put(OWN, openai()),
      user.put(OWN, { provider: 'openai', base_url: ai.baseUrls.openai, model: 'gpt-5.4' }),
    ])

    expect((await user.get(OWN)).body.has_api_key).toBe(true)
  })

  it('lists all that is wrong with it, without repeating the key, and stores nothing', async () => {
    const { status, body, text } = await user.put(OWN, {
      provider: 'skynet',
      model: 'a b',
      base_url: DENIED,
      azure_deployment_name: '../x',
      api_key: 'secret key',
    })

    expect(status).toBe(400)
    expect(Object.keys(body).toSorted()).toEqual(['api_key', 'azure_deployment_name', 'base_url', 'model', 'provider'])
    expect(text).not.toContain('secret key')
    expect((await user.get(OWN)).body).toBeNull()
  })

  it('is not overwritten by somebody who saw an older one', async () => {
    await user.put(OWN, openai())
    const seen = (await user.get(OWN)).headers.get('etag')!
    await user.put(OWN, openai({ model: 'gpt-5.4' }))

    const stale = await user.put(OWN, openai(), { 'if-match': seen })

    expect(stale.status).toBe(412)
    const { headers, body } = await user.get(OWN)
    expect(body.model).toBe('gpt-5.4')
    expect((await user.put(OWN, openai(), { 'if-match': headers.get('etag')! })).status).toBe(200)
  })
})

describe('the settings of the platform', () => {
  it('are seen by every user, changed by administrators', async () => {
    const expected = {
      ...FRESH,
      has_platform_api_key: false,
      is_configured: false,
      prompt_style: 'normal',
      verbosity: 'normal',
      default_complexity: 'auto',
      share_results: false,
      audit_prompts: false,
    }

    expect((await viewer.get(SETTINGS)).body).toEqual(expected)
    expect((await viewer.patch(SETTINGS, { share_results: true })).status).toBe(403)
    expect((await app.admin.patch(SETTINGS, { verbosity: 'concise' })).body).toEqual({
      ...expected,
      verbosity: 'concise',
    })
    await app.admin.patch(SETTINGS, { verbosity: 'normal' })
  })

  it('have a key that is never returned, and dropped when the provider or its base URL change without one', async () => {
    const { body, text } = await platform()
    expect(body).toMatchObject({ has_platform_api_key: true, is_configured: true })
    expect(text).not.toContain(key)

    expect((await app.admin.patch(SETTINGS, { platform_default_model: 'gpt-5.4' })).body.has_platform_api_key).toBe(
      true,
    )
    expect(
      (await app.admin.patch(SETTINGS, { platform_base_url: `${ai.baseUrls.openai}/` })).body.has_platform_api_key,
    ).toBe(true)
    expect(
      (await app.admin.patch(SETTINGS, { platform_base_url: 'http://127.0.0.1:9' })).body.has_platform_api_key,
    ).toBe(false)
    await platform()
    expect((await app.admin.patch(SETTINGS, { platform_default_provider: 'mistral' })).body.has_platform_api_key).toBe(
      false,
    )
    await platform()
    expect((await app.admin.patch(SETTINGS, { platform_api_key: '' })).body).toMatchObject({
      has_platform_api_key: false,
      is_configured: false,
    })
  })

  it('list all that is wrong at once and change nothing', async () => {
    const answer = await app.admin.patch(SETTINGS, {
      ai_builder_enabled: 'maybe',
      platform_default_model: 'a b',
      platform_base_url: 'ftp://x',
      platform_deployment_name: 'a/b',
      platform_api_key: 'a key',
      verbosity: 'epic',
      share_results: true,
    })

    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).toSorted()).toEqual([
      'ai_builder_enabled',
      'platform_api_key',
      'platform_base_url',
      'platform_default_model',
      'platform_deployment_name',
      'verbosity',
    ])
    expect((await app.admin.get(SETTINGS)).body.share_results).toBe(false)
  })

  it('take no key without the provider it is for', async () => {
    const { status, body } = await app.admin.patch(SETTINGS, { platform_api_key: key })

    expect(status).toBe(400)
    expect(body).toEqual({ platform_api_key: ['Choose the platform_default_provider that the key is for.'] })
  })

  it('survive two first changes at once', async () => {
    await app.app.platform.database.pool.query('truncate ai_settings')

    await Promise.all([
      app.admin.patch(SETTINGS, { share_results: true }),
      app.admin.patch(SETTINGS, { audit_prompts: true }),
    ])

    expect((await app.admin.get(SETTINGS)).body).toMatchObject({ share_results: true, audit_prompts: true })
    await app.admin.patch(SETTINGS, { share_results: false, audit_prompts: false })
  })
})

describe('the models of a provider', () => {
  it('are listed live with a key from the query', async () => {
    const { status, body } = await user.get(at({ provider: 'openai', api_key: key, base_url: ai.baseUrls.openai }))

    expect(status).toBe(200)
    expect(body).toEqual({
      source: 'live',
      models: expect.arrayContaining(['gpt-5.4-mini', 'gpt-6-sol']),
      recommended: 'gpt-5.4-mini',
    })
    expect(sent()).toEqual([['models', true]])
  })

  it("are listed with the caller's saved key, else the platform's", async () => {
    await platform({ platform_api_key: WRONG_KEY })
    expect((await user.get(at({ provider: 'openai' }))).body).toMatchObject({
      source: 'fallback',
      detail: expect.any(String),
    })

    await user.put(OWN, openai())

    expect((await user.get(at({ provider: 'openai' }))).body.source).toBe('live')
    expect(sent()).toEqual([
      ['models', false],
      ['models', true],
    ])
  })

  it('need no key where the provider needs none; a tag makes no difference to the recommendation', async () => {
    const { body } = await user.get(at({ provider: 'ollama', base_url: ai.baseUrls.ollama }))

    expect(body).toMatchObject({ source: 'live', recommended: 'llama3.2:latest' })
  })

  it.each([
    [{ provider: 'openai' }, 'needs an API key'],
    [{ provider: 'openai', api_key: 'short' }, 'at least 8 characters'],
    [{ provider: 'ollama' }, 'needs a base URL'],
  ])('are the usual ones if the provider cannot be asked: %j', async (parameters, detail) => {
    const { status, body } = await user.get(at(parameters))

    expect(status).toBe(200)
    expect(body).toMatchObject({ source: 'fallback', detail: expect.stringContaining(detail) })
    expect(body.models).toContain(body.recommended)
    expect(ai.requests).toHaveLength(0)
  })

  it('are the usual ones, with the reason, when the provider fails', async () => {
    ai.faults.add({ kind: 'problem', problem: 'server_error' })

    const { status, body } = await user.get(at({ provider: 'openai', api_key: key, base_url: ai.baseUrls.openai }))

    expect(status).toBe(200)
    expect(body).toMatchObject({ source: 'fallback', recommended: 'gpt-5.4-mini', detail: expect.any(String) })
  })

  it('are never asked for at another base URL with a saved key', async () => {
    await user.put(OWN, openai())
    await platform()

    const { body } = await user.get(at({ provider: 'openai', base_url: `${ai.url}/elsewhere` }))

    expect(body).toMatchObject({ source: 'fallback', detail: expect.stringContaining('its own base URL') })
    expect(ai.requests).toHaveLength(0)
  })

  it('are refused for a provider that does not exist, also to those who have none of their own', async () => {
    const { status, body } = await user.get(at({ provider: 'nobody' }))

    expect([status, body.provider]).toEqual([400, [expect.stringContaining('Expected one of')]])
  })

  it('are refused for a denied base URL, with all faults at once', async () => {
    const { status, body, text } = await user.get(at({ provider: 'skynet', base_url: DENIED, api_key: 'secret key' }))

    expect(status).toBe(400)
    expect(Object.keys(body).toSorted()).toEqual(['api_key', 'base_url', 'provider'])
    expect(text).not.toContain('secret key')
  })

  it('leave no key of the query in our log, whatever the answer', async () => {
    const secret = 'key-in-a-query-0001'
    for (const query of [
      { provider: 'openai', api_key: secret, base_url: ai.baseUrls.openai },
      { provider: 'openai', api_key: secret, base_url: DENIED },
      { provider: 'openai', api_key: `${secret} `, base_url: 'http://127.0.0.1:9' },
      { provider: 'skynet', api_key: secret },
    ]) {
      const { text } = await user.get(at(query))
      expect(text).not.toContain(secret)
      await app.anonymous.get(at(query))
    }

    expect(app.log()).toContain(MODELS)
    expect(app.log()).not.toContain(secret)
  })
})

describe('testing a provider', () => {
  it('asks it with what is in the form and says how long it took', async () => {
    const { status, body } = await user.post(TEST, openai())

    expect(status).toBe(200)
    expect(body).toEqual({ status: 'success', message: expect.any(String), latency_ms: expect.any(Number) })
    expect((await user.get(OWN)).body).toBeNull()
  })

  it("uses the caller's own provider for what the form leaves out, else the platform's", async () => {
    await platform()
    expect((await user.post(TEST, {})).body.status).toBe('success')

    await user.put(OWN, { provider: 'ollama', base_url: ai.baseUrls.ollama, model: 'missing' })
    expect((await user.post(TEST, {})).body.status).toBe('failure')
    expect((await user.post(TEST, { model: 'llama3.2:latest' })).body.status).toBe('success')
    expect(ai.requests.at(-1)).toMatchObject({ provider: 'ollama' })
  })

  it.each([
    [{}, 'No AI provider is chosen.'],
    [{ provider: 'openai' }, 'OpenAI needs an API key.'],
    [{ provider: 'azure_openai', api_key: 'k' }, 'Azure OpenAI needs a base URL and a deployment name.'],
    [{ provider: 'openai', api_key: 'k', base_url: DENIED }, '169.254.169.254'],
    [{ provider: 'openai', api_key: 'secret key' }, 'A key has neither spaces'],
  ])('says what is wrong without asking anybody: %j', async (form, message) => {
    const { status, body } = await user.post(TEST, form)

    expect(status).toBe(200)
    expect(body).toEqual({ status: 'failure', message: expect.stringContaining(message) })
    expect(ai.requests).toHaveLength(0)
  })

  it('fails with the words of the provider, never with the key', async () => {
    const { status, body, text } = await user.post(TEST, openai({ api_key: WRONG_KEY }))

    expect(status).toBe(200)
    expect(body.status).toBe('failure')
    expect(text).not.toContain(WRONG_KEY)
  })

  it('sends a saved key neither to another base URL nor to another provider', async () => {
    await user.put(OWN, openai())
    await platform()

    const elsewhere = await user.post(TEST, { base_url: `${ai.url}/elsewhere` })
    const other = await user.post(TEST, { provider: 'mistral', base_url: ai.baseUrls.mistral })

    expect(elsewhere.body).toEqual({ status: 'failure', message: expect.stringContaining('Enter the API key again') })
    expect(other.body).toEqual({ status: 'failure', message: 'Mistral needs an API key.' })
    expect(ai.requests).toHaveLength(0)
  })

  it('tests a provider that needs no key at a new base URL, without the key that was saved for another', async () => {
    await user.put(OWN, { provider: 'ollama', base_url: 'http://127.0.0.1:9', api_key: key })

    expect((await user.post(TEST, { base_url: ai.baseUrls.ollama })).body.status).toBe('success')
    expect(ai.requests.every((request) => request.key === undefined)).toBe(true)
  })

  it('refuses a provider that nobody knows', async () => {
    const { status, body } = await user.post(TEST, { provider: 'skynet' })

    expect(status).toBe(400)
    expect(Object.keys(body)).toEqual(['provider'])
  })
})

describe("probing an address of one's own", () => {
  const PAGE = 'Cluster console, password: hunter2'
  let inside: Scripted

  beforeEach(async () => {
    inside = await startScripted((_request, response) => response.writeHead(401, { location: '/x' }).end(PAGE))
    await editor.delete(OWN)
    await viewer.delete(OWN)
  })

  it('is refused to those who may not use AI, who keep the choice of a provider', async () => {
    const own = { provider: 'ollama', base_url: inside.url }

    expect((await viewer.put(OWN, own)).status).toBe(200)
    for (const answer of [
      await viewer.post(TEST, {}),
      await viewer.post(TEST, own),
      await viewer.get(at(own)),
      await viewer.get(at({ provider: 'ollama' })),
    ])
      expect(answer).toMatchObject({ status: 403, body: { detail: expect.stringContaining('may use AI') } })
    expect(inside.requests).toHaveLength(0)
  })

  it("is not what happens at the platform's address: everyone may list its models", async () => {
    await platform()

    expect((await viewer.get(at({ provider: 'openai' }))).body.source).toBe('live')
    expect((await viewer.get(at({ provider: 'openai', base_url: ai.baseUrls.openai }))).body.source).toBe('live')
  })

  it('tells below administrator only whether a private address answered', async () => {
    const own = { provider: 'ollama', base_url: inside.url }
    const tested = await editor.post(TEST, own)
    const listed = await editor.get(at(own))
    const silent = await editor.post(TEST, { provider: 'ollama', base_url: 'http://127.0.0.1:9' })

    expect(tested.body).toEqual({ status: 'failure', message: expect.stringMatching(/^Ollama answered something\./) })
    expect(listed.body).toMatchObject({ source: 'fallback', detail: tested.body.message })
    expect(silent.body.message).toMatch(/^Ollama did not answer\./)
    expect((await user.post(TEST, own)).body.message).toContain(PAGE)
  })

  it('says the same whatever a private address answers, a list of models included', async () => {
    const details = new Set<string>()
    for (const baseUrl of [inside.url, ai.baseUrls.ollama, `${ai.url}/elsewhere`])
      details.add((await editor.get(at({ provider: 'ollama', base_url: baseUrl }))).body.detail)

    expect(details).toEqual(new Set([expect.stringMatching(/^Ollama answered something\./)]))
  })

  it('tells everything about the address that the platform uses', async () => {
    await platform({ platform_default_provider: 'ollama', platform_base_url: inside.url, platform_api_key: null })

    expect((await editor.post(TEST, { provider: 'ollama', base_url: `${inside.url}/` })).body.message).toContain(PAGE)
  })

  it("hides the words of a provider of one's own in answers to questions too", async () => {
    await editor.put(OWN, { provider: 'ollama', base_url: inside.url })
    await user.put(OWN, { provider: 'ollama', base_url: inside.url })
    const question = { nodes: [{ id: 'a', alias: 'a', class_name: 'fvBD' }], edges: [], post_processors: [] }
    const explain = async (client: Client) => (await client.post('/api/ai/explain-query/', question)).body.detail

    expect(await explain(editor)).toMatch(/^Ollama answered something\./)
    expect(await explain(user)).toContain(PAGE)
  })
})

it('the uses of today are in the quota of a user', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const { pool } = app.app.platform.database
  await pool.query('insert into ai_usage_days (user_id, day, uses) values ($1, $2, 3), ($1, $3, 9)', [
    viewer.id,
    today,
    '2020-01-01',
  ])

  expect((await viewer.get('/api/auth/quota-usage/')).body.usage).toMatchObject({ ai_analysis_today: 3 })
})
