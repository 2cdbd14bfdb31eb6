import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Received = { readonly path: string; readonly headers: IncomingMessage['headers']; readonly body: any }
export type Scripted = {
  readonly url: string
  readonly requests: readonly Received[]
  readonly openSockets: () => Promise<number>
}

/** A server for oddities that the simulator lacks: it answers as the test says. */
export async function startScripted(answer: (request: Received, response: ServerResponse) => void): Promise<Scripted> {
  const requests: Received[] = []
  const server = createServer((message, response) => void receive(message, response))
  async function receive(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = (await message.toArray()).join('')
    const received = {
      path: message.url ?? '',
      headers: message.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
    requests.push(received)
    answer(received, response)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const openSockets = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, openSockets }
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** `chat/completions`, `responses` and Ollama's `chat` in one. */
export function sendAnswer(response: ServerResponse, value: unknown): void {
  const text = JSON.stringify(value)
  sendJson(response, {
    id: 'one',
    object: 'any',
    created: 1,
    created_at: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    output: [
      { type: 'message', id: 'msg', role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, input_tokens: 1, output_tokens: 1 },
  })
}
