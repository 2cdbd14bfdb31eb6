import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from '../metrics/metrics.ts'
import type { Readiness } from './readiness.ts'

type Options = {
  readonly host: string
  readonly port: number
  readonly metrics: Pick<Metrics, 'text' | 'contentType'>
  readonly readiness: Pick<Readiness, 'report'>
}

type Answer = { readonly status: number; readonly type: string; readonly body: string }

/**
 * `/live`, `/ready` and `/metrics` on a listener of their own, for the monitoring network: in every role, and from
 * before the start has finished until the process ends.
 */
export async function serveMonitoring(options: Options): Promise<{ url: string; close: () => Promise<void> }> {
  const { host, port } = options
  const server = createServer((request, response) => {
    answer(request, options).then(
      (answered) => send(response, request, answered),
      () => send(response, request, { status: 500, type: 'text/plain', body: '' }),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const { port: bound } = server.address() as AddressInfo
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`, close: () => close(server) }
}

async function answer({ method, url = '/' }: IncomingMessage, { metrics, readiness }: Options): Promise<Answer> {
  if (method !== 'GET' && method !== 'HEAD') return json(405, { detail: `Method "${method}" not allowed.` })
  const { pathname, searchParams } = new URL(url, 'http://heddle')
  switch (pathname.replace(/(?<=.)\/$/, '')) {
    case '/live':
      return json(200, { status: 'live' })
    case '/ready': {
      const report = await readiness.report(searchParams.getAll('exclude'))
      return json(report.status === 'ready' ? 200 : 503, report)
    }
    case '/metrics':
      return { status: 200, type: metrics.contentType, body: await metrics.text() }
    default:
      return json(404, { detail: 'Not found.' })
  }
}

const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: `${JSON.stringify(body)}\n`,
})

function send(response: ServerResponse, { method }: IncomingMessage, { status, type, body }: Answer): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(method === 'HEAD' ? undefined : body)
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
