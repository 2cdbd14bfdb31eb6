import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { ProviderId } from '@heddle/contract/ai.ts'
import { ANSWER, failureIn, never, PROMPT, startSimulator, startWorkbench, targetAt } from './testing/ai-workbench.ts'
import { type Received, sendAnswer, sendJson, startScripted } from './testing/scripted-server.ts'

const refuse = (response: ServerResponse, message: string, status = 400) =>
  sendJson(response, { error: { message } }, status)

/** A server of OpenAI's interface; what `objectTo` names is a 400. */
const startPicky = (objectTo: (request: Received) => string | undefined) =>
  startScripted((request, response) => {
    const objection = objectTo(request)
    if (objection === undefined) sendAnswer(response, ANSWER)
    else refuse(response, objection)
  })

describe('places', () => {
  it.each<[ProviderId, (url: string) => string]>([
    ['openai', (url) => `${url}/openai`],
    ['openai', (url) => `${url}/openai/v1/chat/completions`],
    ['anthropic', (url) => `${url}/anthropic/`],
    ['gemini', (url) => `${url}/gemini`],
    ['mistral', (url) => `${url}/mistral`],
    ['openrouter', (url) => `${url}/openrouter`],
    ['azure_openai', (url) => `${url}/azure`],
    ['azure_openai', (url) => `${url}/azure/openai/v1`],
    ['ollama', (url) => `${url}/ollama`],
    ['ollama', (url) => `${url}/ollama/v1/`],
  ])('finds %s at another spelling of its URL, and remembers it', async (provider, spell) => {
    const simulator = await startSimulator()
    const { ai } = startWorkbench()
    const target = targetAt(provider, spell(simulator.url))

    const first = await ai.ask(target, PROMPT, never)
    const count = simulator.requests.length
    const second = await ai.ask(target, PROMPT, never)

    expect([first.value, second.value]).toEqual([ANSWER, ANSWER])
    expect(simulator.requests).toHaveLength(count + 1)
    expect(simulator.requests.at(-1)?.status).toBe(200)
  })

  it.each<[string, ProviderId, string]>([
    ['a model that only has responses', 'openai', '/v1/responses'],
    ['a resource without dated interfaces', 'azure_openai', '/openai/v1/chat/completions'],
    ['an Ollama behind a gateway of OpenAI’s interface', 'ollama', '/v1/chat/completions'],
    [
      'a gateway to Azure without its folder',
      'azure_openai',
      '/deployments/heddle-deployment/chat/completions?api-version=2024-10-21',
    ],
  ])('asks %s where it answers', async (_title, provider, place) => {
    const server = await startScripted((request, response) => {
      if (request.path === place) sendAnswer(response, ANSWER)
      else if (place.includes('responses')) refuse(response, 'This model is only supported in v1/responses.', 404)
      else response.writeHead(404).end('404 page not found')
    })
    const { ai } = startWorkbench()

    const { value } = await ai.ask(targetAt(provider, server.url + (provider === 'openai' ? '/v1' : '')), PROMPT, never)

    expect(value).toEqual(ANSWER)
    expect(server.requests.at(-1)?.path).toBe(place)
  })

  it('asks the provider not to keep what `responses` would store', async () => {
    const server = await startScripted((request, response) => {
      if (request.path.endsWith('/responses')) sendAnswer(response, ANSWER)
      else refuse(response, 'Unknown endpoint', 405)
    })
    const { ai } = startWorkbench()

    await ai.ask(targetAt('openai', `${server.url}/v1`), PROMPT, never)

    expect(server.requests.at(-1)?.body).toMatchObject({
      store: false,
      text: { format: { type: 'json_schema', schema: PROMPT.schema } },
    })
  })

  it('passes a web application that answers everything', async () => {
    const server = await startScripted((request, response) => {
      if (request.path.startsWith('/v1/')) sendAnswer(response, ANSWER)
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>App</title>')
    })
    const { ai } = startWorkbench()

    expect(await ai.ask(targetAt('openai', server.url), PROMPT, never)).toMatchObject({ value: ANSWER })
  })

  it('reports the first failure when there is none', async () => {
    const server = await startScripted((request, response) =>
      refuse(response, `Invalid URL (POST ${request.path})`, 404),
    )
    const { ai } = startWorkbench()

    const failure = await failureIn(ai.ask(targetAt('openai', `${server.url}/llm`), PROMPT, never))

    expect(failure.message).toBe('OpenAI answered 404: Invalid URL (POST /llm/chat/completions). Check the base URL.')
    expect(server.requests).toHaveLength(4)
  })

  it.each([
    [404, "The model 'gpt-5.4-mini' does not exist"],
    [401, 'No such key'],
    [429, 'Slow down'],
    [500, 'Oops'],
  ])('asks nowhere else after %d: %s', async (status, message) => {
    const server = await startScripted((_request, response) => refuse(response, message, status))
    const { ai } = startWorkbench()

    await failureIn(ai.ask(targetAt('openai', server.url), PROMPT, never))

    expect(server.requests).toHaveLength(1)
  })

  it('looks again when a place is gone', async () => {
    let place = '/llm/chat/completions'
    const server = await startScripted((request, response) => {
      if (request.path === place) sendAnswer(response, ANSWER)
      else refuse(response, 'Not Found', 404)
    })
    const { ai } = startWorkbench()
    const target = targetAt('openai', `${server.url}/llm`)

    await ai.ask(target, PROMPT, never)
    place = '/llm/v1/responses'

    expect(await ai.ask(target, PROMPT, never)).toMatchObject({ value: ANSWER })
  })
})

describe('forms', () => {
  it.each([
    [
      "'response_format.type' json_schema is not supported",
      (body: any) => body.response_format?.type === 'json_schema',
      'json_object',
    ],
    ['Unknown parameter: response_format', (body: any) => 'response_format' in body, undefined],
  ])('writes the schema into the text for a server that says %s', async (objection, isWrong, type) => {
    const server = await startPicky(({ body }) => (isWrong(body) ? objection : undefined))
    const { ai } = startWorkbench()
    const target = targetAt('openai', `${server.url}/v1`)

    await ai.ask(target, PROMPT, never)
    const count = server.requests.length
    const { value } = await ai.ask(target, PROMPT, never)

    expect(value).toEqual(ANSWER)
    // It remembers.
    expect(server.requests).toHaveLength(count + 1)
    const last = server.requests.at(-1)?.body
    expect(last.response_format?.type).toBe(type)
    expect(last.messages).toEqual([
      { role: expect.any(String), content: PROMPT.instructions },
      {
        role: 'user',
        content: expect.stringContaining(
          `${PROMPT.prompt}\n\nAnswer with JSON that follows this schema:\n{"type":"object"`,
        ),
      },
    ])
  })

  it('asks models that reason in their way, whatever the deployment is called', async () => {
    const server = await startPicky(({ body }) =>
      'max_tokens' in body ? "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead." : undefined,
    )
    const { ai } = startWorkbench()

    expect(await ai.ask(targetAt('azure_openai', server.url), PROMPT, never)).toMatchObject({ value: ANSWER })

    expect(server.requests.at(-1)?.body).toMatchObject({
      max_completion_tokens: 7_000,
      messages: [{ role: 'developer' }, {}],
    })
  })

  it('leaves out a limit that the server does not take', async () => {
    const server = await startPicky(({ body }) =>
      'max_tokens' in body || 'max_completion_tokens' in body ? 'max_completion_tokens is too large' : undefined,
    )
    const { ai } = startWorkbench()

    expect(await ai.ask(targetAt('openai', `${server.url}/v1`), PROMPT, never)).toMatchObject({ value: ANSWER })
  })

  it('gives up on a server that objects to everything', async () => {
    const server = await startPicky(() => 'response_format and max_tokens are wrong')
    const { ai } = startWorkbench()

    const failure = await failureIn(ai.ask(targetAt('openai', `${server.url}/v1`), PROMPT, never))

    expect(failure.message).toBe('OpenAI answered 400: response_format and max_tokens are wrong.')
    expect(server.requests.length).toBeLessThan(7)
  })
})

it.each<[ProviderId, string]>([
  ['gemini', '../../../admin?x'],
  ['azure_openai', '..'],
])('puts no path into the URL of %s with the name of a model', async (provider, name) => {
  const server = await startScripted((_request, response) => sendAnswer(response, ANSWER))
  const { ai } = startWorkbench()

  const failure = await failureIn(
    ai.ask(targetAt(provider, server.url, { model: name, deployment: name }), PROMPT, never),
  )

  expect(failure.reason).toBe('unknown_model')
  expect(server.requests).toHaveLength(0)
})
