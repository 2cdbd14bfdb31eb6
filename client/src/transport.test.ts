import { describe, expect, it } from 'vitest'
import { createHeddle, type HeddleError } from './index.ts'

type Sent = {
  readonly method: string
  readonly path: string
  readonly authorization: string | null
  readonly body: unknown
  readonly key?: string
}

/** A server that answers with the given responses in order. */
function serverOf(...answers: readonly (Response | Error)[]) {
  const sent: Sent[] = []
  const waiting = [...answers]
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const isJson = request.headers.get('content-type') === 'application/json'
    const body: unknown = request.body === null ? undefined : isJson ? await request.json() : await request.bytes()
    sent.push({
      method: request.method,
      path: pathname + search,
      authorization: request.headers.get('authorization'),
      body,
      ...keyOf(request),
    })
    const next = waiting.shift() ?? json({ detail: 'nothing more was expected' }, 500)
    if (next instanceof Error) throw next
    return next
  }
  return { sent, fetch: answer }
}

function keyOf({ headers }: Request): { key?: string } {
  const key = headers.get('idempotency-key')
  return key === null ? {} : { key }
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

const BASE = 'http://heddle.test/'
const NOW = { 'retry-after': '0' }
const page = (results: readonly unknown[], next: string | null) => json({ count: 3, next, previous: null, results })

describe('a request', () => {
  it('sends bytes as they are, under the type that it names', async () => {
    const { sent, fetch } = serverOf(json({}))
    const bytes = new Uint8Array([0, 255, 10])

    await createHeddle({ baseUrl: BASE, fetch }).request('POST', '/api/packs/', {
      headers: { 'content-type': 'application/zip' },
      body: bytes,
    })

    expect(sent[0]?.body).toEqual(bytes)
  })

  it('has the path, the query, the body and the API token', async () => {
    const { sent, fetch } = serverOf(json({ ok: true }), json({ results: [] }))
    const heddle = createHeddle({ baseUrl: 'http://heddle.test', token: 'secret', fetch })

    await heddle.queries.savedQueries.execute('a/b', { variables: { tenant: 'x' } })
    await heddle.queries.savedQueries.list({ search: 'a&b' })

    expect(sent).toEqual([
      {
        method: 'POST',
        path: '/api/queries/saved-queries/a%2Fb/execute/',
        authorization: 'Bearer secret',
        body: { variables: { tenant: 'x' } },
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
      {
        method: 'GET',
        path: '/api/queries/saved-queries/?search=a%26b',
        authorization: 'Bearer secret',
        body: undefined,
      },
    ])
  })

  it('keeps the path of a server behind a prefix', async () => {
    const { sent, fetch } = serverOf(json({}))

    await createHeddle({ baseUrl: 'http://heddle.test/tools/heddle', fetch }).dashboard.stats()

    expect(sent[0]?.path).toBe('/tools/heddle/api/dashboard/stats/')
  })
})

describe('a refusal', () => {
  it.each<[string, Response, Partial<HeddleError>]>([
    ['a detail', json({ detail: 'No.' }, 403), { message: 'No.', status: 403, fields: {} }],
    [
      'fields',
      json({ name: ['Too long.'], non_field_errors: ['Too many.'] }, 400),
      {
        message: 'name: Too long. Too many.',
        status: 400,
        fields: { name: ['Too long.'], non_field_errors: ['Too many.'] },
      },
    ],
    ['a code', json({ detail: 'In use.', code: 'in_use' }, 409), { status: 409, code: 'in_use' }],
    [
      'no JSON',
      new Response('<html>', { status: 502 }),
      { message: 'The server answered 502.', status: 502, body: '<html>' },
    ],
  ])('with %s is an error', async (_, response, expected) => {
    const { fetch } = serverOf(response)

    await expect(createHeddle({ baseUrl: BASE, fetch }).dashboard.stats()).rejects.toMatchObject(expected)
  })
})

describe('a server that is not ready', () => {
  it('is asked again when it says, also to change something', async () => {
    const { sent, fetch } = serverOf(json({}, 429, NOW), json({}, 503, NOW), json({ id: '1' }, 201))

    const made = await createHeddle({ baseUrl: BASE, fetch }).queries.categories.create({ name: 'x' })

    expect([made.id, sent.length]).toEqual(['1', 3])
  })

  it('is given up after the retries, and at once when it asks for a long pause', async () => {
    const tired = serverOf(json({ detail: 'Slow down.' }, 429, NOW), json({ detail: 'Slow down.' }, 429, NOW))
    const busy = serverOf(json({ detail: 'Tomorrow.' }, 503, { 'retry-after': '3600' }))

    await expect(createHeddle({ baseUrl: BASE, fetch: tired.fetch, retries: 1 }).dashboard.stats()).rejects.toThrow(
      'Slow down.',
    )
    await expect(createHeddle({ baseUrl: BASE, fetch: busy.fetch }).dashboard.stats()).rejects.toMatchObject({
      status: 503,
      retryAfter: 3600,
    })
    expect([tired.sent.length, busy.sent.length]).toEqual([2, 1])
  })

  it('is asked again with the same key when its answer to a change was lost', async () => {
    const { sent, fetch } = serverOf(
      new TypeError('fetch failed'),
      json({ detail: 'Still running.', code: 'in_progress' }, 409),
      json({ id: '1' }, 201),
    )
    const heddle = createHeddle({ baseUrl: BASE, token: 't', fetch })

    const made = await heddle.queries.categories.create({ name: 'x' })

    expect([made.id, sent.length]).toEqual(['1', 3])
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  })

  it('is asked with a key of its own for each change, or with the one given', async () => {
    const { sent, fetch } = serverOf(json({}), json({}), json({}), json({}))
    const { categories } = createHeddle({ baseUrl: BASE, token: 't', fetch }).queries

    await categories.create({ name: 'x' })
    await categories.create({ name: 'x' })
    await categories.create({ name: 'x' }, { headers: { 'Idempotency-Key': 'mine' } })
    await categories.create({ name: 'x' }, { retries: 0 })

    const [first, second, third, fourth] = sent.map(({ key }) => key)
    expect(first).not.toBe(second)
    expect([third, fourth]).toEqual(['mine', undefined])
  })

  it('does not wait after any other conflict', async () => {
    const { sent, fetch } = serverOf(json({ detail: 'In use.', code: 'in_use' }, 409))
    const heddle = createHeddle({ baseUrl: BASE, token: 't', fetch })

    await expect(heddle.queries.categories.create({ name: 'x' })).rejects.toMatchObject({ code: 'in_use' })
    expect(sent).toHaveLength(1)
  })

  it('is asked again without an answer only if nothing can have changed', async () => {
    const reading = serverOf(new TypeError('fetch failed'), json({ version: '1' }))
    const changing = serverOf(new TypeError('fetch failed'), json({}))
    const heddle = createHeddle({ baseUrl: BASE, fetch: changing.fetch })

    await createHeddle({ baseUrl: BASE, fetch: reading.fetch }).dashboard.stats()
    await expect(heddle.queries.categories.create({ name: 'x' })).rejects.toThrow(
      'No answer from http://heddle.test: fetch failed',
    )

    expect([reading.sent.length, changing.sent.length]).toEqual([2, 1])
  })

  it('says of a server without TLS that it has none', async () => {
    const cause = Object.assign(new Error('0A00010B:SSL routines'), { code: 'ERR_SSL_WRONG_VERSION_NUMBER' })
    const { fetch } = serverOf(new TypeError('fetch failed', { cause }))

    await expect(createHeddle({ baseUrl: BASE, fetch }).queries.categories.create({ name: 'x' })).rejects.toThrow(
      'No answer from http://heddle.test: it does not speak TLS, so its address begins with http://',
    )
  })

  it('is not waited for once the caller has given up', async () => {
    const { fetch } = serverOf(json({}, 429, { 'retry-after': '30' }))
    const stop = new AbortController()
    const asked = createHeddle({ baseUrl: BASE, fetch }).dashboard.stats({ signal: stop.signal })

    stop.abort(new Error('enough'))

    await expect(asked).rejects.toThrow('enough')
  })
})

describe('a session', () => {
  const session = { access: 'old', refresh: 'refresh' }

  it('is refreshed once for requests that fail together, and stored', async () => {
    const { sent, fetch } = serverOf(json({}, 401), json({}, 401), json({ access: 'new' }), json({}), json({}))
    const stored: unknown[] = []
    const heddle = createHeddle({ baseUrl: BASE, fetch, session, onSession: (next) => stored.push(next) })

    await Promise.all([heddle.dashboard.stats(), heddle.dashboard.stats()])

    expect(sent.map(({ path, authorization }) => [path.split('/').at(-2), authorization])).toEqual([
      ['stats', 'Bearer old'],
      ['stats', 'Bearer old'],
      ['refresh', null],
      ['stats', 'Bearer new'],
      ['stats', 'Bearer new'],
    ])
    expect(stored).toEqual([{ access: 'new', refresh: 'refresh' }])
  })

  it('that has ended is reported, and forgotten', async () => {
    const { fetch } = serverOf(json({ detail: 'Sign in again.' }, 401), json({}, 401))
    const stored: unknown[] = []
    const heddle = createHeddle({ baseUrl: BASE, fetch, session, onSession: (next) => stored.push(next) })

    await expect(heddle.dashboard.stats()).rejects.toMatchObject({ status: 401, message: 'Sign in again.' })
    expect(stored).toEqual([undefined])
  })

  it('asks for the code of a second factor', async () => {
    const user = { id: 1, username: 'ann', is_admin: false, mfa_enabled: true }
    const { sent, fetch } = serverOf(
      json({ mfa_required: true, mfa_token: 't' }, 202),
      json({ access: 'a', refresh: 'r', user }),
      json({}),
    )
    const heddle = createHeddle({ baseUrl: BASE, fetch })

    expect(await heddle.signIn({ username: 'ann', password: 'p', code: async () => '123456' })).toEqual(user)
    await heddle.dashboard.stats()

    expect(sent.map(({ body }) => body)).toEqual([
      { username: 'ann', password: 'p' },
      { mfa_token: 't', code: '123456' },
      undefined,
    ])
    expect(sent[2]?.authorization).toBe('Bearer a')
  })
})

describe('a list', () => {
  it('is walked page by page, by the query of the next page', async () => {
    const { sent, fetch } = serverOf(
      page([1, 2], 'https://elsewhere.test/api/auth/groups/?page=2&search=x'),
      page([3], null),
    )
    const found: unknown[] = []

    for await (const group of createHeddle({ baseUrl: BASE, fetch }).auth.groups.all({ search: 'x' })) found.push(group)

    expect(found).toEqual([1, 2, 3])
    expect(sent.map(({ path }) => path)).toEqual(['/api/auth/groups/?search=x', '/api/auth/groups/?page=2&search=x'])
  })

  it('reads no further page than its reader wants', async () => {
    const { sent, fetch } = serverOf(page([1, 2], `${BASE}api/auth/groups/?page=2`))

    for await (const _ of createHeddle({ baseUrl: BASE, fetch }).auth.groups.all()) break

    expect(sent).toHaveLength(1)
  })
})

it('reads the rows of a run line by line, wherever the network cuts them', async () => {
  const bytes = new TextEncoder().encode('{"name":"ä"}\n{"name":"b"}\n')
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]))
      controller.close()
    },
  })
  const { fetch } = serverOf(new Response(body, { headers: { 'content-type': 'application/x-ndjson' } }))
  const rows: unknown[] = []

  for await (const row of createHeddle({ baseUrl: BASE, fetch }).rows('1')) rows.push(row)

  expect(rows).toEqual([{ name: 'ä' }, { name: 'b' }])
})

describe('an error', () => {
  it('names what was asked, and the request in the log of the server', async () => {
    const { fetch } = serverOf(json({ detail: 'Not found.' }, 404, { 'x-request-id': 'r-1' }))

    await expect(createHeddle({ baseUrl: BASE, fetch }).dashboard.stats()).rejects.toMatchObject({
      ...{ status: 404, method: 'GET', path: '/api/dashboard/stats/', requestId: 'r-1' },
    })
  })

  it('is one too where another program answers', async () => {
    const { fetch } = serverOf(new Response('<html>', { headers: { 'content-type': 'text/html' } }))

    await expect(createHeddle({ baseUrl: BASE, fetch }).dashboard.stats()).rejects.toMatchObject({
      name: 'HeddleError',
      message: expect.stringContaining('answered with text/html instead of JSON: is this the address of Heddle?'),
    })
  })
})

it('any request can be sent, whose answer is not judged', async () => {
  const { sent, fetch } = serverOf(json({ detail: 'no' }, 403))

  const answer = await createHeddle({ baseUrl: BASE, token: 't', fetch }).request('GET', '/api/x/', { query: { a: 1 } })

  expect([answer.status, await answer.json()]).toEqual([403, { detail: 'no' }])
  expect(sent[0]).toMatchObject({ path: '/api/x/?a=1', authorization: 'Bearer t' })
})
