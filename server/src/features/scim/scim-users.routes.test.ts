import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshName, newScimUser, patchOf, scimClient, USERS } from '../../testing/scim/scim-client.ts'
import { ADMIN, type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const ERROR = ['urn:ietf:params:scim:api:messages:2.0:Error']

let app: TestApp
let scim: Client
beforeAll(async () => {
  app = await startTestApp()
  scim = await scimClient(app)
})
afterAll(() => app.stop())

const managed = async (id: string) => (await app.admin.get(`/api/auth/management/${id}/`)).body
const entriesOf = async (id: string): Promise<string[]> => {
  const { body } = await app.admin.get('/api/audit/logs/?category=user_management&page_size=200')
  const own = body.results.filter((entry: { target_id: string }) => entry.target_id === id)
  return own.map(({ action }: { action: string }) => action).toReversed()
}

describe('a new User', () => {
  it('is an account without a password, in the default group', async () => {
    const answer = await scim.post(USERS, {
      schemas: [USER],
      userName: 'bjensen@example.com',
      externalId: 'bjensen',
      name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
      emails: [
        { value: 'home@example.org', type: 'home' },
        { value: 'bjensen@example.com', type: 'work', primary: true },
      ],
      password: 'a password that nobody keeps',
      [ENTERPRISE]: { employeeNumber: '701984' },
    })

    expect(answer.status).toBe(201)
    const { id, meta, groups, ...others } = answer.body
    expect(others).toEqual({
      schemas: [USER],
      externalId: 'bjensen',
      userName: 'bjensen@example.com',
      name: { formatted: 'Barbara Jensen', familyName: 'Jensen', givenName: 'Barbara' },
      displayName: 'Barbara Jensen',
      emails: [{ value: 'bjensen@example.com', type: 'work', primary: true }],
      active: true,
    })
    expect(groups).toMatchObject([{ display: 'Editors' }])
    expect(meta).toMatchObject({ resourceType: 'User', location: `${app.url}${USERS}/${id}` })
    expect([answer.headers.get('location'), answer.headers.get('etag')]).toEqual([`${USERS}/${id}`, meta.version])
    expect(answer.headers.get('content-type')).toBe('application/scim+json; charset=utf-8')
    expect(await managed(id)).toMatchObject({
      auth_source: 'provider',
      scim: { origin: 'created', external_id: 'bjensen' },
    })
    expect(app.log()).not.toContain('a password that nobody keeps')
    expect(await entriesOf(id)).toEqual(['user_create'])
  })

  it.each([
    ['its userName, in another case', { userName: 'TAKEN-name', emails: [{ value: 'other@example.org' }] }],
    ['its address', { userName: 'other-name', emails: [{ value: 'taken@example.org' }] }],
    ['its externalId', { userName: 'other-name', externalId: 'taken-id' }],
  ])('is refused when another has %s', async (_what, body) => {
    await scim.post(USERS, { userName: 'taken-name', externalId: 'taken-id', emails: [{ value: 'taken@example.org' }] })

    const answer = await scim.post(USERS, body)

    expect([answer.status, answer.body]).toEqual([
      409,
      { schemas: ERROR, status: '409', scimType: 'uniqueness', detail: expect.any(String) },
    ])
  })

  it('is refused with every fault at once', async () => {
    const answer = await scim.post(USERS, {
      userName: 'two words',
      name: { givenName: 7 },
      emails: [{ value: 'nobody' }],
      active: 'maybe',
    })

    expect([answer.status, answer.body.scimType]).toEqual([400, 'invalidValue'])
    for (const field of ['userName', 'name', 'emails', 'active']) expect(answer.body.detail).toContain(`${field}:`)
  })

  it('of two who create it at once, one gets 409', async () => {
    const body = { userName: freshName(), externalId: freshName() }

    const answers = await Promise.all([scim.post(USERS, body), scim.post(USERS, body)])

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })
})

describe('what Entra ID sends', () => {
  it('finds, creates, renames, deactivates and brings back a user', async () => {
    const name = `${freshName()}@contoso.com`
    const find = async () => (await scim.get(`${USERS}?filter=${encodeURIComponent(`userName eq "${name}"`)}`)).body
    const before = await find()
    const made = await newScimUser(scim, {
      schemas: [USER, ENTERPRISE],
      externalId: freshName(),
      userName: name,
      active: true,
      displayName: 'Lenny Olsen',
      emails: [{ primary: true, type: 'work', value: name }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Lenny Olsen', familyName: 'Olsen', givenName: 'Lenny' },
      roles: [],
    })
    const changed = await scim.patch(
      `${USERS}/${made.id}`,
      patchOf(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: `new-${name}` },
        { op: 'Add', path: 'name.familyName', value: 'Olsson' },
        { op: 'Replace', path: 'title', value: 'Engineer' },
        { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Networks' },
        { op: 'Replace', path: 'addresses[type eq "work"].country', value: 'Sweden' },
      ),
    )
    const off = await scim.patch(`${USERS}/${made.id}`, patchOf({ op: 'Replace', path: 'active', value: 'False' }))
    const on = await scim.patch(
      `${USERS}/${made.id}`,
      patchOf({ op: 'replace', value: { active: 'True', 'name.givenName': 'Lennart' } }),
    )

    expect(before).toMatchObject({ totalResults: 0, itemsPerPage: 0, startIndex: 1, Resources: [] })
    expect(await find()).toMatchObject({ totalResults: 1, Resources: [{ id: made.id }] })
    expect(changed.body).toMatchObject({ emails: [{ value: `new-${name}` }], name: { formatted: 'Lenny Olsson' } })
    expect([off.body.active, on.body.active, on.body.name.givenName]).toEqual([false, true, 'Lennart'])
    expect(await entriesOf(made.id)).toEqual([
      'user_create',
      'user_update',
      'user_deactivate',
      'user_activate',
      'user_update',
    ])
  })
})

describe('what Okta sends', () => {
  it('finds, creates, replaces and deactivates a user', async () => {
    const userName = `${freshName()}@example.okta.com`
    const empty = await scim.get(
      `${USERS}?filter=${encodeURIComponent(`userName eq "${userName}"`)}&startIndex=1&count=100`,
    )
    const made = await newScimUser(scim, {
      schemas: [USER],
      userName,
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ primary: true, value: userName, type: 'work' }],
      displayName: 'Test User',
      locale: 'en-US',
      externalId: freshName(),
      groups: [],
      password: '1mz050nq',
      active: true,
    })
    const replaced = await scim.put(`${USERS}/${made.id}`, {
      ...made,
      name: { givenName: 'Another', familyName: 'User' },
    })
    const off = await scim.patch(`${USERS}/${made.id}`, patchOf({ op: 'replace', value: { active: false } }))

    expect([empty.status, empty.body.totalResults]).toEqual([200, 0])
    expect(replaced.body).toMatchObject({ userName, name: { givenName: 'Another' }, active: true })
    expect([off.status, off.body.active]).toEqual([200, false])
  })
})

describe('a replaced User', () => {
  it('loses what is left out, but stays inactive', async () => {
    const made = await newScimUser(scim, { externalId: freshName(), name: { givenName: 'A' }, active: false })

    const { body } = await scim.put(`${USERS}/${made.id}`, { userName: made.userName })

    expect(body).not.toHaveProperty('emails')
    expect(body).not.toHaveProperty('externalId')
    expect([body.active, body.displayName]).toEqual([false, made.userName])
  })

  it('keeps no entry of a change that changes nothing', async () => {
    const made = await newScimUser(scim)

    const { status, body } = await scim.put(`${USERS}/${made.id}`, made)

    expect([status, body]).toEqual([200, made])
    expect(await entriesOf(made.id)).toEqual(['user_create'])
  })
})

describe('a change', () => {
  it.each<[string, object, number, string]>([
    ['an unknown op', { op: 'move', path: 'active', value: true }, 400, 'invalidSyntax'],
    ['no op', { path: 'active', value: true }, 400, 'invalidSyntax'],
    ['a removal without a path', { op: 'remove' }, 400, 'noTarget'],
    ['a path that is none', { op: 'replace', path: 'emails[type', value: 'x' }, 400, 'invalidPath'],
    ['an attribute that no schema has', { op: 'replace', path: 'shoeSize', value: 45 }, 400, 'invalidPath'],
    ['the prototype', { op: 'replace', path: '__proto__.isAdmin', value: true }, 400, 'invalidPath'],
    ['the constructor', { op: 'add', path: 'constructor.prototype', value: {} }, 400, 'invalidPath'],
    ['an id', { op: 'replace', path: 'id', value: '1' }, 400, 'mutability'],
    ['groups', { op: 'add', path: 'groups', value: [{ value: '1' }] }, 400, 'mutability'],
    ['no userName', { op: 'remove', path: 'userName' }, 400, 'mutability'],
    ['active removed', { op: 'remove', path: 'active' }, 400, 'mutability'],
    ['active as a number', { op: 'replace', path: 'active', value: 1 }, 400, 'invalidValue'],
    ['a value that is no object', { op: 'replace', value: 'active' }, 400, 'invalidValue'],
    ['no value', { op: 'replace', path: 'userName' }, 400, 'invalidValue'],
  ])('with %s is refused, and nothing of it is done', async (_what, operation, status, scimType) => {
    const made = await newScimUser(scim)

    const answer = await scim.patch(
      `${USERS}/${made.id}`,
      patchOf({ op: 'replace', path: 'name.givenName', value: 'Changed' }, operation),
    )

    expect([answer.status, answer.body.scimType]).toEqual([status, scimType])
    expect((await scim.get(`${USERS}/${made.id}`)).body).toEqual(made)
  })

  it('removes a name, an address and an externalId', async () => {
    const made = await newScimUser(scim, { externalId: freshName(), name: { givenName: 'A', familyName: 'B' } })

    const { body } = await scim.patch(
      `${USERS}/${made.id}`,
      patchOf(
        { op: 'remove', path: 'name.givenName' },
        { op: 'remove', path: 'emails[type eq "work"]' },
        { op: 'remove', path: 'externalId' },
      ),
    )

    expect(body.name).toEqual({ formatted: 'B', familyName: 'B' })
    expect(body).not.toHaveProperty('emails')
    expect(body).not.toHaveProperty('externalId')
  })

  it('of an outdated version is refused', async () => {
    const made = await newScimUser(scim)
    const { version } = made.meta
    const rename = (givenName: string) =>
      scim.patch(`${USERS}/${made.id}`, patchOf({ op: 'add', path: 'name.givenName', value: givenName }), {
        'if-match': version,
      })

    const [first, second] = [await rename('First'), await rename('Second')]

    expect([first.status, second.status, second.body.status]).toEqual([200, 412, '412'])
    expect(first.headers.get('etag')).not.toBe(version)
    expect((await scim.get(`${USERS}/${made.id}`, { 'if-none-match': first.headers.get('etag')! })).status).toBe(304)
  })
})

describe('an account that was here before', () => {
  it('is found and linked, and keeps its name, its password and its address', async () => {
    const user = await app.userOf('viewer')
    const { username } = (await user.get('/api/auth/profile/')).body

    const linked = await scim.patch(
      `${USERS}/${user.id}`,
      patchOf({ op: 'add', path: 'externalId', value: `ext-${username}` }, { op: 'remove', path: 'emails' }),
    )
    const renamed = await scim.patch(`${USERS}/${user.id}`, patchOf({ op: 'replace', path: 'userName', value: 'new' }))

    expect(linked.body).toMatchObject({ externalId: `ext-${username}`, emails: [{ value: `${username}@localhost` }] })
    expect([renamed.status, renamed.body.scimType]).toEqual([400, 'mutability'])
    expect(await managed(String(user.id))).toMatchObject({ auth_source: 'local', scim: { origin: 'linked' } })
    expect(await app.signIn(username, ADMIN.password)).toBeDefined()
  })
})

describe('deleting', () => {
  it('ends the account, whose name is free again', async () => {
    const made = await newScimUser(scim)

    const answer = await scim.delete(`${USERS}/${made.id}`)

    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await scim.get(`${USERS}/${made.id}`)).body).toEqual({
      schemas: ERROR,
      status: '404',
      detail: 'Not found.',
    })
    expect(await entriesOf(made.id)).toEqual(['user_create', 'user_delete'])
    await newScimUser(scim, { userName: made.userName })
  })
})
