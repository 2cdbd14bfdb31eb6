import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Credentials, isSignedBy } from './signature.ts'

/** One bucket that speaks the part of S3 that stores, reads ranges of, and deletes objects. */
export type ObjectStorageSimulator = {
  readonly url: string
  readonly bucket: string
  readonly credentials: Credentials
  /** By key. */
  readonly objects: Map<string, Buffer>
  readonly requests: { readonly method: string; readonly key: string; readonly range: string | undefined }[]
  /** Answers every request with this status, or with nothing at all. */
  fault: number | 'silent' | undefined
  readonly close: () => Promise<void>
}

type Options = { readonly bucket?: string; readonly credentials?: Credentials }

export async function startObjectStorage({
  bucket = 'history',
  credentials = KEY,
}: Options = {}): Promise<ObjectStorageSimulator> {
  const server = createServer((request, response) => void handle(simulator, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const simulator: ObjectStorageSimulator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    credentials,
    objects: new Map(),
    requests: [],
    fault: undefined,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return simulator
}

const KEY: Credentials = { keyId: 'heddle-key', secret: 'heddle-secret' }

async function handle(
  simulator: ObjectStorageSimulator,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url!, simulator.url)
  const [, bucket, ...rest] = pathname.split('/').map(decodeURIComponent)
  const [method, key, range] = [request.method!, rest.join('/'), request.headers.range]
  const body = await buffer(request)
  simulator.requests.push({ method, key, range })
  if (simulator.fault === 'silent') return
  if (simulator.fault !== undefined) refuse(response, simulator.fault, 'ServiceUnavailable')
  else if (!isSignedBy(simulator.credentials, request, body)) refuse(response, 403, 'SignatureDoesNotMatch')
  else if (bucket !== simulator.bucket) refuse(response, 404, 'NoSuchBucket')
  else answer(simulator, { method, key, range, body }, response)
}

type Asked = {
  readonly method: string
  readonly key: string
  readonly range: string | undefined
  readonly body: Buffer
}

function answer(
  { objects }: ObjectStorageSimulator,
  { method, key, range, body }: Asked,
  response: ServerResponse,
): void {
  const stored = objects.get(key)
  if (method === 'PUT') {
    objects.set(key, body)
    response.writeHead(200, { etag: '"1"' }).end()
  } else if (method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
  } else if (method !== 'GET') refuse(response, 405, 'MethodNotAllowed')
  else if (stored === undefined) refuse(response, 404, 'NoSuchKey')
  else sendRange(response, stored, range)
}

function sendRange(response: ServerResponse, stored: Buffer, range: string | undefined): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  if (first === undefined) {
    response.writeHead(200, { 'content-length': stored.length }).end(stored)
    return
  }
  if (Number(first) >= stored.length) {
    refuse(response, 416, 'InvalidRange')
    return
  }
  const part = stored.subarray(Number(first), Number(last) + 1)
  const contentRange = `bytes ${first}-${Number(first) + part.length - 1}/${stored.length}`
  response.writeHead(206, { 'content-length': part.length, 'content-range': contentRange }).end(part)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`
  response.writeHead(status, { 'content-type': 'application/xml' }).end(text)
}
