import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'

export type ReceivedRequest = { readonly method: string; readonly path: string; readonly cookie: string | undefined }

export type ScriptedController = {
  readonly host: string
  readonly port: number
  readonly requests: readonly ReceivedRequest[]
  /** The most data requests that were ever in flight at the same time. */
  readonly mostInFlight: () => number
  readonly openSockets: () => number
  /** Resolves when the client has closed every connection. */
  readonly noSocketsLeft: () => Promise<void>
  /** Resolves once anything sent before has had time to arrive. */
  readonly settled: () => Promise<void>
  readonly close: () => Promise<void>
}

export type Script = {
  /** The response to data requests; by default an empty result. */
  readonly answer?: (response: ServerResponse, request: IncomingMessage, count: number) => void
  readonly login?: (response: ServerResponse, count: number, body: string) => void
  readonly refresh?: (response: ServerResponse, count: number) => void
}

const PROBE_PATH = '/probe'
export const EMPTY_ANSWER = '{"totalCount":"0","imdata":[]}'

export function loginAnswer(token: string, attributes: Record<string, string> = {}): string {
  const all = {
    token,
    refreshTimeoutSeconds: '600',
    maximumLifetimeSeconds: '86400',
    version: '6.0(5h)',
    ...attributes,
  }
  return JSON.stringify({ totalCount: '1', imdata: [{ aaaLogin: { attributes: all } }] })
}

export function errorAnswer(code: string, text: string): string {
  return JSON.stringify({ totalCount: '1', imdata: [{ error: { attributes: { code, text } } }] })
}

export function sendJson(response: ServerResponse, body: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

export function sendHtml(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html' }).end('<html><body>s3cret page</body></html>')
}

/**
 * A server for misbehavior that does not belong in the simulator: it answers every request exactly as the test says.
 */
export async function startScriptedController(script: Script = {}): Promise<ScriptedController> {
  const requests: ReceivedRequest[] = []
  const sockets = new Set<Socket>()
  const flight = { now: 0, most: 0 }
  const counts = { login: 0, refresh: 0, data: 0 }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? ''
    if (path !== PROBE_PATH) requests.push({ method: request.method ?? '', path, cookie: request.headers.cookie })
    if (path === '/api/aaaLogin.json') readText(request, (body) => answerLogin(response, body))
    else if (path === '/api/aaaRefresh.json') answerRefresh(response)
    else if (path === '/api/aaaLogout.json' || path === PROBE_PATH) sendJson(response, EMPTY_ANSWER)
    else answerData(request, response)
  }

  function answerRefresh(response: ServerResponse): void {
    counts.refresh++
    if (script.refresh) script.refresh(response, counts.refresh)
    else sendJson(response, loginAnswer(`refreshed-${counts.refresh}`))
  }

  function answerData(request: IncomingMessage, response: ServerResponse): void {
    flight.most = Math.max(flight.most, ++flight.now)
    response.once('close', () => flight.now--)
    counts.data++
    if (script.answer) script.answer(response, request, counts.data)
    else sendJson(response, EMPTY_ANSWER)
  }

  function answerLogin(response: ServerResponse, body: string): void {
    counts.login++
    if (script.login) script.login(response, counts.login, body)
    else sendJson(response, loginAnswer(`token-${counts.login}`))
  }

  const server = createServer(handle)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    host: `http://127.0.0.1:${port}`,
    port,
    requests,
    mostInFlight: () => flight.most,
    openSockets: () => sockets.size,
    noSocketsLeft: async () => {
      while (sockets.size > 0) await Promise.race([...sockets].map(closed))
    },
    settled: async () => {
      for (let trips = 0; trips < 5; trips++) await (await fetch(`http://127.0.0.1:${port}${PROBE_PATH}`)).text()
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

function readText(request: IncomingMessage, then: (text: string) => void): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => then(Buffer.concat(chunks).toString()))
}

/** Resolves when the connection of a request is closed. */
export async function connectionClosed({ socket }: ServerResponse): Promise<void> {
  if (socket !== null) await closed(socket)
}

/** Not `once`: a reset emits an error first, and is just as good. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) setImmediate(resolve)
    else socket.once('close', () => resolve())
  })
}
