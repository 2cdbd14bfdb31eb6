import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newToken } from '../../testing/api-tokens/tokens.ts'
import { freshName, GROUPS, newScimUser, patchOf, scimClient, USERS } from '../../testing/scim/scim-client.ts'
import { type Answer, type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const ERROR = ['urn:ietf:params:scim:api:messages:2.0:Error']
const TOKENS = '/api/auth/tokens/'

let app: TestApp
let scim: Client
beforeAll(async () => {
  app = await startTestApp()
  scim = await scimClient(app)
})
afterAll(() => app.stop())

/** Every error has the envelope of the standard and nothing else. */
function expectError(answer: Answer, status: number, scimType?: string): void {
  expect(answer.headers.get('content-type')).toBe('application/scim+json; charset=utf-8')
  expect([answer.status, answer.body]).toEqual([
    status,
    {
      schemas: ERROR,
      status: String(status),
      detail: expect.any(String),
      ...(scimType !== undefined && { scimType }),
    },
  ])
}

const CALLS: readonly [string, (client: Client) => Promise<Answer>][] = [
  ['GET Users', (client) => client.get(USERS)],
  ['POST Users', (client) => client.post(USERS, { userName: freshName() })],
  ['POST Users/.search', (client) => client.post(`${USERS}/.search`, {})],
  ['GET a User', (client) => client.get(`${USERS}/1`)],
  ['PUT a User', (client) => client.put(`${USERS}/1`, { userName: 'admin' })],
  ['PATCH a User', (client) => client.patch(`${USERS}/1`, patchOf({ op: 'remove', path: 'externalId' }))],
  ['DELETE a User', (client) => client.delete(`${USERS}/1`)],
  ['GET Groups', (client) => client.get(GROUPS)],
  ['POST Groups', (client) => client.post(GROUPS, { displayName: freshName() })],
  ['POST Groups/.search', (client) => client.post(`${GROUPS}/.search`, {})],
  ['GET a Group', (client) => client.get(`${GROUPS}/1`)],
  ['PUT a Group', (client) => client.put(`${GROUPS}/1`, { displayName: 'x' })],
  ['PATCH a Group', (client) => client.patch(`${GROUPS}/1`, patchOf({ op: 'remove', path: 'members' }))],
  ['DELETE a Group', (client) => client.delete(`${GROUPS}/1`)],
  ['GET ServiceProviderConfig', (client) => client.get('/scim/v2/ServiceProviderConfig')],
  ['GET Schemas', (client) => client.get('/scim/v2/Schemas')],
  ['GET ResourceTypes', (client) => client.get('/scim/v2/ResourceTypes')],
]

describe('nobody else may', () => {
  it.each(CALLS)('%s', async (_what, call) => {
    const viewer = await app.userOf('viewer')

    expectError(await call(app.anonymous), 401)
    expectError(await call(app.as(`hdl_${'a'.repeat(43)}`)), 401)
    // A session of a superuser, a token without a list, and one that lists something else.
    expectError(await call(app.admin), 403)
    expectError(await call(await newToken(app, app.admin)), 403)
    expectError(await call(await newToken(app, app.admin, { permissions: ['queries.view_savedquery'] })), 403)
    expectError(await call(await newToken(app, viewer)), 403)
  })

  it('is refused before the body is looked at', async () => {
    expectError(await app.admin.post(USERS, '{"userName":'), 403)
  })
})

describe('the permission', () => {
  it.each(['viewer', 'editor', 'operator'] as const)('is in no token of a %s, even if it is granted', async (role) => {
    const user = await app.userOf(role)
    await app.admin.post(`/api/auth/management/${user.id}/add_permissions/`, { permissions: ['users.scim'] })

    const { status, body } = await user.post(TOKENS, { name: 'x', permissions: ['users.scim'] })

    expect([status, Object.keys(body)]).toEqual([400, ['permissions']])
    const holders = (await app.admin.get('/api/auth/management/?permission=users.scim')).body.results
    expect(holders.map(({ id }: { id: number }) => id)).not.toContain(user.id)
  })

  it('is lost together with the role', async () => {
    const administrator = await app.userOf('administrator')
    const client = await scimClient(app, administrator)
    const before = await client.get(USERS)

    await app.admin.patch(`/api/auth/management/${administrator.id}/`, { groups: [] })

    expect(before.status).toBe(200)
    expectError(await client.get(USERS), 403)
  })

  it('of an administrator does not reach superusers', async () => {
    const client = await scimClient(app, await app.userOf('administrator'))

    expect((await client.get(`${USERS}/${app.admin.id}`)).status).toBe(200)
    expectError(
      await client.patch(`${USERS}/${app.admin.id}`, patchOf({ op: 'add', path: 'externalId', value: 'x' })),
      403,
    )
    expectError(await client.delete(`${USERS}/${app.admin.id}`), 403)
  })

  it('makes nobody a superuser', async () => {
    const made = await newScimUser(scim, { is_superuser: true, isSuperuser: true })

    expect((await app.admin.get(`/api/auth/management/${made.id}/`)).body.is_superuser).toBe(false)
    const { status } = await app.admin.patch(`/api/auth/management/${made.id}/`, { is_superuser: true })
    expect(status).toBe(400)
  })
})

describe('errors', () => {
  const send = (headers: Record<string, string>) => (body: string) => scim.post(USERS, body, headers)
  const sendJson = send({ 'content-type': 'application/scim+json; charset=utf-8' })

  it.each<[string, () => Promise<Answer>, number, string?]>([
    ['an unknown resource', () => scim.get('/scim/v2/Devices'), 404],
    ['an unknown path, for a browser', () => scim.get('/scim/v2', { accept: 'text/html' }), 404],
    ['an id that is none', () => scim.get(`${USERS}/me`), 404],
    ['an unknown id', () => scim.get(`${GROUPS}/999999`), 404],
    ['an unknown schema', () => scim.get('/scim/v2/Schemas/urn:nothing'), 404],
    ['a path that is no text', () => scim.get('/scim/v2/Users/%ff'), 400, 'invalidSyntax'],
    ['a method that no resource has', () => scim.patch('/scim/v2/Schemas', {}), 405],
    ['another media type', () => send({ 'content-type': 'text/xml' })('<User/>'), 415],
    ['a body that is no JSON', () => sendJson('{"userName":'), 400, 'invalidSyntax'],
    ['a body that is a list', () => sendJson('[]'), 400, 'invalidSyntax'],
    ['a body of 11 MB', () => sendJson(JSON.stringify({ userName: 'x'.repeat(11_000_000) })), 413],
    ['a key for another request', repeatWithOtherBody, 422],
  ])('%s', async (_what, ask, status, scimType) => {
    expectError(await ask(), status, scimType)
  })

  async function repeatWithOtherBody(): Promise<Answer> {
    const key = { 'idempotency-key': freshName() }
    await scim.post(USERS, { userName: freshName() }, key)
    return scim.post(USERS, { userName: freshName() }, key)
  }

  it('of a user without Accept are the same as of a client of SCIM', async () => {
    expectError(await scim.get('/%73cim/v2/Users/0'), 404)
  })
})

describe('hostile bodies', () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

  it.each<[string, string]>([
    ['100,000 operations', `{"Operations": [${'1,'.repeat(99_990)}1]}`],
    [
      '1,001 operations',
      JSON.stringify(patchOf(...Array.from({ length: 1_001 }, () => ({ op: 'add', path: 'x', value: 1 })))),
    ],
    ['no operations', JSON.stringify(patchOf())],
    ['operations that are none', '{"Operations": {"op": "add"}}'],
    ['deep nesting', `{"Operations": [{"op": "add", "value": ${nested(1_000)}}]}`],
    ['a path of a megabyte', JSON.stringify(patchOf({ op: 'remove', path: `emails[${'('.repeat(1_000_000)}` }))],
    [
      'deep brackets',
      JSON.stringify(patchOf({ op: 'remove', path: `emails[${'('.repeat(200)}type pr${')'.repeat(200)}]` })),
    ],
    ['a NUL', JSON.stringify(patchOf({ op: 'replace', path: 'userName', value: 'a\0b' }))],
  ])('%s', async (_what, body) => {
    const made = await newScimUser(scim)

    const answer = await scim.patch(`${USERS}/${made.id}`, body)

    expect([answer.status, answer.body.schemas]).toEqual([400, ERROR])
    expect(answer.text.length).toBeLessThan(3_000)
    expect((await scim.get(`${USERS}/${made.id}`)).body).toEqual(made)
  })

  it('reach no prototype', async () => {
    const body = `{"userName": "${freshName()}", "__proto__": {"active": false}, "constructor": {"prototype": {"active": false}}, "name": {"__proto__": {"givenName": "x"}}}`

    const made = await scim.post(USERS, body)
    const changed = await scim.patch(
      `${USERS}/${made.body.id}`,
      '{"Operations": [{"op": "add", "value": {"__proto__": {"polluted": true}, "name": {"__proto__": {"polluted": true}}}}]}',
    )

    expect([made.status, made.body.active]).toEqual([201, true])
    expect(changed.status).toBeLessThan(500)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

it('each token has a throttle of its own, whose 429 is in the envelope too', async () => {
  const limited = await startTestApp({ env: { THROTTLE_USER_PER_MINUTE: '5' } })
  const [one, another] = [await scimClient(limited), await scimClient(limited)]

  for (let sent = 0; sent < 5; sent++) await one.get(USERS)
  const refused = await one.get(USERS)

  expectError(refused, 429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await another.get(USERS)).status).toBe(200)
  await limited.stop()
})
