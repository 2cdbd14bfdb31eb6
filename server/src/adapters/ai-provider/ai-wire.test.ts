import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, type BlockList, createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { buildDenyList } from '../outbound/deny-list.ts'
import {
  ANSWER,
  failureIn,
  KEY,
  never,
  PROMPT,
  startSimulator,
  startWorkbench,
  targetAt,
} from './testing/ai-workbench.ts'
import { sendAnswer, sendJson, startScripted } from './testing/scripted-server.ts'

const MEGABYTE = 1024 * 1024

const denying = (...ranges: string[]): BlockList => {
  const list = buildDenyList(ranges)
  if (!list.ok) throw new Error(list.message)
  return list.deny
}

it.each([301, 302, 303, 307, 308])('follows no redirect: %d', async (status) => {
  const other = await startScripted((_request, response) => sendAnswer(response, ANSWER))
  const server = await startScripted((_request, response) =>
    response.writeHead(status, { location: `${other.url}/v1/chat?token=t0ken-of-a-sign-on` }).end(),
  )
  const { ai } = startWorkbench()

  const failure = await failureIn(ai.ask(targetAt('anthropic', server.url), PROMPT, never))

  expect(failure.message).toBe(
    `Anthropic answered ${status}: it redirects to ${other.url}/v1/chat. Redirects are not followed.`,
  )
  expect(other.requests).toHaveLength(0)
  expect(await other.openSockets()).toBe(0)
})

it.each(['127.0.0.1', 'localhost', '[::1]', '0x7f.1'])(
  'connects to no denied address, however it is written: %s',
  async (host) => {
    const server = await startScripted((_request, response) => sendAnswer(response, ANSWER))
    const { ai } = startWorkbench({ deny: denying('127.0.0.0/8', '::1') })

    const failure = await failureIn(ai.ask(targetAt('openai', server.url.replace('127.0.0.1', host)), PROMPT, never))

    expect(failure).toMatchObject({ reason: 'unreachable', message: expect.stringContaining('OUTBOUND_DENY') })
    expect(server.requests).toHaveLength(0)
  },
)

it('checks the address that a name has when it is used', async () => {
  const server = await startScripted((_request, response) => sendAnswer(response, ANSWER))
  const addresses = ['127.0.0.1', '169.254.169.254']
  const resolve = async () => [{ address: addresses.shift() ?? '169.254.169.254', family: 4 }]
  const { ai } = startWorkbench({ deny: denying('169.254.0.0/16'), resolve })
  const target = targetAt('openai', `${server.url.replace('127.0.0.1', 'ai.example')}/v1`)

  await ai.ask(target, PROMPT, never)
  await ai.close()
  const second = startWorkbench({ deny: denying('169.254.0.0/16'), resolve })

  expect(await failureIn(second.ai.ask(target, PROMPT, never))).toMatchObject({ reason: 'unreachable' })
})

it.each([
  ['unknown names', 'http://nowhere.invalid', 'OpenAI cannot be reached. The host name'],
  ['closed ports', 'http://127.0.0.1:1', 'OpenAI cannot be reached. The connection was refused'],
])('describes %s', async (_title, url, message) => {
  const { ai } = startWorkbench()

  expect(await failureIn(ai.ask(targetAt('openai', url), PROMPT, never))).toMatchObject({
    reason: 'unreachable',
    message: expect.stringContaining(message),
  })
})

/** Accepts connections and says nothing. */
async function startDeaf(): Promise<{ readonly url: string; readonly openSockets: () => number }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket
      .resume()
      .on('error', () => undefined)
      .on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, openSockets: () => sockets.size }
}

it('does not wait for a connection longer than its limit', async () => {
  const { url } = await startDeaf()
  const { ai } = startWorkbench({ connectTimeoutMs: 50 })

  const failure = await failureIn(ai.ask(targetAt('openai', url), PROMPT, never))

  expect(failure).toMatchObject({ reason: 'unreachable', message: expect.stringContaining('TLS handshake') })
})

it('gives up a connection that is not there yet', async () => {
  const deaf = await startDeaf()
  const { ai } = startWorkbench()
  const patience = new AbortController()

  const question = failureIn(ai.ask(targetAt('openai', deaf.url), PROMPT, patience.signal))
  await expect.poll(deaf.openSockets).toBe(1)
  patience.abort()

  expect(await question).toMatchObject({ reason: 'cancelled' })
  await expect.poll(deaf.openSockets).toBe(0)
})

it('decodes gzip', async () => {
  const server = await startScripted((_request, response) => {
    const body = JSON.stringify({
      message: { content: JSON.stringify(ANSWER), role: 'assistant' },
      model: 'm',
      created_at: '1',
      done: true,
    })
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync(body))
  })
  const { ai } = startWorkbench()

  expect(await ai.ask(targetAt('ollama', server.url), PROMPT, never)).toMatchObject({ value: ANSWER })
})

it.each<[string, (response: ServerResponse) => void]>([
  ['says it is', (response) => response.writeHead(200, { 'content-length': 10_000 * MEGABYTE }).write('{')],
  ['never ends', (response) => pour(response)],
  [
    'is packed',
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5 * MEGABYTE, 32))),
  ],
])('stops an answer that is too large: one that %s', async (_title, answer) => {
  const server = await startScripted((_request, response) => answer(response))
  const { ai } = startWorkbench()

  const failure = await failureIn(ai.ask(targetAt('openai', server.url), PROMPT, never))

  expect(failure).toMatchObject({ reason: 'broken', message: 'The answer of OpenAI is larger than 2 MB.' })
  await expect.poll(server.openSockets).toBe(0)
})

function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(MEGABYTE / 4, 'x')
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  more()
}

it('answers one question beside fifty that hang', async () => {
  const simulator = await startSimulator()
  const { ai } = startWorkbench()
  const target = targetAt('openai', simulator.baseUrls.openai)
  const patience = new AbortController()
  simulator.faults.add({ kind: 'hang', next: 50 })

  const hanging = Array.from({ length: 50 }, () => failureIn(ai.ask(target, PROMPT, patience.signal)))
  await expect.poll(() => simulator.requests.length).toBe(50)
  const { value } = await ai.ask(target, PROMPT, never)

  expect(value).toEqual(ANSWER)
  patience.abort(new DOMException('too late', 'TimeoutError'))
  expect(new Set((await Promise.all(hanging)).map(({ reason }) => reason))).toEqual(new Set(['timeout']))
  await expect.poll(() => simulator.counters.openSockets).toBe(0)
})

it('ends every question when it closes', async () => {
  const simulator = await startSimulator()
  const { ai } = startWorkbench()
  simulator.faults.add({ kind: 'hang' })
  const questions = [
    failureIn(ai.ask(targetAt('openai', simulator.baseUrls.openai), PROMPT, never)),
    failureIn(ai.models(targetAt('gemini', simulator.baseUrls.gemini), never)),
  ]
  await expect.poll(() => simulator.requests.length).toBe(2)

  await ai.close()

  expect((await Promise.all(questions)).map(({ reason }) => reason)).toEqual(['cancelled', 'cancelled'])
  await expect.poll(() => simulator.counters.openSockets).toBe(0)
  expect(await failureIn(ai.ask(targetAt('openai', simulator.baseUrls.openai), PROMPT, never))).toMatchObject({
    reason: 'cancelled',
  })
})

it('shows the key to nobody but the provider, not even in its headers', async () => {
  const server = await startScripted((_request, response) =>
    sendJson(response, { error: { message: `not ${KEY}` } }, 418),
  )
  const { ai, log } = startWorkbench()

  const failure = await failureIn(ai.ask(targetAt('gemini', server.url), PROMPT, never))

  expect(server.requests[0]?.headers).toMatchObject({ 'x-goog-api-key': KEY, 'user-agent': 'heddle' })
  expect(server.requests[0]?.path).not.toContain(KEY)
  expect(failure.message).toBe('Google Gemini answered 418: not …')
  expect(log()).not.toContain(KEY)
})
