import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { failureIn, never, PROMPT, startWorkbench, targetAt } from './testing/ai-workbench.ts'
import { sendAnswer, sendJson, startScripted } from './testing/scripted-server.ts'

const SECRET = 'internal-word-7f3'
const ANSWERED = /^Ollama answered something\. As its address is a private one/
const SILENT = /^Ollama did not answer\. As its address is a private one/

const OF_A_SERVER: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'an error in JSON': (response) => sendJson(response, { error: { message: SECRET, type: SECRET } }, 400),
  'plain text': (response) => response.writeHead(404, { 'content-type': 'text/plain' }).end(SECRET),
  'a page': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(`<html>${SECRET}</html>`),
  'a redirect': (response) => response.writeHead(302, { location: `http://${SECRET}.example/` }).end(),
  'a time to wait': (response) => response.writeHead(429, { 'retry-after': '4711' }).end(),
  'a list of names': (response) => sendJson(response, { models: [{ name: SECRET }], data: [{ id: SECRET }] }),
  'too much': (response) => response.writeHead(200).end('x'.repeat(3_000_000)),
}

it.each(Object.entries(OF_A_SERVER))('%s of a private address is only an answer', async (_what, respond) => {
  const { ai, log } = startWorkbench()
  const { url } = await startScripted((_request, response) => respond(response))
  const target = targetAt('ollama', url, { hidesInternal: true })

  const failures = [await failureIn(ai.ask(target, PROMPT, never)), await failureIn(ai.models(target, never))]
  const test = await ai.test(target, never)

  for (const failure of failures) {
    expect(failure.message).toMatch(ANSWERED)
    expect(failure).toMatchObject({ reason: 'refused', retryAfterSeconds: undefined })
  }
  expect(test).toEqual({ status: 'failure', message: expect.stringMatching(ANSWERED) })
  expect(log()).not.toContain(SECRET)
})

it('a closed port, silence and a broken connection read alike', async () => {
  const { ai } = startWorkbench({ testTimeoutMs: 300 })
  const hanging = await startScripted(() => undefined)
  const broken = await startScripted((_request, response) => response.destroy())

  const messages = new Set<string>()
  for (const url of ['http://127.0.0.1:9', hanging.url, broken.url, hanging.url.replace('http:', 'https:')])
    messages.add((await ai.test(targetAt('ollama', url, { hidesInternal: true }), never)).message)

  expect([...messages]).toEqual([expect.stringMatching(SILENT)])
})

it.each(['127.0.0.1', '::1'])('judges the address that a name leads to at that moment: %s', async (address) => {
  const family = address.includes(':') ? 6 : 4
  const { ai } = startWorkbench({ resolve: async () => [{ address, family }] })
  const { url } = await startScripted((_request, response) => response.writeHead(404).end(SECRET))
  const target = targetAt('ollama', url.replace('127.0.0.1', 'provider.example.org'), { hidesInternal: true })

  const { message } = await failureIn(ai.ask(target, PROMPT, never))

  expect(message).toMatch(family === 4 ? ANSWERED : SILENT)
})

it('a private address still answers questions', async () => {
  const { ai } = startWorkbench()
  const { url } = await startScripted(({ path }, response) =>
    path.endsWith('/tags') ? sendJson(response, { models: [] }) : sendAnswer(response, { class_name: 'fvBD' }),
  )

  const { value } = await ai.ask(targetAt('openai', url, { hidesInternal: true }), PROMPT, never)

  expect(value).toEqual({ class_name: 'fvBD' })
})
