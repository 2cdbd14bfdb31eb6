import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { newToken, statusOf, TOKENS } from '../../testing/api-tokens/tokens.ts'

const PROFILE = '/api/auth/profile/'
const CONNECTIONS = '/api/controller/connections/'
const USERS = '/api/auth/management/'
const VIEW = 'controller.view_connection'
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

const clock = createManualClock(new Date())
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock })
})
afterAll(() => app.stop())

const inFuture = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString()

describe('creating a token', () => {
  it('returns every documented field, and the token', async () => {
    const user = await app.userOf('editor')

    const { status, body } = await user.post(TOKENS, {
      name: 'nightly export',
      permissions: [VIEW],
      expires_at: '2100-01-01T12:00:00+02:00',
    })

    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'nightly export',
      prefix: body.token.slice(0, 12),
      token: expect.stringMatching(/^hdl_[A-Za-z0-9_-]{43}$/),
      permissions: [VIEW],
      username: expect.stringMatching(/^editor-/),
      created_at: expect.stringMatching(/\.\d{3}\+00:00$/),
      expires_at: '2100-01-01T10:00:00.000+00:00',
      last_used_at: null,
      last_used_ip: null,
    })
  })

  it('gives it all that its owner has, for good, unless told otherwise', async () => {
    const user = await app.userOf('editor')

    const { body } = await user.post(TOKENS, { name: 'all' })
    const explicit = await user.post(TOKENS, { name: 'all', permissions: null, expires_at: null })

    expect(body).toMatchObject({ permissions: null, expires_at: null })
    expect(explicit).toMatchObject({ status: 201, body: { name: 'all', permissions: null, expires_at: null } })
  })

  it('takes a time without an offset as UTC, and each permission once', async () => {
    const user = await app.userOf('editor')

    const { body } = await user.post(TOKENS, { name: 'x', permissions: [VIEW, VIEW], expires_at: '2100-01-01' })

    expect(body).toMatchObject({ permissions: [VIEW], expires_at: '2100-01-01T00:00:00.000+00:00' })
  })

  it('stores its hash, not the token', async () => {
    const { id, token } = await newToken(app, await app.userOf('editor'))

    const { rows } = await app.app.platform.database.pool.query<{ row: string }>(
      'select to_jsonb(t)::text as row from api_tokens t where id = $1',
      [id],
    )

    expect(rows[0]!.row).toContain(token.slice(0, 12))
    expect(rows[0]!.row).not.toContain(token.slice(12))
  })

  it.each([
    ['a blank name', { name: ' \t' }, ['name']],
    ['an empty name', { name: '' }, ['name']],
    ['no name', { name: undefined }, ['name']],
    ['a name that is too long', { name: 'x'.repeat(101) }, ['name']],
    ['a name that is no text', { name: 7 }, ['name']],
    ['an unknown permission', { permissions: ['queries.fly'] }, ['permissions']],
    ['a permission that its owner lacks', { permissions: ['controller.delete_connection'] }, ['permissions']],
    ['permissions that are no list', { permissions: VIEW }, ['permissions']],
    ['a permission that is no text', { permissions: [7] }, ['permissions.0']],
    ['a past expiry', { expires_at: '2001-01-01T00:00:00Z' }, ['expires_at']],
    ['an unreadable expiry', { expires_at: 'tomorrow' }, ['expires_at']],
    ['an expiry that is no text', { expires_at: 5 }, ['expires_at']],
    [
      'everything wrong at once',
      { name: ' ', permissions: ['queries.fly', 'controller.delete_connection'], expires_at: '2001-01-01' },
      ['expires_at', 'name', 'permissions'],
    ],
  ])('rejects %s', async (_what, body, fields) => {
    const user = await app.userOf('editor')

    const answer = await user.post(TOKENS, { name: 'x', ...body })

    expect(answer.status, answer.text).toBe(400)
    expect(Object.keys(answer.body).toSorted()).toEqual(fields)
    expect((await user.get(TOKENS)).body.count).toBe(0)
  })

  it('names every permission that is wrong', async () => {
    const user = await app.userOf('viewer')

    const { body } = await user.post(TOKENS, {
      name: 'x',
      permissions: ['queries.fly', VIEW, 'controller.delete_connection'],
    })

    expect(body).toEqual({
      permissions: [
        'Permission "queries.fly" does not exist.',
        'You do not hold the permission "controller.delete_connection".',
      ],
    })
  })

  it('rejects an expiry at this very moment, and accepts one a millisecond later', async () => {
    const user = await app.userOf('viewer')

    expect(await statusOf(user.post(TOKENS, { name: 'x', expires_at: inFuture(0) }))).toBe(400)
    expect(await statusOf(user.post(TOKENS, { name: 'x', expires_at: inFuture(1) }))).toBe(201)
  })

  it('accepts a name of a hundred characters, which other tokens may have as well', async () => {
    const user = await app.userOf('viewer')
    const name = '🧵'.repeat(100)

    expect(await statusOf(user.post(TOKENS, { name }))).toBe(201)
    expect(await statusOf(user.post(TOKENS, { name }))).toBe(201)
  })

  it('lets a superuser give any permission', async () => {
    const user = await app.userOf(undefined)
    await app.admin.patch(`${USERS}${user.id}/`, { is_superuser: true })

    expect(await statusOf(user.post(TOKENS, { name: 'x', permissions: ['controller.test_connection'] }))).toBe(201)
  })
})

describe('the list', () => {
  it('has one’s own, newest first, without the tokens', async () => {
    const user = await app.userOf('editor')
    await newToken(app, await app.userOf('editor'))
    const older = await newToken(app, user, { name: 'older' })
    await clock.advance(SECOND)
    const newer = await newToken(app, user, { name: 'newer', permissions: [VIEW] })

    const { body, text } = await user.get(TOKENS)

    expect(body).toMatchObject({ count: 2, next: null, previous: null })
    expect(body.results).toEqual([
      expect.objectContaining({ id: newer.id, name: 'newer', prefix: newer.token.slice(0, 12), permissions: [VIEW] }),
      expect.objectContaining({ id: older.id, name: 'older', permissions: null }),
    ])
    expect(body.results[0]).not.toHaveProperty('token')
    for (const { token } of [older, newer]) expect(text).not.toContain(token.slice(12))
  })

  it('has everyone’s for administrators who ask for them', async () => {
    const [user, administrator] = [await app.userOf('editor'), await app.userOf('administrator')]
    const { id } = await newToken(app, user)
    const own = await newToken(app, administrator)
    const idsFor = async (query: string) =>
      (await administrator.get(`${TOKENS}?page_size=200${query}`)).body.results.map((row: { id: string }) => row.id)

    expect(await idsFor('')).toEqual([own.id])
    expect(await idsFor('&all=false')).toEqual([own.id])
    expect(await idsFor('&all=true')).toEqual(expect.arrayContaining([own.id, id]))
  })

  it('has those of one user for administrators, and nobody else’s for others who name one', async () => {
    const [user, administrator] = [await app.userOf('editor'), await app.userOf('administrator')]
    const { id } = await newToken(app, user)
    const own = await newToken(app, administrator)
    const idsFor = async (client: Client, owner: number) =>
      (await client.get(`${TOKENS}?user=${owner}`)).body.results.map((row: { id: string }) => row.id)

    expect(await idsFor(administrator, user.id)).toEqual([id])
    expect(await idsFor(administrator, administrator.id)).toEqual([own.id])
    expect(await idsFor(user, administrator.id)).toEqual([id])
  })

  it('has only one’s own for all others who ask for everyone’s', async () => {
    const [user, operator] = [await app.userOf('editor'), await app.userOf('operator')]
    await newToken(app, user)
    const own = await newToken(app, operator)

    const { body } = await operator.get(`${TOKENS}?all=true`)

    expect(body).toMatchObject({ count: 1, results: [{ id: own.id }] })
  })

  it('can be ordered and paged', async () => {
    const user = await app.userOf('editor')
    for (const name of ['b', 'a', 'c']) await newToken(app, user, { name })
    const namesOf = async (query: string) =>
      (await user.get(`${TOKENS}?${query}`)).body.results?.map(({ name }: { name: string }) => name).join('')

    expect(await namesOf('ordering=name')).toBe('abc')
    expect(await namesOf('ordering=-name&page_size=2')).toBe('cb')
    expect(await namesOf('ordering=-name&page_size=2&page=2')).toBe('a')
    for (const order of ['username', '-created_at', 'expires_at', '-last_used_at'])
      expect(await statusOf(user.get(`${TOKENS}?ordering=${order}`))).toBe(200)
    expect(await user.get(`${TOKENS}?ordering=token_hash`)).toMatchObject({
      status: 400,
      body: { ordering: [expect.any(String)] },
    })
    expect(await user.get(`${TOKENS}?all=perhaps`)).toMatchObject({ status: 400, body: { all: [expect.any(String)] } })
    expect(await statusOf(user.get(`${TOKENS}?page=2`))).toBe(404)
  })

  it('keeps expired tokens', async () => {
    const user = await app.userOf('editor')
    await newToken(app, user, { expires_at: inFuture(MINUTE) })
    await clock.advance(MINUTE)

    expect((await user.get(TOKENS)).body.count).toBe(1)
  })
})

describe('deleting a token', () => {
  it('ends it on the very next request', async () => {
    const user = await app.userOf('editor')
    const token = await newToken(app, user)
    expect(await statusOf(token.get(PROFILE))).toBe(200)

    const deleted = await user.delete(`${TOKENS}${token.id}/`)

    expect(deleted).toMatchObject({ status: 204, text: '' })
    expect(await token.get(PROFILE)).toMatchObject({ status: 401, body: { detail: expect.any(String) } })
    expect((await user.get(TOKENS)).body.count).toBe(0)
    expect(await statusOf(user.delete(`${TOKENS}${token.id}/`))).toBe(404)
  })

  it('is refused for another user’s as for an unknown one, except to administrators', async () => {
    const token = await newToken(app, await app.userOf('editor'))
    const operator = await app.userOf('operator')

    const foreign = await operator.delete(`${TOKENS}${token.id}/`)
    const unknown = await operator.delete(`${TOKENS}${UNKNOWN_ID}/`)
    const malformed = await operator.delete(`${TOKENS}7/`)

    expect([foreign, unknown, malformed].map(({ status, text }) => ({ status, text }))).toEqual(
      Array(3).fill({ status: 404, text: unknown.text }),
    )
    expect(await statusOf(token.get(PROFILE))).toBe(200)
    const administrator = await app.userOf('administrator')
    expect(await statusOf(administrator.delete(`${TOKENS}${token.id}/`))).toBe(204)
    expect(await statusOf(token.get(PROFILE))).toBe(401)
  })

  it('leaves all other tokens alone', async () => {
    const user = await app.userOf('editor')
    const [gone, kept] = [await newToken(app, user), await newToken(app, user)]

    await user.delete(`${TOKENS}${gone.id}/`)

    expect(await statusOf(kept.get(PROFILE))).toBe(200)
  })

  it('is part of deleting its owner', async () => {
    const user = await app.userOf('editor')
    const token = await newToken(app, user)

    await app.admin.delete(`${USERS}${user.id}/`)

    expect(await statusOf(token.get(PROFILE))).toBe(401)
    const { body } = await app.admin.get(`${TOKENS}?all=true&page_size=200`)
    expect(body.results.map(({ id }: { id: string }) => id)).not.toContain(token.id)
  })
})

describe('the Authorization header', () => {
  it.each([
    ['Bearer TOKEN', 200],
    ['bearer TOKEN', 200],
    ['Bearer TOKEN more', 401],
    ['Bearer more TOKEN', 401],
    ['Bearer TOKEN,', 401],
    ['Bearer HDL_TOKEN', 401],
    ['Bearer hdl_', 401],
    ['Bearer hdl_short', 401],
    ['Basic TOKEN', 401],
    ['Token TOKEN', 401],
    ['TOKEN', 401],
  ])('"%s" is answered with %i', async (header, status) => {
    const { token } = await newToken(app, await app.userOf('viewer'))

    expect(await statusOf(app.anonymous.get(PROFILE, { authorization: header.replace('TOKEN', token) }))).toBe(status)
  })

  it('takes exactly one word for the access token of a login, too', async () => {
    const { access } = await app.userOf('viewer')

    expect(await statusOf(app.anonymous.get(PROFILE, { authorization: `Bearer ${access} more` }))).toBe(401)
  })

  it('with an unknown token is no login attempt', async () => {
    const countAttempts = async () => (await app.admin.get('/api/audit/login-attempts/')).body.count
    const before = await countAttempts()

    const answer = await app.anonymous.get(PROFILE, { authorization: `Bearer hdl_${'x'.repeat(43)}` })

    expect(answer).toMatchObject({ status: 401, body: { detail: expect.any(String) } })
    expect(await countAttempts()).toBe(before)
  })

  it('does not take a token as a refresh token', async () => {
    const { token } = await newToken(app, await app.userOf('viewer'))

    expect(await statusOf(app.anonymous.post('/api/auth/token/refresh/', { refresh: token }))).toBe(401)
  })
})

describe('what a token may do', () => {
  it('is what both it and its owner may at this moment', async () => {
    const user = await app.userOf(undefined)
    const grant = { permissions: [VIEW, 'controller.add_connection'] }
    await app.admin.post(`${USERS}${user.id}/add_permissions/`, grant)
    const [listed, full] = [await newToken(app, user, { permissions: [VIEW] }), await newToken(app, user)]
    const statuses = async () => [
      await statusOf(listed.get(CONNECTIONS)),
      await statusOf(listed.post(CONNECTIONS, {})),
      await statusOf(full.get(CONNECTIONS)),
      await statusOf(full.post(CONNECTIONS, {})),
    ]

    const granted = await statuses()
    await app.admin.post(`${USERS}${user.id}/remove_permissions/`, grant)
    const revoked = await statuses()
    await app.admin.post(`${USERS}${user.id}/add_permissions/`, grant)

    expect(granted).toEqual([200, 403, 200, 400])
    expect(revoked).toEqual([403, 403, 403, 403])
    expect(await statuses()).toEqual(granted)
  })

  it('is exactly its list if a superuser owns it', async () => {
    const [listed, full] = [await newToken(app, app.admin, { permissions: [VIEW] }), await newToken(app, app.admin)]

    expect(await statusOf(listed.get(CONNECTIONS))).toBe(200)
    expect(await statusOf(listed.get('/api/queries/saved-queries/'))).toBe(403)
    expect(await statusOf(listed.get('/api/audit/logs/'))).toBe(403)
    expect(await statusOf(full.get('/api/audit/logs/'))).toBe(200)
  })

  it('includes a role only without a list', async () => {
    const operator = await app.userOf('operator')
    const all = (await app.admin.get(`${USERS}${operator.id}/effective_permissions/`)).body.permissions
    const [listed, full] = [await newToken(app, operator, { permissions: all }), await newToken(app, operator)]
    const { id } = (await app.admin.post('/api/queries/categories/', { name: 'of another user' })).body
    const rename = (name: string) => ({ name })

    expect(await statusOf(listed.patch(`/api/queries/categories/${id}/`, rename('a')))).toBe(403)
    expect(await statusOf(full.patch(`/api/queries/categories/${id}/`, rename('b')))).toBe(200)
  })

  it('is not membership in a group to which a task is granted, unless it has no list', async () => {
    const view = 'queries.view_scheduledtask'
    const member = await app.userOf(undefined)
    const group = (await app.admin.post('/api/auth/groups/', { name: 'watchers' })).body.id
    await app.admin.post(`/api/auth/groups/${group}/add_members/`, { user_ids: [member.id] })
    await app.admin.post(`${USERS}${member.id}/add_permissions/`, { permissions: [view] })
    const connection = (
      await app.admin.post(CONNECTIONS, { name: 'lab', host: 'lab.example', username: 'admin', password: 'secret' })
    ).body.id
    const nodes = [{ id: 'bd', class_name: 'fvBD' }]
    const query = (
      await app.admin.post('/api/queries/saved-queries/', {
        name: 'q',
        controller_connection: connection,
        nodes,
        edges: [],
      })
    ).body.id
    const body = {
      name: 't',
      saved_query: query,
      controller_connections: [connection],
      schedule_type: 'interval',
      interval_minutes: 60,
    }
    const task = await app.admin.post('/api/queries/scheduled-tasks/', {
      ...body,
      enabled: false,
      granted_groups: [group],
    })
    expect(task.status, task.text).toBe(201)
    const [listed, full] = [await newToken(app, member, { permissions: [view] }), await newToken(app, member)]
    const seen = async (client: typeof full) => [
      (await client.get('/api/queries/scheduled-tasks/')).body.count,
      await statusOf(client.get(`/api/queries/scheduled-tasks/${task.body.id}/`)),
      await statusOf(client.get(`/api/queries/scheduled-executions/?scheduled_task=${task.body.id}`)),
    ]

    expect(await seen(full)).toEqual([1, 200, 200])
    expect(await seen(listed)).toEqual([0, 404, 200])
  })
})

describe('the profile', () => {
  it('does not take a new address from a token, nor anything else of that request', async () => {
    const user = await app.userOf('viewer')
    const token = await newToken(app, user)
    const before = (await user.get(PROFILE)).body

    const answers = await Promise.all([
      token.patch(PROFILE, { email: 'thief@example.org', first_name: 'Eve' }),
      token.patch(PROFILE, { email: before.email, first_name: 'Eve' }),
      token.patch(PROFILE, { email: 'no address', first_name: 'Eve' }),
    ])

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
    expect((await user.get(PROFILE)).body).toEqual(before)
    expect(await statusOf(token.patch(PROFILE, { first_name: 'Ada' }))).toBe(200)
    expect((await user.get(PROFILE)).body).toEqual({ ...before, first_name: 'Ada' })
    expect(await statusOf(user.patch(PROFILE, { email: 'no address' }))).toBe(400)
    expect(await statusOf(user.patch(PROFILE, { email: 'ada@example.org' }))).toBe(200)
  })
})

describe('the audit log', () => {
  const newest = async (action: string) =>
    (await app.admin.get(`/api/audit/logs/?action=${action}&page_size=1`)).body.results[0]

  it('records both ends of a token, without its secret', async () => {
    const user = await app.userOf('editor')
    const { id, token } = await newToken(app, user, { name: 'backup', permissions: [VIEW] })
    await app.admin.delete(`${TOKENS}${id}/`)

    const [created, deleted] = [await newest('api_token_create'), await newest('api_token_delete')]

    expect(created).toMatchObject({
      category: 'authentication',
      user_id: user.id,
      target_type: 'api_token',
      target_id: id,
      metadata: {},
    })
    expect(deleted).toMatchObject({
      category: 'authentication',
      username: 'admin',
      target_type: 'api_token',
      target_id: id,
      metadata: {},
    })
    expect(deleted.description).toMatch(/^API token "backup" of editor-\d+ was deleted$/)
    for (const entry of [created, deleted])
      expect((await app.admin.get(`/api/audit/logs/${entry.id}/`)).text).not.toContain(token.slice(12))
  })

  it('names the token in every entry of its actions, also of a refused one', async () => {
    const user = await app.userOf('editor')
    const token = await newToken(app, user, { name: 'nightly export' })

    const { id } = (await token.post('/api/queries/categories/', { name: 'by a token' })).body
    await token.get('/api/audit/logs/')
    const [created, denied] = [await newest('category_create'), await newest('access_deny')]
    await user.patch(`/api/queries/categories/${id}/`, { name: 'by a session' })

    expect(created).toMatchObject({
      user_id: user.id,
      target_id: String(id),
      metadata: { api_token: 'nightly export' },
    })
    expect(denied).toMatchObject({ user_id: user.id, metadata: { api_token: 'nightly export' } })
    expect((await newest('category_update')).metadata).not.toHaveProperty('api_token')
  })
})

it('writes no token to the log', async () => {
  const user = await app.userOf('editor')
  const token = await newToken(app, user)
  await token.get(PROFILE)
  await token.get(`${PROFILE}?token=${token.token.slice(0, 12)}`)
  await token.post('/api/auth/password/change/', { old_password: 'x', new_password: 'y' })
  await user.delete(`${TOKENS}${token.id}/`)
  await token.get(PROFILE)

  expect(app.log()).not.toContain(token.token.slice(12))
})
