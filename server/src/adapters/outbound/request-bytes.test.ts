import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'
import { afterEach, describe, expect, it } from 'vitest'
import { BodyTooBig } from './read-body.ts'
import { requestBytes } from './request-bytes.ts'

const closes: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

async function openServer(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const pool = new Pool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { connections: 1 })
  closes.push(
    async () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
    () => pool.destroy(),
  )
  const ask = (signal = new AbortController().signal, most = 1_000) =>
    requestBytes(pool, {
      method: 'GET',
      path: '/a?b=c',
      headers: { accept: 'application/json' },
      signal,
      maxBytes: (status) => (status === 200 ? most : 10),
    })
  return { ask }
}

describe('the bytes of a response', () => {
  it('come with status and headers, whether or not their length is announced', async () => {
    const { ask } = await openServer(({ url, headers }, response) => {
      response.setHeader('x-asked', `${url} ${headers.accept}`)
      response.write('one ')
      setTimeout(() => response.end('two'), 5)
    })
    const announcing = await openServer((_, response) =>
      response.writeHead(404, { 'content-length': 3 }).end('gone'.slice(1)),
    )

    const [chunked, announced] = await Promise.all([ask(), announcing.ask()])

    expect([chunked.status, chunked.headers['x-asked']]).toEqual([200, '/a?b=c application/json'])
    expect(Buffer.from(chunked.body).toString()).toBe('one two')
    expect([announced.status, Buffer.from(announced.body).toString()]).toEqual([404, 'one'])
    expect([chunked, announced].every(({ body }) => body.byteLength === body.buffer.byteLength)).toBe(true)
  })

  it('wait for the response after what may come before it', async () => {
    const { ask } = await openServer((_, response) => {
      response.writeEarlyHints({ link: '</a.css>; rel=preload' })
      response.end('whole')
    })

    const { status, body } = await ask()

    expect([status, Buffer.from(body).toString()]).toEqual([200, 'whole'])
  })

  it.each([
    ['announced', true, 200, 1_001],
    ['not announced', false, 200, 1_001],
    ['of an error', true, 500, 11],
  ])('are refused when there are too many: %s', async (_what, isAnnounced, status, length) => {
    const { ask } = await openServer((_request, response) => {
      response.statusCode = status
      if (isAnnounced) response.setHeader('content-length', length)
      response.write('x')
      response.end('x'.repeat(length - 1))
    })

    await expect(ask()).rejects.toThrow(BodyTooBig)
  })

  it('are none when the connection breaks in the middle', async () => {
    const { ask } = await openServer((_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half')
      setTimeout(() => response.destroy(), 5)
    })

    await expect(ask()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' })
  })

  it('are none once the signal fires: before, while queued, and while they arrive', async () => {
    const reason = new Error('enough')
    let asked = 0
    const { ask } = await openServer((_, response) => {
      asked++
      response.write('half')
      controller.abort(reason)
    })
    const controller = new AbortController()

    const arriving = ask(controller.signal)
    const queued = ask(controller.signal)

    await expect(arriving).rejects.toBe(reason)
    await expect(queued).rejects.toBe(reason)
    await expect(ask(controller.signal)).rejects.toBe(reason)
    expect(asked).toBe(1)
  })
})
