import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpServer } from './http-server.ts'

const LINES = Array.from({ length: 1_000 }, (_, index) => JSON.stringify({ dn: `uni/tn-A/BD-${index}` })).join('\n')
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let app: FastifyInstance
let endless: ReturnType<typeof endlessRows>
beforeAll(async () => {
  app = await createHttpServer({ logger: pino({ level: 'silent' }), trustProxy: false, corsOrigins: [] })
  app.get('/stream', (_request, reply) =>
    reply.type('application/x-ndjson; charset=utf-8').send(Readable.from([LINES])),
  )
  app.get('/workbook', (_request, reply) => reply.type(WORKBOOK).send(Readable.from([LINES])))
  app.get('/long', async () => ({ text: LINES }))
  app.get('/short', async () => ({ text: 'short' }))
  app.get('/broken', (_request, reply) => reply.type('text/csv').send(Readable.from(failing())))
  app.get('/broken-late', (_request, reply) => reply.type('text/csv').send(Readable.from(failing(answered.promise))))
  app.get('/endless', (_request, reply) => {
    endless = endlessRows()
    return reply.type('text/csv').send(Readable.from(endless.rows(), { objectMode: false }))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const answered = Promise.withResolvers<void>()
/** Fails at once, or after its first part has arrived. */
async function* failing(arrived?: Promise<void>): AsyncGenerator<string> {
  if (arrived) yield randomBytes(300_000).toString('hex')
  await arrived
  throw new Error('the database went away')
}

/** Rows without end that do not compress; `closed` resolves once nobody reads them. */
function endlessRows() {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const counter = { bytes: 0, closed }
  async function* rows(): AsyncGenerator<string> {
    try {
      for (;;) {
        await nextTurn()
        counter.bytes += 100_000
        yield randomBytes(50_000).toString('hex')
      }
    } finally {
      resolve()
    }
  }
  return { ...counter, rows, read: () => counter.bytes }
}

async function ask(path: string, acceptEncoding?: string, method = 'GET'): Promise<IncomingMessage> {
  const { port } = app.server.address() as AddressInfo
  const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }
  const [reply] = (await once(get({ port, path, method, headers }), 'response')) as [IncomingMessage]
  return reply
}
const bytesOf = async (reply: IncomingMessage): Promise<Buffer> => Buffer.concat((await reply.toArray()) as Buffer[])

describe('an answer', () => {
  it.each([
    ['/stream', LINES],
    ['/long', JSON.stringify({ text: LINES })],
  ])('%s is compressed for clients that accept it', async (path, text) => {
    const reply = await ask(path, 'br;q=1, gzip;q=0.5')
    const bytes = await bytesOf(reply)

    expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(bytes.length).toBeLessThan(text.length / 4)
    expect(gunzipSync(bytes).toString()).toBe(text)
  })

  it.each([undefined, '', 'br', 'gzip;q=0', 'gzip; q=0.00, br', 'gzipped'])(
    'is sent as it is to a client that accepts %j',
    async (accepted) => {
      const reply = await ask('/stream', accepted)

      expect(reply.headers).not.toHaveProperty('content-encoding')
      expect(reply.headers.vary).toBe('Accept-Encoding')
      expect((await bytesOf(reply)).toString()).toBe(LINES)
    },
  )

  it.each(['/short', '/workbook', '/nothing'])('%s is not worth it', async (path) => {
    const reply = await ask(path, 'gzip')
    reply.resume()

    expect(reply.headers).not.toHaveProperty('content-encoding')
  })

  it('to a HEAD is not compressed', async () => {
    expect((await ask('/stream', 'gzip', 'HEAD')).headers).not.toHaveProperty('content-encoding')
  })
})

describe('a compressed stream', () => {
  it('that fails before its first byte is a plain error', async () => {
    const reply = await ask('/broken', 'gzip')

    expect(reply.statusCode).toBe(500)
    expect(reply.headers).not.toHaveProperty('content-encoding')
    expect(JSON.parse((await bytesOf(reply)).toString())).toMatchObject({ detail: expect.any(String) })
  })

  it('that fails later is cut off instead of ending as if complete', async () => {
    const reply = await ask('/broken-late', 'gzip')

    answered.resolve()

    expect(reply.statusCode).toBe(200)
    await expect(bytesOf(reply)).rejects.toThrow('aborted')
  })

  it('stops reading its source when the client goes away', async () => {
    const reply = await ask('/endless', 'gzip')
    await once(reply, 'readable')

    reply.destroy()

    await endless.closed
  })

  it('reads no further than its client', async () => {
    const reply = await ask('/endless', 'gzip')
    await once(reply, 'readable')
    // Sockets on both sides hold a few megabytes; after that, nothing more is read however often the loop turns.
    let before = -1
    for (let still = 0; still < 200; still = endless.read() === before ? still + 1 : 0) {
      before = endless.read()
      await nextTurn()
    }

    expect(endless.read()).toBeLessThan(50_000_000)
    reply.destroy()
    await endless.closed
  })
})
