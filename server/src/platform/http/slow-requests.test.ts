import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { createHttpServer } from './http-server.ts'

let app: FastifyInstance
beforeAll(async () => {
  app = await createHttpServer({ logger: pino({ level: 'silent' }), trustProxy: false, corsOrigins: [] })
  app.post('/echo', async ({ body }) => body)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

async function send(text: string): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

it('gives every request a time by which its headers, and its body, have to be there', () => {
  expect(app.server).toMatchObject({ headersTimeout: 20_000, requestTimeout: 120_000 })
})

it.each([
  ['headers', 'POST /echo HTTP/1.1\r\nhost: x\r\nx-slow: '],
  ['a body', 'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{'],
])('answers 408 and closes the socket when %s trickle past it', async (_what, text) => {
  const { headersTimeout, requestTimeout } = app.server
  Object.assign(app.server, { headersTimeout: 1, requestTimeout: 1 })
  const socket = await send(text)

  const answer = (await socket.setEncoding('utf8').toArray()).join('')

  Object.assign(app.server, { headersTimeout, requestTimeout })
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
})

it.each([11, 60])(
  'answers 413 to %d MB, also to a client that reads only after it has sent everything',
  async (megabytes) => {
    const { port } = app.server.address() as AddressInfo
    const post = () =>
      fetch(`http://127.0.0.1:${port}/echo`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: new Uint8Array(megabytes * 1_000_000),
      })

    const answers = [await post(), await post(), await post()]

    expect(answers.map(({ status }) => status)).toEqual([413, 413, 413])
    expect(await answers[0]!.json()).toEqual({ detail: 'The request body is larger than 10 MB.' })
  },
)
