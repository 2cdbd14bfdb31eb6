import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { never, startScripted, startWorkbench, targetAt } from './testing/controller-workbench.ts'
import { errorAnswer, sendHtml, sendJson } from './testing/scripted-controller.ts'

const PATH = '/api/class/fvTenant.json'
const WHOLE = '{"totalCount":"1","imdata":[{"fvTenant":{"attributes":{"dn":"uni/tn-a","name":"a"}}}]}'

const failure = (reason: string, message?: RegExp) => ({
  ok: false,
  failure: expect.objectContaining({ reason, ...(message && { message: expect.stringMatching(message) }) }),
})

describe('get', () => {
  it('returns the raw bytes in their own buffer, ready to be transferred', async () => {
    const controller = await startScripted({ answer: (response) => sendJson(response, WHOLE) })
    const { pool } = startWorkbench()

    const answer = await pool
      .client(targetAt(controller.host))
      .get(`${PATH}?order-by=fvTenant.dn%7Casc`, { signal: never })

    expect(answer).toEqual({ ok: true, status: 200, body: new TextEncoder().encode(WHOLE) })
    expect(answer.ok && answer.body.byteLength === answer.body.buffer.byteLength).toBe(true)
    expect(controller.requests.at(-1)?.path).toBe(`${PATH}?order-by=fvTenant.dn%7Casc`)
  })

  it.each([
    ['gzip', gzipSync(WHOLE)],
    ['br', brotliCompressSync(WHOLE)],
  ])('decodes %s', async (encoding, body) => {
    const controller = await startScripted({
      answer: (response) => response.writeHead(200, { 'content-encoding': encoding }).end(body),
    })
    const { pool } = startWorkbench()

    const answer = await pool.client(targetAt(controller.host)).get(PATH, { signal: never })

    expect(answer).toEqual({ ok: true, status: 200, body: new TextEncoder().encode(WHOLE) })
  })

  it.each([
    '/api/class/fvBD.json?x=a b',
    '/api/class/fvBD.json\r\nx: y',
    'https://elsewhere/api/',
    '/other/path',
    '/api/mo/uni/tn-ä.json',
  ])('rejects the path %j without sending it', async (path) => {
    const controller = await startScripted()
    const { pool } = startWorkbench()

    const answer = await pool.client(targetAt(controller.host)).get(path, { signal: never })

    expect(answer).toEqual(failure('bad_filter'))
    expect(controller.requests).toEqual([])
  })

  it('parses small responses on request', async () => {
    const controller = await startScripted({ answer: (response) => sendJson(response, WHOLE) })
    const { pool } = startWorkbench()

    const answer = await pool.client(targetAt(controller.host)).getJson(PATH, { signal: never })

    expect(answer).toEqual({
      ok: true,
      totalCount: 1,
      imdata: [{ fvTenant: { attributes: { dn: 'uni/tn-a', name: 'a' } } }],
    })
  })
})

describe('a temporary error', () => {
  const cut = (response: ServerResponse, announced: Record<string, string>) => {
    response
      .writeHead(200, { 'content-type': 'application/json', ...announced })
      .write(WHOLE.slice(0, 40), () => response.socket?.destroy())
  }
  it.each<[string, (response: ServerResponse) => void]>([
    ['an HTML page with status 405', (response) => sendHtml(response, 405)],
    ['a page without an end', (response) => response.writeHead(503).end(Buffer.alloc(1_500_000, 60))],
    ['an HTML page with status 502', (response) => sendHtml(response, 502)],
    ['an HTML page with status 503', (response) => sendHtml(response, 503)],
    ['an HTML page with status 504', (response) => sendHtml(response, 504)],
    [
      'a missing shard leader',
      (response) =>
        sendJson(response, errorAnswer('503', 'Unable to deliver the message, destination is not available'), 503),
    ],
    ['a reset connection', (response) => response.socket?.resetAndDestroy()],
    ['a response shorter than announced', (response) => cut(response, { 'content-length': String(WHOLE.length) })],
    ['a truncated chunked response', (response) => cut(response, {})],
    ['truncated JSON', (response) => sendJson(response, WHOLE.slice(0, -2))],
    [
      'a broken gzip stream',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(WHOLE).subarray(0, 30)),
    ],
  ])('such as %s is retried twice', async (_what, misbehave) => {
    const recovering = await startScripted({
      answer: (response, _request, count) => (count < 3 ? misbehave(response) : sendJson(response, WHOLE)),
    })
    const failing = await startScripted({ answer: misbehave })
    const { pool } = startWorkbench()

    const recovered = await pool.client(targetAt(recovering.host)).get(PATH, { signal: never })
    const failed = await pool.client(targetAt(failing.host, { connectionId: 'c2' })).get(PATH, { signal: never })

    expect(recovered.ok).toBe(true)
    expect(failed).toEqual({
      ok: false,
      failure: expect.objectContaining({ reason: expect.stringMatching(/^(busy|unreachable)$/) }),
    })
    expect(failing.requests.filter(({ path }) => path === PATH)).toHaveLength(3)
    expect(JSON.stringify(failed)).not.toContain('s3cret')
  })
})

describe('a permanent error', () => {
  it.each<[string, string, (response: ServerResponse) => void]>([
    [
      'too_big',
      'a result that is too big',
      (response) =>
        sendJson(response, errorAnswer('400', 'Unable to process the query, result dataset is too big'), 400),
    ],
    [
      'controller_timeout',
      'a resolve timeout',
      (response) => sendJson(response, errorAnswer('503', 'Unable to deliver the message, Resolve timeout'), 503),
    ],
    [
      'unknown_class',
      'an unknown class',
      (response) => sendJson(response, errorAnswer('400', 'Request failed, unresolved class for x'), 400),
    ],
    [
      'bad_filter',
      'a bad filter',
      (response) => sendJson(response, errorAnswer('301', 'no such filter type allbit'), 400),
    ],
    [
      'bad_filter',
      'an error with status 200',
      (response) => sendJson(response, errorAnswer('121', "Prop 'x' not found in class 'fvBD' property table")),
    ],
    ['unreachable', 'a redirect', (response) => response.writeHead(302, { location: '/api/class/fvBD.json' }).end()],
    ['unreachable', 'a web page', (response) => sendHtml(response, 200)],
    [
      'unreachable',
      'an unknown encoding',
      (response) => response.writeHead(200, { 'content-encoding': 'zstd' }).end('x'),
    ],
  ])('is %s for %s, and is not retried', async (reason, _what, misbehave) => {
    const controller = await startScripted({ answer: misbehave })
    const { pool } = startWorkbench()

    const answer = await pool.client(targetAt(controller.host)).get(PATH, { signal: never })

    expect(answer).toEqual(failure(reason))
    expect(controller.requests.filter(({ path }) => path !== '/api/aaaLogin.json')).toHaveLength(1)
  })

  const big = Buffer.alloc(200_000, 32)
  it.each<[string, (response: ServerResponse) => void]>([
    ['announced', (response) => response.writeHead(200, { 'content-length': String(big.length) }).end(big)],
    ['not announced', (response) => response.writeHead(200).end(big)],
    ['compressed small', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(big))],
  ])('is too_big for an oversized body that is %s, and leaves no open socket', async (_how, send) => {
    const controller = await startScripted({ answer: send })
    const { pool } = startWorkbench({ maxBodyBytes: 100_000 })
    const client = pool.client(targetAt(controller.host))

    const answer = await client.get(PATH, { signal: never })
    await pool.drop('c1')
    await controller.noSocketsLeft()

    expect(answer).toEqual(failure('too_big'))
    expect(client.openSockets).toBe(0)
  })

  it('is unreachable for a refused connection, in plain words', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const { pool } = startWorkbench()

    const answer = await pool.client(targetAt(`http://127.0.0.1:${port}`)).get(PATH, { signal: never })

    expect(answer).toEqual(failure('unreachable', /refused/))
  })

  it('is unreachable for a server that does not speak HTTP', async () => {
    const server = createServer((socket) => socket.on('error', () => undefined).end('SSH-2.0-OpenSSH_9.6\r\n')).listen(
      0,
      '127.0.0.1',
    )
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { pool } = startWorkbench()

    const answer = await pool.client(targetAt(`http://127.0.0.1:${port}`)).get(PATH, { signal: never })

    expect(answer).toEqual(failure('unreachable', /does not speak HTTP/))
  })

  it('is unreachable for an invalid host', async () => {
    const { pool } = startWorkbench()

    const answer = await pool.client(targetAt('ftp://apic1')).get(PATH, { signal: never })

    expect(answer).toEqual(failure('unreachable', /expected a name or address/))
  })
})
