import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { AutomationOptions } from '../automation-options.ts'
import { type AutomationPool, type AutomationTarget } from '../automation-server.ts'
import { openAutomationPool } from '../open-automation-pool.ts'
import { AutomationFailure } from '../automation-failure.ts'

export const TOKEN = 'tok3n-of-the-tests'
export const never: AbortSignal = new AbortController().signal

export type Workbench = {
  readonly pool: AutomationPool
  /** Everything the pool logged, to check for what must not be there. */
  readonly log: () => string
}

/** A pool with short delays; closed when the test ends. */
export function startWorkbench(changes: Partial<AutomationOptions> = {}): Workbench {
  const lines: string[] = []
  const logger = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  const pool = openAutomationPool({ logger, deny: new BlockList(), retryDelayMs: 1, ...changes })
  onTestFinished(() => pool.close())
  return { pool, log: () => lines.join('\n') }
}

export function targetAt(baseUrl: string, changes: Partial<AutomationTarget> = {}): AutomationTarget {
  return {
    connectionId: 'c1',
    baseUrl,
    apiPrefix: null,
    username: '',
    authMethod: 'token',
    token: { reveal: () => TOKEN },
    verifySsl: true,
    caCertificate: null,
    revision: '1',
    ...changes,
  }
}

export type Scripted = {
  readonly url: string
  /** Method and path of each request. */
  readonly requests: readonly string[]
  readonly headers: readonly IncomingMessage['headers'][]
  /** Ports of the client: one for each connection. */
  readonly connections: ReadonlySet<number | undefined>
}

type Answers = (request: IncomingMessage, response: ServerResponse) => void

/** A server for oddities that the simulator lacks: it answers as the test says, except for `/api/`; null: 404. */
export async function startScripted(
  answer: Answers,
  root: unknown = { current_version: '/api/v2/' },
): Promise<Scripted> {
  const requests: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const connections = new Set<number | undefined>()
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    headers.push(request.headers)
    connections.add(request.socket.remotePort)
    request.resume()
    if (request.url?.endsWith('/api/')) sendJson(response, root ?? { detail: 'Not found.' }, root === null ? 404 : 200)
    else request.on('end', () => answer(request, response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, headers, connections }
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export function sendHtml(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html' }).end('<html><body>s3cret page</body></html>')
}

/** The failure that it rejects with. */
export async function failureIn(work: Promise<unknown>): Promise<AutomationFailure> {
  const outcome: unknown = await work.then(
    (value) => new Error(`expected a failure, got ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
  if (outcome instanceof AutomationFailure) return outcome
  throw outcome
}

export async function textOf(output: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of output) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

export async function take<T>(items: AsyncIterable<T>, count = Infinity): Promise<T[]> {
  const taken: T[] = []
  for await (const item of items) {
    taken.push(item)
    if (taken.length >= count) break
  }
  return taken
}
