import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, BlockList, createServer as createTcpServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createPostMessage } from './post-message.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

type Handler = (request: IncomingMessage, response: ServerResponse) => void
async function receiver(handler: Handler): Promise<URL> {
  const server = createServer(handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?sig=1`)
}

/** Says these bytes, whatever it is asked. */
async function liar(answer: string): Promise<URL> {
  const server = createTcpServer((socket) => socket.on('error', () => undefined).once('data', () => socket.end(answer)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => new Promise((resolve) => server.close(resolve)))
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

const deny = new BlockList()
deny.addSubnet('169.254.0.0', 16, 'ipv4')
const post = (url: URL, options: Partial<Parameters<typeof createPostMessage>[0]> = {}) =>
  createPostMessage({ deny, ...options })(
    { url, headers: { 'content-type': 'application/json' }, body: '{}' },
    new AbortController().signal,
  )

describe('posting a message', () => {
  it('reports status and answer, and that the address is a private one', async () => {
    const seen: (string | undefined)[] = []
    const url = await receiver((request, response) => {
      seen.push(request.method, request.url, request.headers['content-type'])
      response.end('taken')
    })

    const receipt = await post(url)

    expect(receipt).toEqual({ status: 200, text: 'taken', failure: null, isInternal: true })
    expect(seen).toEqual(['POST', '/hook?sig=1', 'application/json'])
  })

  it('follows no redirect', async () => {
    let asked = 0
    const target = await receiver((_request, response) => {
      asked += 1
      response.end()
    })
    const url = await receiver((_request, response) => response.writeHead(307, { location: target.href }).end())

    const receipt = await post(url)

    expect(receipt.status).toBe(307)
    expect(asked).toBe(0)
  })

  it('gives up a receiver that does not answer in time', async () => {
    const url = await receiver(() => undefined)

    const receipt = await post(url, { timeoutMs: 50 })

    expect(receipt).toMatchObject({ status: null, failure: 'There was no answer within 50 ms.' })
  })

  it('takes the status of one whose body never ends', async () => {
    const url = await receiver((_request, response) => void response.writeHead(200).write('first'))

    const receipt = await post(url, { timeoutMs: 100 })

    expect(receipt).toMatchObject({ status: 200, failure: null })
  })

  it('reads no more than the beginning of an answer', async () => {
    const url = await receiver((_request, response) => response.end('x'.repeat(5_000_000)))

    const receipt = await post(url)

    expect(receipt.text).toHaveLength(2_000)
  })

  it.each([
    ['longer than it is', 'HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\nok'],
    ['shorter than it is', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nokokok'],
  ])('takes the status of one that says its answer is %s', async (_name, answer) => {
    const receipt = await post(await liar(answer))

    expect(receipt).toMatchObject({ status: 200, failure: null })
  })

  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['endless headers', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`],
  ])('fails in our own words at %s', async (_name, answer) => {
    const receipt = await post(await liar(answer))

    expect(receipt).toMatchObject({ status: null, text: null })
    expect(receipt.failure).not.toMatch(/SSH|yyy/)
  })

  it('asks no denied address, given as such or by name', async () => {
    const byAddress = await post(new URL('http://169.254.169.254/latest/meta-data/'))
    const byName = await post(new URL('http://metadata.example/'), {
      resolve: async () => [{ address: '169.254.169.254', family: 4 }],
    })

    expect(byAddress).toMatchObject({ status: null, failure: expect.stringContaining('OUTBOUND_DENY') })
    expect(byName).toMatchObject({ status: null, failure: expect.stringContaining('OUTBOUND_DENY') })
  })

  it('connects to the address that was checked, whatever the name means a moment later', async () => {
    const url = await receiver((_request, response) => response.end('taken'))
    const answers = ['127.0.0.1', '169.254.169.254']
    const resolve = async () => [{ address: answers.shift()!, family: 4 }]
    const named = new URL(url.href.replace('127.0.0.1', 'rebinding.example'))

    const first = await post(named, { resolve })
    const second = await post(named, { resolve })

    expect(first.status).toBe(200)
    expect(second).toMatchObject({ status: null, failure: expect.stringContaining('OUTBOUND_DENY') })
    expect(answers).toEqual([])
  })
})
