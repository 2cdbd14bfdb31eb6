import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const CONNECTION = { name: 'lab', host: '127.0.0.1:1', username: 'u', password: 'p' }

describe('errors', () => {
  it('answers 404 with a detail for an unknown route', async () => {
    const answer = await app.admin.get('/api/nothing/')

    expect(answer.status).toBe(404)
    expect(answer.body).toEqual({ detail: 'Not found.' })
  })

  it.each(['not-an-id', '00000000-0000-4000-8000-000000000000'])('answers 404 for the id %s', async (id) => {
    const answer = await app.admin.get(`/api/controller/connections/${id}/`)

    expect(answer.status).toBe(404)
    expect(answer.body).toEqual({ detail: expect.any(String) })
  })

  it('answers 405 with Allow for an unsupported method', async () => {
    const answer = await app.admin.delete('/api/controller/connections/')

    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toContain('GET')
    expect(answer.headers.get('allow')).toContain('POST')
    expect(answer.body.detail).toContain('DELETE')
  })

  it('lists every wrong field of a body at once', async () => {
    const answer = await app.admin.post('/api/controller/connections/', { host: 5, verify_ssl: 'perhaps' })

    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).sort()).toEqual(['host', 'name', 'password', 'username', 'verify_ssl'])
    expect(answer.body.name).toEqual(['This field is required.'])
  })

  it('lists errors in the query string and in the body together', async () => {
    const answer = await app.admin.get('/api/controller/connections/?page=zero&is_default=perhaps')

    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).sort()).toEqual(['is_default', 'page'])
  })

  it.each(['{"name":', '[1,2', 'nonsense'])('answers malformed JSON %s under non_field_errors', async (text) => {
    const answer = await app.admin.post('/api/controller/connections/', text)

    expect(answer.status).toBe(400)
    expect(answer.body.non_field_errors[0]).toContain('Malformed JSON')
  })

  it.each([
    ['an array', '[]'],
    ['a string', '"x"'],
    ['null', 'null'],
  ])('answers 400 to a body that is %s', async (_what, text) => {
    const answer = await app.admin.post('/api/controller/connections/', text)

    expect(answer.status).toBe(400)
    expect(Object.values(answer.body as Record<string, unknown>).every(Array.isArray)).toBe(true)
  })

  it('answers 415 to other media types', async () => {
    const answer = await app.admin.post('/api/controller/connections/', 'name=x', { 'content-type': 'text/plain' })

    expect(answer.status).toBe(415)
    expect(answer.body.detail).toContain('application/json')
  })

  it('answers 413 to a body over 10 MB', async () => {
    const answer = await app.admin.post(
      '/api/controller/connections/',
      JSON.stringify({ name: 'x'.repeat(10_500_000) }),
    )

    expect([answer.status, answer.body]).toEqual([413, { detail: 'The request body is larger than 10 MB.' }])
  })

  it.each([
    ['nested deeper than 64 levels', `${'['.repeat(65)}${']'.repeat(65)}`],
    ['with more than 100,000 values', `[${'1,'.repeat(100_000)}1]`],
  ])('rejects a body %s', async (_what, text) => {
    const answer = await app.admin.post('/api/controller/connections/', text)

    expect(answer.status).toBe(400)
    expect(answer.body.non_field_errors).toHaveLength(1)
  })

  it.each(['\\u0000', '\\ud800', '\\udc00', 'a\\ud800\\u0041'])(
    'rejects text that cannot be stored: %s',
    async (escape) => {
      const answer = await app.admin.post(
        '/api/controller/connections/',
        `{"name":"${escape}","host":"h","username":"u","password":"p"}`,
      )

      expect(answer.status).toBe(400)
      expect(answer.body.non_field_errors[0]).toContain('cannot be stored')
    },
  )

  it('accepts complete surrogate pairs, and backslashes that only look like escapes', async () => {
    const name = String.raw`\\u0000 \\\\ud800 `
    const answer = await app.admin.post(
      '/api/controller/connections/',
      `{"name":"\\ud83d\\ude00${name}","host":"127.0.0.1:1","username":"u","password":"p"}`,
    )

    expect(answer.status).toBe(201)
    expect(answer.body.name).toBe(JSON.parse(`"\\ud83d\\ude00${name}"`))
  })

  it.each(['search=%00', 'ordering=%00'])('accepts the query %s', async (query) => {
    expect([200, 400]).toContain((await app.admin.get(`/api/controller/connections/?${query}`)).status)
  })

  it('rejects a NUL in a query, even in a repeated parameter, but not the text of its escape', async () => {
    for (const query of ['search=%00', 'search=a&search=%00']) {
      const refused = await app.admin.get(`/api/controller/connections/?${query}`)
      expect(refused).toMatchObject({
        status: 400,
        body: { search: expect.arrayContaining(['Expected text without NUL.']) },
      })
    }
    expect(
      (await app.admin.get(`/api/controller/connections/?search=${encodeURIComponent(String.raw`\u0000`)}`)).status,
    ).toBe(200)
  })

  it.each(['constructor', '__proto__', 'toString'])(
    'rejects a NUL in the parameter %s, which every object inherits',
    async (name) => {
      const { status, text } = await app.admin.get(`/api/controller/connections/?${name}=%00`)

      expect([status, text]).toEqual([400, JSON.stringify({ [name]: ['Expected text without NUL.'] })])
    },
  )

  it('does not let a body reach object prototypes', async () => {
    await app.admin.post(
      '/api/controller/connections/',
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    )

    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('headers', () => {
  it('keeps a valid request id and replaces any other', async () => {
    const kept = await app.anonymous.get('/api/auth/health/', { 'x-request-id': 'trace-1' })
    const replaced = await app.anonymous.get('/api/auth/health/', { 'x-request-id': 'a b'.repeat(90) })

    expect(kept.headers.get('x-request-id')).toBe('trace-1')
    expect(replaced.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('forbids content sniffing, framing, referrers and caching', async () => {
    const { headers } = await app.anonymous.get('/api/auth/health/')

    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  it('serves a path without its trailing slash without a redirect', async () => {
    expect((await app.anonymous.get('/api/auth/health')).status).toBe(200)
  })
})

describe('lists', () => {
  it('paginates with absolute links, clamps the page size, and answers 404 past the end', async () => {
    for (const name of ['paged one', 'paged two', 'paged three'])
      await app.admin.post('/api/controller/connections/', { ...CONNECTION, name })

    const second = await app.admin.get('/api/controller/connections/?search=paged&page=2&page_size=1&ordering=name')
    const huge = await app.admin.get('/api/controller/connections/?search=paged&page_size=100000')
    const past = await app.admin.get('/api/controller/connections/?search=paged&page=99')
    const absurd = await app.admin.get('/api/controller/connections/?search=paged&page=1e300')

    expect(second.body).toMatchObject({ count: 3, results: [{ name: 'paged three' }] })
    expect(new URL(second.body.next).searchParams.get('page')).toBe('3')
    expect(second.body.next.startsWith(app.url)).toBe(true)
    expect(new URL(second.body.previous).searchParams.get('ordering')).toBe('name')
    expect(huge.body.results).toHaveLength(3)
    expect([past.status, absurd.status]).toEqual([404, 404])
  })

  it('rejects an instant outside the calendar of the database', async () => {
    const answer = await app.admin.get('/api/queries/execution-logs/?executed_after=0000-01-01')

    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['executed_after']])
  })

  it('rejects an unknown ordering and lists the known ones', async () => {
    const answer = await app.admin.get('/api/controller/connections/?ordering=password')

    expect(answer.status).toBe(400)
    expect(answer.body.ordering[0]).toContain('name')
  })
})

describe('optimistic concurrency', () => {
  it('answers 412 to a change based on a stale version, and accepts one based on the latest', async () => {
    const { body, headers } = await app.admin.post('/api/controller/connections/', { ...CONNECTION, name: 'etag' })
    const path = `/api/controller/connections/${body.id}/`
    const etag = (await app.admin.get(path)).headers.get('etag')!
    expect(headers.get('etag')).toBe(etag)

    const first = await app.admin.patch(path, { name: 'etag 2' }, { 'if-match': etag })
    const stale = await app.admin.patch(path, { name: 'etag 3' }, { 'if-match': etag })
    const again = await app.admin.patch(path, { name: 'etag 3' }, { 'if-match': first.headers.get('etag')! })

    expect(first.status).toBe(200)
    expect(stale.status).toBe(412)
    expect(stale.body).toEqual({ detail: expect.any(String) })
    expect(again.body.name).toBe('etag 3')
  })

  it.each<[string, string | undefined, object, object, object]>([
    ['a group', '/api/auth/groups/', { name: 'Night shift' }, { quota: { queries_max: 5 } }, { name: 'Day shift' }],
    ['a category of queries', '/api/queries/categories/', { name: 'Fabric' }, { name: 'Fabrics' }, { name: 'Other' }],
    [
      'a category of templates',
      '/api/automation/categories/',
      { name: 'Ports' },
      { description: 'Of leaves' },
      { name: 'Other' },
    ],
    [
      'a channel',
      '/api/notifications/channels/',
      { name: 'Ops', type: 'mail', target: ['ops@example.com'] },
      { enabled: false },
      { target: ['noc@example.com'] },
    ],
    ['/api/ai/settings/', undefined, {}, { verbosity: 'concise' }, { share_results: true }],
    ['/api/audit/settings/', undefined, {}, { content_max_bytes: 5_000_000 }, { retention_days: { api_access: 40 } }],
  ])('tags %s by what people edit of it', async (name, collection, body, theirs, mine) => {
    const made = collection === undefined ? undefined : await app.admin.post(collection, body)
    const path = made ? `${collection}${made.body.id}/` : name
    const seen = (await app.admin.get(path)).headers.get('etag')!
    if (made) expect(made.headers.get('etag')).toBe(seen)
    await app.admin.patch(path, theirs, { 'if-match': seen })

    const stale = await app.admin.patch(path, mine, { 'if-match': seen })
    const read = await app.admin.get(path)
    const again = await app.admin.patch(path, mine, { 'if-match': read.headers.get('etag')! })

    expect([stale.status, again.status]).toEqual([412, 200])
    expect(read.body).toMatchObject(theirs)
    expect(read.body).not.toMatchObject(mine)
    expect(again.headers.get('etag')).toBe((await app.admin.get(path)).headers.get('etag'))
  })

  it('keeps the tag of a group while members come and go', async () => {
    const { body, headers } = await app.admin.post('/api/auth/groups/', { name: 'Guests' })
    const { id } = (await app.admin.get('/api/auth/profile/')).body

    const joined = await app.admin.post(`/api/auth/groups/${body.id}/add_members/`, { user_ids: [id] })

    expect([joined.body.member_count, joined.headers.get('etag')]).toEqual([1, headers.get('etag')])
  })
})
