import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

type RawReply = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: any }

/** Sends the very bytes, and reads until the server closes the connection. */
async function send(request: string): Promise<string> {
  const { hostname, port } = new URL(app.url)
  const socket = connect({ host: hostname, port: Number(port) })
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  // A reset after the answer: the server did not read the rest.
  socket.on('error', () => undefined)
  socket.write(request)
  await once(socket, 'close')
  return text
}

async function exchange(request: string): Promise<RawReply> {
  const text = await send(request)
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: JSON.parse(body),
  }
}

const get = (path: string, ...headers: string[]) =>
  exchange([`GET ${path} HTTP/1.1`, 'Connection: close', ...headers, '', ''].join('\r\n'))

const USUAL = {
  'x-request-id': expect.stringMatching(/^[\w.-]+$/),
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': expect.stringContaining("default-src 'none'"),
}
const NON_FIELD = { non_field_errors: [expect.any(String)] }
const DETAIL = { detail: expect.any(String) }

describe('what the framework refuses', () => {
  it.each([
    ['a path that is not percent-encoded', () => get('/api/%', 'Host: h'), 400, NON_FIELD],
    ['a path that is not UTF-8', () => get('/api/%ff/', 'Host: h'), 400, NON_FIELD],
    ['a very long id', () => get(`/api/controller/connections/${'x'.repeat(600)}/`, 'Host: h'), 404, DETAIL],
    ['a way out of the folder of assets', () => get('/api/docs/assets/../x', 'Host: h'), 403, DETAIL],
    ['an encoded way out', () => get('/api/docs/assets/%2e%2e/', 'Host: h'), 403, DETAIL],
    ['a NUL in the name of an asset', () => get('/api/docs/assets/%00', 'Host: h'), 403, DETAIL],
    ['no Host', () => get('/api/auth/health/'), 400, NON_FIELD],
    ['too many headers', () => get('/api/auth/health/', 'Host: h', `X-Long: ${'x'.repeat(20_000)}`), 431, DETAIL],
    ['no HTTP', () => exchange('nonsense\r\n\r\n'), 400, NON_FIELD],
    ['an unknown method', () => exchange('BREW /api/auth/health/ HTTP/1.1\r\nHost: h\r\n\r\n'), 400, NON_FIELD],
    [
      'two lengths of one body',
      () =>
        exchange(
          'POST /api/auth/login/ HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
        ),
      400,
      NON_FIELD,
    ],
    [
      'a broken chunk of a body',
      () =>
        exchange(
          'POST /api/auth/login/ HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n',
        ),
      400,
      NON_FIELD,
    ],
  ])('has the documented shape and the usual headers: %s', async (_what, ask, status, body) => {
    const answer = await ask()

    expect(answer).toMatchObject({ status, headers: USUAL })
    expect(answer.body).toEqual(body)
  })

  it('answers a request with an expectation as if it had none', async () => {
    expect(await get('/api/auth/health/', 'Host: h', 'Expect: the-unexpected')).toMatchObject({
      status: 200,
      headers: USUAL,
    })
  })
})

describe('the host of a request', () => {
  const page = '/api/controller/connections/?page_size=1'
  beforeAll(async () => {
    for (const name of ['one', 'two']) {
      await app.admin.post('/api/controller/connections/', { name, host: '127.0.0.1:1', username: 'u', password: 'p' })
    }
  })
  const nextOf = async (path: string, host: string): Promise<unknown> =>
    (await get(path, `Host: ${host}`, `Authorization: Bearer ${app.admin.access}`)).body.next

  it('counts for links to other pages only', async () => {
    const redirect = await send(
      'GET /api/auth/email/verify/?token=x HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    )

    expect(await nextOf(page, 'heddle.example:8443')).toBe(
      'http://heddle.example:8443/api/controller/connections/?page_size=1&page=2',
    )
    expect(redirect).toContain(`location: ${app.app.platform.frontendUrl}/login?verified=0\r\n`)
    expect(redirect).not.toContain('evil')
  })

  it.each(['evil.example/path', 'user@evil.example', 'a b', '"><script>', ':', 'evil.example:99999'])(
    'is ignored when it is %s',
    async (host) => {
      expect(await nextOf(page, host)).toMatch(/^http:\/\/127\.0\.0\.1/)
    },
  )

  it('is not taken from the request line', async () => {
    expect(await nextOf(`http://evil.example${page}`, 'heddle.example')).toMatch(/^http:\/\/heddle\.example\/api/)
  })
})

describe('parameters of routes that report faults themselves', () => {
  it.each([
    ['/api/queries/scheduled-tasks/?ordering=a&ordering=b', 'ordering'],
    ['/api/queries/scheduled-executions/?ordering=a&ordering=b', 'ordering'],
    ['/api/history/snapshots/?captured_after=a&captured_after=b', 'captured_after'],
    ['/api/history/snapshots/?captured_before=a&captured_before=b', 'captured_before'],
  ])('are refused when they are repeated: %s', async (path, name) => {
    const answer = await app.admin.get(path)

    expect(answer.status).toBe(400)
    expect(answer.body[name]).toEqual([expect.any(String)])
  })
})
