import { once } from 'node:events'
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { createTestStorage, type TestStorage } from '../../testing/test-storage.ts'

const PAGE = '<!doctype html><meta property="csp-nonce" nonce="__NONCE__"><style nonce="__NONCE__"></style>'
const SCRIPT = 'console.log("loom")\n'.repeat(50)
const POLICY =
  "default-src 'none'; script-src 'self'; style-src STYLES; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

let storage: TestStorage
let folder: string
let app: TestApp
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-web-'))
  buildStub(join(folder, 'dist'), PAGE)
  storage = await createTestStorage()
  app = await startTestApp({
    ...{ webUiFolder: join(folder, 'dist'), commandLineFolder: join(folder, 'cli'), storage },
  })
})
afterAll(async () => {
  await app.stop()
  await storage.remove()
  rmSync(folder, { recursive: true })
})

function buildStub(dist: string, page: string): void {
  mkdirSync(join(dist, 'assets'), { recursive: true })
  writeFileSync(join(dist, 'index.html'), page)
  writeFileSync(join(dist, 'theme.js'), 'theme()')
  writeFileSync(join(dist, '.hidden'), 'hidden')
  writeFileSync(join(dist, 'assets/index-3f2a.js'), SCRIPT)
  writeFileSync(join(dist, 'assets/index-3f2a.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(dist, 'assets/index-3f2a.js.gz'), gzipSync(SCRIPT))
  writeFileSync(join(dist, 'assets/plain.css'), 'a{}')
  mkdirSync(join(dist, 'docs/runs'), { recursive: true })
  writeFileSync(join(dist, 'docs/runs/index.html'), '<h1>Runs</h1>')
  writeFileSync(join(dist, 'docs/runs.md'), '# Runs')
  writeFileSync(join(dist, 'docs/404.html'), '<h1>None</h1>')
  writeFileSync(join(dist, 'docs/404.html.gz'), gzipSync('<h1>None</h1>'))
}

const nonceOf = (headers: Headers) =>
  /'nonce-([\w-]+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? 'none'

/** Without what `fetch` does: resolving dots and decompressing. */
async function raw(path: string, encoding: string, headers: Record<string, string> = {}) {
  const request = get(app.url, { path, headers: { 'accept-encoding': encoding, ...headers } })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  const body = await buffer(reply)
  return { status: reply.statusCode, headers: reply.headers, body, text: body.toString() }
}

describe('the page', () => {
  it.each(['/', '/login?verified=1', '/queries/saved-queries/7/', '/theme.css', '/index.html', '/.hidden', '/apis/x'])(
    'is the answer at %s',
    async (path) => {
      const { status, headers, text } = await app.anonymous.get(path)

      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(text).toBe(PAGE.replaceAll('__NONCE__', nonceOf(headers)))
    },
  )

  it('comes with a policy that allows nothing inline but what has its nonce, and is asked for again each time', async () => {
    const { headers } = await app.anonymous.get('/')

    expect(headers.get('content-security-policy')).toBe(POLICY.replace('STYLES', `'self' 'nonce-${nonceOf(headers)}'`))
    expect(headers.get('cache-control')).toBe('no-cache')
    expect([headers.get('etag'), headers.get('last-modified')]).toEqual([null, null])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each([
    ['heddle.example.com:8000', undefined],
    ['10.1.2.3', undefined],
    ['localhost:8000', 'same-origin'],
    ['127.0.0.1:8000', 'same-origin'],
    ['[::1]:8000', 'same-origin'],
  ])('on plain http at %s, isolates itself from its opener where browsers allow it: %s', async (host, policy) => {
    const { headers } = await raw('/', '', { host })

    expect(headers['cross-origin-opener-policy']).toBe(policy)
  })

  it('has another nonce in each response', async () => {
    const pages = await Promise.all([1, 2, 3].map(() => app.anonymous.get('/')))

    expect(new Set(pages.map(({ headers }) => nonceOf(headers))).size).toBe(3)
    expect(pages.every(({ headers }) => nonceOf(headers).length === 24)).toBe(true)
  })

  it('answers HEAD without a body', async () => {
    const reply = await fetch(app.url, { method: 'HEAD' })

    expect(reply.status).toBe(200)
    expect(Number(reply.headers.get('content-length'))).toBeGreaterThan(PAGE.length)
    expect(await reply.text()).toBe('')
  })
})

describe('files', () => {
  it.each([
    ['br', 'gzip, deflate, br, zstd', brotliCompressSync(SCRIPT)],
    ['gzip', 'gzip;q=0.5, br;q=0', gzipSync(SCRIPT)],
    [undefined, 'identity', Buffer.from(SCRIPT)],
  ])('with a hash in their name are kept for good, and compressed ahead: %s', async (coding, accepted, body) => {
    const { status, headers, body: sent } = await raw('/assets/index-3f2a.js', accepted)

    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': POLICY.replace('STYLES', "'self'"),
      vary: 'accept-encoding',
    })
    expect(headers['content-encoding']).toBe(coding)
    expect(sent).toEqual(body)
  })

  it('are sent as they are where the build compressed nothing', async () => {
    const { headers, text } = await raw('/assets/plain.css', 'br, gzip')

    expect([headers['content-encoding'], headers.vary, text]).toEqual([undefined, undefined, 'a{}'])
  })

  it('beside the page are asked for again, and sent when they have changed', async () => {
    const first = await raw('/theme.js', '')
    const again = await raw('/theme.js', '', { 'if-none-match': first.headers.etag! })

    expect([first.status, first.text, first.headers['cache-control']]).toEqual([200, 'theme()', 'no-cache'])
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it.each([
    '/assets/index-0000.js',
    '/assets/',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/assets/..%2findex.html',
  ])('that do not exist are 404: %s', async (path) => {
    const { status, text } = await raw(path, '')

    expect([status, JSON.parse(text)]).toEqual([404, { detail: 'Not found.' }])
  })

  it.each(['/../package.json', '/%2e%2e/package.json', '/..%2f..%2f..%2f..%2fetc/passwd'])(
    'outside the folder are out of reach: %s',
    async (path) => {
      expect((await raw(path, '')).text).toContain('csp-nonce')
    },
  )
})

describe('the API', () => {
  it.each(['/api', '/api/', '/api/nothing/', '/%61pi/nothing/', '/ws', '/ws/'])(
    'keeps its answer at %s',
    async (path) => {
      const { status, body } = await app.anonymous.get(path)

      expect([status, body]).toEqual([404, { detail: 'Not found.' }])
    },
  )

  it('keeps its answer to other methods', async () => {
    const { status, body } = await app.anonymous.post('/queries/', {})

    expect([status, body]).toEqual([404, { detail: 'Not found.' }])
  })
})

describe('a build', () => {
  it('is served once it has replaced the one before, whose page stays until then', async () => {
    const dist = join(folder, 'dist')
    renameSync(dist, join(folder, 'old'))
    const during = await app.anonymous.get('/')
    buildStub(dist, 'second')
    utimesSync(join(dist, 'index.html'), 1, 1)
    const after = await app.anonymous.get('/')
    rmSync(dist, { recursive: true })
    renameSync(join(folder, 'old'), dist)

    expect(during.text).toContain('csp-nonce')
    expect(after.text).toBe('second')
  })

  it('that is missing leaves a page that says how to make it', async () => {
    const without = await startTestApp({ webUiFolder: join(folder, 'nothing') })
    const { status, headers, text } = await without.anonymous.get('/login')
    await without.stop()

    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(text).toContain('npm run build:web')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})

describe('the command line', () => {
  const PATH = '/cli/heddle.mjs'
  const PROGRAM = '#!/usr/bin/env node\n'

  it('is one file that anyone may load, compressed, and need not load twice', async () => {
    expect((await app.anonymous.get(PATH)).body.detail).toContain('npm run build:cli')
    mkdirSync(join(folder, 'cli'))
    writeFileSync(join(folder, 'cli/heddle.mjs.gz'), gzipSync(PROGRAM))
    writeFileSync(join(folder, 'cli/heddle.mjs'), PROGRAM)

    const { status, headers, text } = await app.anonymous.get(PATH)

    expect([status, text, headers.get('content-encoding')]).toEqual([200, PROGRAM, 'gzip'])
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'text/javascript; charset=utf-8',
      'attachment; filename="heddle.mjs"',
    ])
    expect((await raw(PATH, '')).text).toBe(PROGRAM)
    expect((await raw(PATH, '', { 'if-none-match': headers.get('etag')! })).status).toBe(304)
    expect((await app.anonymous.get('/cli/package.json')).text).toContain('<!doctype html>')
  })
})

it.each([
  ['says that there is a directory to sign in with', { LDAP_ENABLED: 'true' }, true],
  ['says nothing of a directory that is off', { LDAP_ENABLED: 'false' }, false],
])('%s', async (_title, env, isSaid) => {
  const dist = join(folder, `directory-${String(isSaid)}`)
  buildStub(dist, `<!doctype html><head><title>Heddle</title></head>${PAGE}`)
  const server = await startTestApp({
    webUiFolder: dist,
    env: { LDAP_URL: 'ldap://127.0.0.1:9', LDAP_USER_BASE: 'ou=people,dc=example,dc=org', ...env },
  })
  const { text } = await server.anonymous.get('/login')
  await server.stop()

  expect(text.includes('<meta name="heddle-directory" content="on" /></head>')).toBe(isSaid)
})

it('WEB_UI=false leaves the API alone', async () => {
  const without = await startTestApp({ webUiFolder: join(folder, 'dist'), env: { WEB_UI: 'false' } })
  const { status, body } = await without.anonymous.get('/')
  await without.stop()

  expect([status, body]).toEqual([404, { detail: 'Not found.' }])
})

describe('the documentation', () => {
  it.each([
    ['/docs/runs/', 200, 'text/html; charset=utf-8', '<h1>Runs</h1>'],
    ['/docs/runs', 200, 'text/html; charset=utf-8', '<h1>Runs</h1>'],
    ['/docs/runs.md', 200, 'text/markdown; charset=utf-8', '# Runs'],
    ['/docs/none/', 404, 'text/html; charset=utf-8', '<h1>None</h1>'],
    ['/docs/', 404, 'text/html; charset=utf-8', '<h1>None</h1>'],
    ['/docs/..%2findex.html', 404, 'text/html; charset=utf-8', '<h1>None</h1>'],
  ])('is open to everyone: %s', async (path, status, type, text) => {
    const answer = await app.anonymous.get(path)

    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.text).toBe(text)
    expect(answer.headers.get('content-security-policy')).toBe(POLICY.replace('STYLES', "'self'"))
  })
})
