import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ADMIN, type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

type User = Client & { readonly id: number; readonly username: string }

let app: TestApp
let administrator: Client
let first: number
beforeAll(async () => {
  app = await startTestApp()
  administrator = await app.userOf('administrator')
  first = app.admin.id
})
afterAll(() => app.stop())

const USERS = '/api/auth/management/'
const LAST = { detail: expect.any(String), code: 'last_superuser' }

let made = 0
async function superuser(): Promise<User> {
  const username = `super-${++made}`
  const body = { username, email: `${username}@example.net`, password: ADMIN.password, is_superuser: true }
  const { status } = await app.admin.post(USERS, body)
  expect(status).toBe(201)
  return { ...(await app.signIn(username, ADMIN.password)), username }
}

/** Ways for a superuser to lose their rights, or their account. */
const LOSSES: readonly [string, (client: Client, id: number) => ReturnType<Client['post']>][] = [
  ['deactivating', (client, id) => client.post(`${USERS}${id}/deactivate/`)],
  ['setting inactive', (client, id) => client.patch(`${USERS}${id}/`, { is_active: false })],
  ['demoting', (client, id) => client.patch(`${USERS}${id}/`, { is_superuser: false })],
  ['deleting', (client, id) => client.delete(`${USERS}${id}/`)],
]

// Each test starts with the first superuser as the only active one.
beforeEach(async () => {
  const { results } = (await app.admin.get(`${USERS}?page_size=200`)).body
  for (const user of results) if (user.is_superuser && user.id !== first) await app.admin.delete(`${USERS}${user.id}/`)
})

describe('the last active superuser', () => {
  it.each(LOSSES)('is protected: %s it is a conflict', async (_what, lose) => {
    const asleep = await superuser()
    await app.admin.post(`${USERS}${asleep.id}/deactivate/`)

    const answer = await lose(app.admin, first)

    expect(answer.status).toBe(409)
    expect(answer.body).toEqual(LAST)
    expect((await app.admin.get(`${USERS}${first}/`)).body).toMatchObject({ is_superuser: true, is_active: true })
  })

  it('keeps a password: forcing a reset is a conflict, setting one is not', async () => {
    const forced = await app.admin.post(`${USERS}${first}/reset_password/`, {})
    const again = await app.signIn(ADMIN.username, ADMIN.password)
    const other = await superuser()
    const withAnother = await other.post(`${USERS}${first}/reset_password/`, {})
    const onlyOne = await other.post(`${USERS}${other.id}/reset_password/`, {})
    const set = await other.post(`${USERS}${first}/reset_password/`, { new_password: ADMIN.password })
    app.admin = await app.signIn(ADMIN.username, ADMIN.password)

    expect([forced.status, forced.body]).toEqual([409, LAST])
    expect((await again.get('/api/auth/profile/')).status).toBe(401)
    expect([withAnother.status, onlyOne.status, onlyOne.body, set.status]).toEqual([200, 409, LAST, 200])
  })

  it('of two who force each other to reset at once, one keeps a password', async () => {
    const [a, b] = [await superuser(), await superuser()]
    await a.patch(`${USERS}${first}/`, { is_active: false })

    const answers = await Promise.all(
      [a, b].map((one, index) => one.post(`${USERS}${[b, a][index]!.id}/reset_password/`, {})),
    )
    const left = answers[0]!.status === 200 ? a : b
    await left.patch(`${USERS}${first}/`, { is_active: true })
    app.admin = await app.signIn(ADMIN.username, ADMIN.password)

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is the last one who can sign in: another without a password does not count', async () => {
    const other = await superuser()
    await app.admin.post(`${USERS}${other.id}/reset_password/`, {})

    const answers = await Promise.all(LOSSES.map(([, lose]) => lose(app.admin, first)))

    expect(answers.map(({ status, body }) => [status, body])).toEqual(LOSSES.map(() => [409, LAST]))
    expect((await app.admin.delete(`${USERS}${other.id}/`)).status).toBe(204)
  })

  it('can change everything else about their account', async () => {
    const answer = await app.admin.patch(`${USERS}${first}/`, {
      first_name: 'Root',
      is_active: true,
      is_superuser: true,
    })

    expect([answer.status, answer.body.first_name]).toEqual([200, 'Root'])
  })

  it.each(LOSSES)('can be given up when there is another: %s one of two succeeds', async (_what, lose) => {
    const other = await superuser()

    expect((await lose(app.admin, other.id)).status).toBeLessThan(300)
  })

  it.each(LOSSES)('remains when the last two are %s each other at once', async (_what, lose) => {
    const [a, b] = [await superuser(), await superuser()]
    expect((await a.patch(`${USERS}${first}/`, { is_superuser: false })).status).toBe(200)

    const answers = await Promise.all([lose(a, b.id), lose(b, a.id)])

    const winners = answers.filter(({ status }) => status < 300)
    expect(winners.length, answers.map(({ status }) => status).join()).toBe(1)
    expect(answers.find(({ status }) => status >= 300)!.status).toBeOneOf([401, 403, 409])
    const left = answers[0].status < 300 ? a : b
    expect((await left.get('/api/auth/profile/')).body.is_superuser).toBe(true)
    expect((await left.patch(`${USERS}${first}/`, { is_superuser: true })).status).toBe(200)
  })
})

describe('a plain administrator', () => {
  const target = async () => (await superuser()).id

  it.each([
    ['change', (id: number) => administrator.patch(`${USERS}${id}/`, { first_name: 'X' })],
    ['delete', (id: number) => administrator.delete(`${USERS}${id}/`)],
    ...['activate', 'deactivate', 'reset_password', 'generate_reset_code', 'verify_email', 'disable_mfa'].map(
      (action) => [action, (id: number) => administrator.post(`${USERS}${id}/${action}/`)] as const,
    ),
    [
      'give a password to',
      (id: number) => administrator.post(`${USERS}${id}/reset_password/`, { new_password: 'quite another one' }),
    ],
    [
      'grant to',
      (id: number) =>
        administrator.post(`${USERS}${id}/add_permissions/`, { permissions: ['controller.delete_connection'] }),
    ],
    [
      'revoke from',
      (id: number) =>
        administrator.post(`${USERS}${id}/remove_permissions/`, { permissions: ['controller.delete_connection'] }),
    ],
  ] as const)('cannot %s a superuser', async (_what, act) => {
    const id = await target()
    const before = (await app.admin.get(`${USERS}${id}/`)).body

    const answer = await act(id)

    expect([answer.status, answer.body]).toEqual([403, { detail: 'Only a superuser may manage a superuser.' }])
    expect((await app.admin.get(`${USERS}${id}/`)).body).toEqual(before)
  })

  it.each(LOSSES)('gets 403 rather than 409 for %s the last superuser', async (_what, lose) => {
    expect((await lose(administrator, first)).status).toBe(403)
  })

  it('cannot create or promote a superuser', async () => {
    const { id } = await app.userOf('administrator')
    const body = { username: `risen-${++made}`, email: `risen-${made}@example.net`, is_superuser: true }

    const created = await administrator.post(USERS, body)
    const promoted = await administrator.patch(`${USERS}${id}/`, { is_superuser: true })

    expect([created.status, promoted.status]).toEqual([403, 403])
    expect((await app.admin.get(`${USERS}?search=${body.username}`)).body.count).toBe(0)
    expect((await app.admin.get(`${USERS}${id}/`)).body.is_superuser).toBe(false)
  })

  it('may send is_superuser false for a user who is not one', async () => {
    const { id } = await app.userOf('viewer')
    const body = { username: `plain-${++made}`, email: `plain-${made}@example.net`, is_superuser: false }

    expect((await administrator.patch(`${USERS}${id}/`, { is_superuser: false, first_name: 'Y' })).status).toBe(200)
    expect((await administrator.post(USERS, body)).status).toBe(201)
  })

  it('can read superusers, in the list and one by one', async () => {
    expect((await administrator.get(`${USERS}${first}/`)).body.is_superuser).toBe(true)
    expect((await administrator.get(`${USERS}${first}/effective_permissions/`)).body.is_superuser).toBe(true)
  })
})

describe('a superuser', () => {
  it('promotes and demotes superusers, effective on their very next request', async () => {
    const other = await superuser()
    const third = await superuser()

    const before = (await other.patch(`${USERS}${third.id}/`, { first_name: 'Z' })).status
    await app.admin.patch(`${USERS}${other.id}/`, { is_superuser: false, groups: [] })
    const after = (await other.patch(`${USERS}${third.id}/`, { first_name: 'Z' })).status

    expect([before, after]).toEqual([200, 403])
  })
})
