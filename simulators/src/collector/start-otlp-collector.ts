import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readBody } from '../shared/read-request.ts'

export type OtlpRecord = {
  readonly atMs: number
  readonly severity: number
  readonly event: string
  readonly text: string
  readonly attributes: Readonly<Record<string, unknown>>
}

type Answer = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Never answers. */
  readonly silent?: boolean
}

const MOST_KEPT = 5_000
const MOST_SHOWN = 200

export type OtlpCollector = Awaited<ReturnType<typeof startOtlpCollector>>

/** A receiver of logs over OTLP with JSON: `POST /v1/logs` keeps the newest records, unless it should refuse, and
 * `GET /records` lists them. */
export async function startOtlpCollector({ port = 0, host = '127.0.0.1' }: { port?: number; host?: string } = {}) {
  const records: OtlpRecord[] = []
  const requests: { readonly headers: IncomingMessage['headers']; readonly bytes: number }[] = []
  let answer: (bytes: number) => Answer = () => ({})

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET' && request.url === '/records') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(records.slice(-MOST_SHOWN)))
      return
    }
    if (request.method !== 'POST' || request.url !== '/v1/logs') {
      response.writeHead(404).end()
      return
    }
    const body = await readBody(request)
    requests.push({ headers: request.headers, bytes: body.length })
    requests.splice(0, Math.max(0, requests.length - MOST_KEPT))
    const { status = 200, headers = {}, body: text = '{}', silent } = answer(body.length)
    if (silent) return
    if (status < 300) {
      records.push(...recordsOf(JSON.parse(body) as Request))
      records.splice(0, Math.max(0, records.length - MOST_KEPT))
    }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  }

  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    records,
    requests,
    answers: (next: (bytes: number) => Answer) => {
      answer = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

type Value = Readonly<Record<string, unknown>>
type Attribute = { readonly key: string; readonly value: Value }
type LogRecord = {
  readonly timeUnixNano: string
  readonly severityNumber: number
  readonly eventName?: string
  readonly body?: Value
  readonly attributes?: readonly Attribute[]
}
type Request = {
  readonly resourceLogs: readonly { readonly scopeLogs: readonly { readonly logRecords: readonly LogRecord[] }[] }[]
}

function recordsOf({ resourceLogs }: Request): OtlpRecord[] {
  return resourceLogs.flatMap(({ scopeLogs }) =>
    scopeLogs.flatMap(({ logRecords }) =>
      logRecords.map((record) => ({
        atMs: Number(BigInt(record.timeUnixNano) / 1_000_000n),
        severity: record.severityNumber,
        event: record.eventName ?? '',
        text: String(plain(record.body ?? {})),
        attributes: Object.fromEntries((record.attributes ?? []).map(({ key, value }) => [key, plain(value)])),
      })),
    ),
  )
}

function plain(value: Value): unknown {
  if ('intValue' in value) {
    if (typeof value['intValue'] !== 'string') throw new Error('an integer of 64 bits has to be a text')
    return Number(value['intValue'])
  }
  return value['stringValue'] ?? value['boolValue'] ?? value['doubleValue'] ?? null
}
