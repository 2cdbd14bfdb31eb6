import { describe, expect, it } from 'vitest'
import type { AiFaultRule } from '@heddle/simulators/ai/faults/ai-fault.ts'
import { KEY, MODELS, never, PROVIDERS, startSimulator, startWorkbench, targetAt } from './testing/ai-workbench.ts'
import { sendAnswer, sendJson, startScripted } from './testing/scripted-server.ts'

describe.each(PROVIDERS)('the test of %s', (provider) => {
  it('succeeds with the time the model took', async () => {
    const simulator = await startSimulator()
    const { ai } = startWorkbench()

    const test = await ai.test(targetAt(provider, simulator.baseUrls[provider]), never)

    expect(test).toEqual({ status: 'success', message: expect.any(String), latencyMs: expect.any(Number) })
    expect(test.message).toMatch(new RegExp(`^Connected: ${MODELS[provider]} answered in \\d+ ms\\.$`))
    const purposes = { openrouter: ['key', 'chat'], azure_openai: ['chat'] }[provider as string] ?? ['models', 'chat']
    expect(simulator.requests.map(({ purpose }) => purpose)).toEqual(purposes)
  })

  it.each<[AiFaultRule, RegExp]>([
    [{ kind: 'problem', problem: 'bad_key' }, / answered 40[01]: /],
    [{ kind: 'problem', problem: 'unknown_model', on: 'chat' }, / answered 40[04]: /],
    [{ kind: 'html', status: 502 }, / answered 502 \(Bad Gateway\)\.$/],
    [{ kind: 'drop' }, / did not answer\. /],
  ])('says what went wrong: %j', async (rule, message) => {
    const simulator = await startSimulator()
    const { ai, log } = startWorkbench()
    simulator.faults.add(rule)

    const test = await ai.test(targetAt(provider, simulator.baseUrls[provider]), never)

    expect(test).toEqual({ status: 'failure', message: expect.stringMatching(message) })
    expect(test.message + log()).not.toContain(KEY)
  })

  it('takes being cut off for an answer', async () => {
    const simulator = await startSimulator()
    const { ai } = startWorkbench()
    simulator.faults.add({ kind: 'cut_off' })

    expect(await ai.test(targetAt(provider, simulator.baseUrls[provider]), never)).toMatchObject({ status: 'success' })
  })
})

it('does not take a wrong key for a wrong model', async () => {
  const simulator = await startSimulator()
  const { ai } = startWorkbench()

  await ai.test(
    targetAt('openai', simulator.baseUrls.openai, { apiKey: { reveal: () => 'another' }, model: 'nonsense' }),
    never,
  )

  expect(simulator.requests.map(({ purpose, status }) => [purpose, status])).toEqual([['models', 401]])
})

it.each<[string, number, object]>([
  ['has no list', 404, { detail: 'Not Found' }],
  ['lets the key list nothing', 403, { error: { message: 'Missing scopes: api.model.read' } }],
  ['has a list of another shape', 200, { models: 'many' }],
  ['fails to list', 500, {}],
])('asks the model of a server that %s', async (_title, status, body) => {
  const server = await startScripted((request, response) => {
    if (request.path.includes('models')) sendJson(response, body, status)
    else sendAnswer(response, 'OK')
  })
  const { ai } = startWorkbench()

  expect(await ai.test(targetAt('openai', `${server.url}/v1`), never)).toMatchObject({ status: 'success' })
  expect(server.requests.at(-1)?.body).not.toHaveProperty('response_format')
})

it.each([
  ['no key', targetAt('openai', 'http://127.0.0.1:1', { apiKey: null }), 'OpenAI needs an API key.'],
  ['no URL', targetAt('ollama', null), 'Ollama cannot be asked. It needs a base URL.'],
  [
    'nothing at its URL',
    targetAt('ollama', 'http://127.0.0.1:1'),
    'Ollama cannot be reached. The connection was refused',
  ],
])('fails with %s', async (_title, target, message) => {
  const { ai } = startWorkbench()

  expect(await ai.test(target, never)).toEqual({ status: 'failure', message: expect.stringContaining(message) })
})

it('ends in time', async () => {
  const simulator = await startSimulator()
  const { ai } = startWorkbench({ testTimeoutMs: 100 })
  simulator.faults.add({ kind: 'hang', on: 'chat' })

  expect(await ai.test(targetAt('openai', simulator.baseUrls.openai), never)).toEqual({
    status: 'failure',
    message: 'OpenAI did not answer within 100 ms.',
  })
})

it('says that a local model may still be loading', async () => {
  const simulator = await startSimulator()
  const { ai } = startWorkbench({ testTimeoutMs: 100 })
  simulator.faults.add({ kind: 'hang', on: 'chat' })

  const { message } = await ai.test(targetAt('ollama', simulator.baseUrls.ollama), never)

  expect(message).toBe('Ollama did not answer within 100 ms. It may still be loading the model.')
})
