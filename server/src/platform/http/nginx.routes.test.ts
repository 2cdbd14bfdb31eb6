import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, createConnection } from 'node:net'
import { Agent, request } from 'node:https'
import { connect } from 'node:tls'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import WebSocket from 'ws'
import { type Nginx, nginxPath, startNginx } from '../../testing/nginx.ts'
import { ADMIN, startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import type { SocketChannel } from '../realtime/channel.ts'

const channel: SocketChannel = {
  path: '/ws/test/:what/',
  open: async (subscriber, { what }) => {
    subscriber.send({ type: 'hello', data: { what } })
    return { status: 'open', close: () => undefined }
  },
}
/** The limits are those of nginx. */
const BEHIND_NGINX = {
  TRUST_PROXY: 'true',
  EDGE_RATE_PER_SECOND: '0',
  LOGIN_RATE_PER_MINUTE: '0',
  THROTTLE_ANON_PER_MINUTE: '0',
}

type Answer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly json: any
}
type Ask = { readonly method?: string; readonly body?: unknown; readonly headers?: Record<string, string> }

describe.skipIf(nginxPath === undefined)('behind nginx configured by deploy/nginx.conf', () => {
  let app: TestApp
  let nginx: Nginx
  let agent: Agent
  beforeAll(async () => {
    app = await startTestApp({ env: BEHIND_NGINX, channels: [channel] })
    nginx = await startNginx(app.url)
    agent = new Agent({ keepAlive: true, maxSockets: 60, ca: nginx.ca })
  })
  afterAll(async () => {
    agent.destroy()
    await nginx.stop()
    await app.stop()
  })

  /** A request from one of this machine's addresses: each client of a test has its own, as the limits count it. */
  async function from(client: string, path: string, { method = 'GET', body, headers }: Ask = {}): Promise<Answer> {
    const sent = request({
      host: '127.0.0.1',
      port: nginx.httpsPort,
      localAddress: client,
      agent,
      path,
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    })
    sent.end(body === undefined ? undefined : JSON.stringify(body))
    const [reply] = await once(sent, 'response')
    const text = (await reply.setEncoding('utf8').toArray()).join('')
    const isJson = reply.headers['content-type'] === 'application/json; charset=utf-8'
    return { status: reply.statusCode, headers: reply.headers, text, json: isJson ? JSON.parse(text) : undefined }
  }
  const logIn = (client: string, path = '/api/auth/login/', headers: Record<string, string> = {}) =>
    from(client, path, { method: 'POST', body: ADMIN, headers })
  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)

  it('four quick logins from an address pass, the fifth is refused with the time to wait', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => logIn('127.0.1.1')))

    expect(statuses(answers)).toEqual([200, 200, 200, 200, 429])
    const refused = answers.find(({ status }) => status === 429)!
    expect(refused.json).toEqual({ detail: 'Too many requests. Try again in 12 s.' })
    expect(refused.headers).toMatchObject({
      'retry-after': '12',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect((await logIn('127.0.1.2')).status).toBe(200)
  })

  it('login, directory login and password reset alone share a zone, however their paths are spelled', async () => {
    const zone = [
      '/api/auth/login/',
      '/api/auth/login',
      '/api/auth/ldap-login/',
      '/api/auth/ldap-login',
      '/api/auth/password-reset/',
      '/api/auth/%70assword-reset',
      '/api/auth/logi%6e/',
      '/api/auth/login//',
    ]
    // At once, because one more passes after twelve seconds, which a busy machine may take to answer a few.
    const inside = await Promise.all(zone.map((each) => logIn('127.0.1.3', each)))
    const others = ['/api/auth/password-reset/confirm/', '/api/auth/token/refresh/', '/api/auth/health/']
    const outside = await Promise.all(others.map((each) => logIn('127.0.1.3', each)))

    expect(statuses(inside).filter((status) => status !== 429)).toHaveLength(4)
    expect(statuses(outside)).not.toContain(429)
  })

  it('fifty-one concurrent requests pass, a flood is refused', async () => {
    const burst = await Promise.all(Array.from({ length: 51 }, () => from('127.0.1.4', '/api/auth/health/')))
    const flood = await Promise.all(Array.from({ length: 400 }, () => from('127.0.1.4', '/api/auth/health/')))

    expect(statuses(burst)).toEqual(Array(51).fill(200))
    const refused = flood.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]).toMatchObject({
      json: { detail: 'Too many requests. Try again in 1 s.' },
      headers: { 'retry-after': '1' },
    })
  })

  it('a client may have 256 requests open, however slow, and another address is not affected', async () => {
    const open = Array.from({ length: 257 }, () => {
      const place = { host: '127.0.0.1', port: nginx.httpsPort }
      const socket = connect({
        ...{ host: place.host, ca: nginx.ca },
        socket: createConnection({ ...place, localAddress: '127.0.1.9' }),
      })
      // The body never comes.
      socket.write('POST /slow HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n')
      return socket
    })
    onTestFinished(() => {
      for (const socket of open) socket.destroy()
    })

    const first = await Promise.race(open.map(async (socket) => String((await once(socket, 'data'))[0])))

    expect(first).toMatch(/^HTTP\/1.1 429 /)
    expect(first).toMatch(/retry-after: 10\r\n/i)
    expect(first).toContain('Too many requests. Try again in 10 s.')
    expect((await from('127.0.1.10', '/api/auth/health/')).status).toBe(200)
  })

  it('a client that forges addresses gains nothing and is identified by its own', async () => {
    const spoofed = (index: number) => ({
      'x-forwarded-for': `203.0.113.${index}`,
      'x-real-ip': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
    })

    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => logIn('127.0.1.5', undefined, spoofed(index))),
    )

    expect(statuses(answers)).toEqual([200, 200, 200, 200, 429])
    const { rows } = await app.app.platform.database.db.execute<{ ip_address: string }>(
      sql`select distinct ip_address from sessions where ip_address like '127.0.1.5' or ip_address like '203.%'`,
    )
    expect(rows).toEqual([{ ip_address: '127.0.1.5' }])
  })

  it('a WebSocket opens with a ticket, and neither log shows it', async () => {
    const { json: session } = await logIn('127.0.1.6')
    const authorization = `Bearer ${session.access}`
    const { json: pass } = await from('127.0.1.6', '/api/ws-ticket/', { method: 'POST', headers: { authorization } })

    const socket = new WebSocket(`wss://127.0.0.1:${nginx.httpsPort}/ws/test/nginx/?ticket=${pass.ticket}`, {
      ca: nginx.ca,
    })
    const [frame] = await once(socket, 'message')
    socket.close()
    await once(socket, 'close')
    await from('127.0.1.6', '/api/auth/health/?token=secret')

    expect(JSON.parse(frame)).toMatchObject({ type: 'hello', data: { what: 'nginx' } })
    expect(nginx.accessLog()).toContain('"path":"/api/auth/health/"')
    await vi.waitFor(() => expect(nginx.accessLog()).toMatch(/"path":"\/ws\/test\/nginx\/".*"status":101/), 20_000)
    for (const log of [nginx.accessLog(), nginx.errorLog()]) {
      expect(log).not.toContain('secret')
      expect(log).not.toContain('?')
      expect(log).not.toContain(pass.ticket)
    }
  })

  it('every line of the access log is JSON, whatever a client sends', async () => {
    await from('127.0.1.7', '/api/%22%0a"quoted"\\/?x="', { headers: { 'x-request-id': 'my-id' } })

    const lines = nginx
      .accessLog()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.find(({ client }) => client === '127.0.1.7')).toMatchObject({ request_id: 'my-id', status: 404 })
  })

  it('each header appears once in a response from Heddle', async () => {
    const answer = await from('127.0.1.8', '/api/auth/health/')

    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    expect(answer.headers).not.toHaveProperty('retry-after')
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
  })

  it('a body over 10 MB is refused with the message Heddle uses', async () => {
    const size = 10 * 1024 * 1024 + 1
    const answer = await from('127.0.1.9', '/api/saved-queries/', {
      method: 'POST',
      headers: { 'content-length': String(size), expect: '100-continue' },
    })

    expect(answer.status).toBe(413)
    expect(answer.json).toEqual({ detail: 'The request body is larger than 10 MB.' })
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  it('redirects an HTTP request to HTTPS and keeps method and body', async () => {
    const sent = httpRequest({
      host: '127.0.0.1',
      port: nginx.httpPort,
      path: '/api/saved-queries/?page=2',
      method: 'POST',
    })
    sent.end('{}')
    const [reply] = await once(sent, 'response')
    reply.resume()

    expect(reply.statusCode).toBe(308)
    expect(reply.headers.location).toBe('https://127.0.0.1/api/saved-queries/?page=2')
  })

  it('does not expose metrics', async () => {
    expect(await from('127.0.1.10', '/metrics')).toMatchObject({ status: 404, json: { detail: 'Not found.' } })
  })
})

describe.skipIf(nginxPath === undefined)('nginx without a server behind it', () => {
  it('answers 503 in JSON', async () => {
    const nginx = await startNginx('http://127.0.0.1:1')
    const agent = new Agent({ ca: nginx.ca })
    const sent = request({ host: '127.0.0.1', port: nginx.httpsPort, path: '/api/auth/health/?ticket=t', agent }).end()
    const [reply] = await once(sent, 'response')
    const body = JSON.parse((await reply.setEncoding('utf8').toArray()).join(''))

    expect(reply.statusCode).toBe(503)
    expect(body).toEqual({
      detail: 'The service is temporarily unavailable.',
      request_id: reply.headers['x-request-id'],
    })
    expect(nginx.errorLog()).toBe('')
    await nginx.stop()
  })
})

describe.skipIf(nginxPath === undefined)('nginx in front of several servers', () => {
  const REFUSING = 'http://127.0.0.1:1'

  /** A server that answers, or hangs up when it has read a request. */
  async function startServer(behaviour: 'answers' | 'hangs up') {
    const got: string[] = []
    const server = createServer((incoming, reply) => {
      got.push(incoming.method!)
      if (behaviour === 'answers') reply.end('{}')
      else incoming.resume().once('end', () => incoming.socket.destroy())
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got }
  }

  async function ask(nginx: Nginx, method: string): Promise<number | undefined> {
    const sent = request({ host: '127.0.0.1', port: nginx.httpsPort, path: '/api/x/', method, ca: nginx.ca }).end('{}')
    const [reply] = await once(sent, 'response')
    reply.resume()
    return reply.statusCode
  }

  it.each(['GET', 'POST'])('a %s fails nowhere while one of them is down', async (method) => {
    const server = await startServer('answers')
    const nginx = await startNginx(REFUSING, server.url)
    onTestFinished(nginx.stop)

    const statuses = await Promise.all(Array.from({ length: 10 }, () => ask(nginx, method)))

    expect(statuses).toEqual(Array(10).fill(200))
    expect(server.got).toEqual(Array(10).fill(method))
  })

  it.each<[string, number, string[]]>([
    ['GET', 200, ['GET']],
    ['POST', 503, []],
  ])(
    'a %s of which no answer came is %i, and only what changes nothing is sent again',
    async (method, status, sentAgain) => {
      const first = await startServer('hangs up')
      const second = await startServer('answers')
      const nginx = await startNginx(first.url, second.url)
      onTestFinished(nginx.stop)

      expect(await ask(nginx, method)).toBe(status)
      expect(first.got).toEqual([method])
      expect(second.got).toEqual(sentAgain)
    },
  )
})
