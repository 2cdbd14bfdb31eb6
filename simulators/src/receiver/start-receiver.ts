import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readBody } from '../shared/read-request.ts'
import { messagesPage, type ReceivedMessage } from './messages-page.ts'
import { faultOfSignature } from './verify-signature.ts'

const MOST_KEPT = 200

/**
 * A receiver of webhooks: `POST /hooks/<anything>` keeps what arrives, `GET /messages` lists it as JSON and `GET /` as
 * a page, newest first. `PUT /settings {secret, status}` says what signs, and what it answers.
 */
export async function startReceiver({ port = 0, host = '127.0.0.1' }: { port?: number; host?: string } = {}) {
  const messages: ReceivedMessage[] = []
  const settings: { secret?: string; status?: number } = {}

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const { secret, status = 200 } = settings
    const now = new Date()
    const fault =
      secret === undefined ? undefined : faultOfSignature(request.headers, body, secret, now.getTime() / 1000)
    const answered = fault === undefined ? status : 401
    const isVerified = secret !== undefined && fault === undefined
    const id = request.headers['webhook-id']?.toString() ?? null
    messages.unshift({ id, at: now.toISOString(), path: request.url ?? '', isVerified, fault, answered, body })
    messages.splice(MOST_KEPT)
    send(response, answered, 'text/plain', fault ?? 'taken')
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '/' } = request
    if (method === 'POST' && url.startsWith('/hooks/')) await receive(request, response)
    else if (method === 'GET' && url === '/messages') send(response, 200, 'application/json', JSON.stringify(messages))
    else if (method === 'GET' && url === '/') send(response, 200, 'text/html; charset=utf-8', messagesPage(messages))
    else if (method === 'PUT' && url === '/settings') {
      Object.assign(settings, JSON.parse(await readBody(request)))
      send(response, 204, 'text/plain', '')
    } else send(response, 404, 'text/plain', 'Post to /hooks/…')
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => send(response, 400, 'text/plain', 'unreadable'))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    messages,
    settings,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'content-type': type }).end(text)
}
