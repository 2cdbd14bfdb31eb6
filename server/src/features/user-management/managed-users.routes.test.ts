import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let administrator: Client
let groupIds: Readonly<Record<string, number>>
beforeAll(async () => {
  app = await startTestApp()
  administrator = await app.userOf('administrator')
  const { results } = (await app.admin.get('/api/auth/groups/')).body
  groupIds = Object.fromEntries(results.map(({ name, id }: { name: string; id: number }) => [name, id]))
})
afterAll(() => app.stop())

const USERS = '/api/auth/management/'
const PASSWORD = ADMIN.password
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)

let made = 0
const fresh = (body: object = {}) => {
  const username = `user-${++made}`
  return { username, email: `${username}@example.net`, ...body }
}
const make = async (body: object = {}) => {
  const answer = await administrator.post(USERS, fresh(body))
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const signIn = (username: string, password = PASSWORD) => app.anonymous.post('/api/auth/login/', { username, password })

describe('creating a user', () => {
  it('stores every field and shows no password', async () => {
    const groups = [groupIds.Viewers, groupIds.Operators].sort()
    const body = fresh({
      password: PASSWORD,
      first_name: 'Ada',
      last_name: 'Byron',
      is_active: true,
      groups,
      is_superuser: true,
    })
    const answer = await app.admin.post(USERS, body)

    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(Number),
      username: body.username,
      email: body.email,
      first_name: 'Ada',
      last_name: 'Byron',
      group_names: ['Operators', 'Viewers'],
      groups,
      permissions: [],
      auth_source: 'local',
      scim: null,
      is_active: true,
      is_admin: true,
      is_superuser: true,
      email_verified: false,
      mfa_enabled: false,
      query_count: 0,
      favorite_count: 0,
      date_joined: TIMESTAMP,
      last_login: null,
      preferences: {
        timezone: 'UTC',
        date_format: 'YYYY-MM-DD',
        time_format: '24h',
        theme: 'system',
        class_browser_sections: {},
      },
      updated_at: TIMESTAMP,
    })
    expect((await app.admin.get(`${USERS}${answer.body.id}/`)).body).toEqual(answer.body)
    expect((await signIn(body.username)).status).toBe(200)
  })

  it('adds a user without `groups` to the default group, and one with an empty list to none', async () => {
    const [byDefault, alone] = [await make(), await make({ groups: [] })]

    expect(byDefault.group_names).toEqual(['Editors'])
    expect(alone.group_names).toEqual([])
  })

  it('does not let a user sign in who is created inactive', async () => {
    const { username, is_active } = await make({ password: PASSWORD, is_active: false })

    expect(is_active).toBe(false)
    expect((await signIn(username)).status).toBe(401)
  })

  it('does not let a user without a password sign in', async () => {
    const { username } = await make()

    for (const password of ['', ' ', username, PASSWORD, 'null'])
      expect((await signIn(username, password)).status).not.toBe(200)
  })

  it.each(['username', 'email'] as const)('rejects a %s that differs in letter case only', async (field) => {
    const other = await make()

    const answer = await administrator.post(USERS, fresh({ [field]: other[field].toUpperCase() }))

    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ [field]: [expect.any(String)] })
  })

  it('lists a weak password, unknown groups, a taken name and a taken address together', async () => {
    const { username, email } = await make()

    const answer = await administrator.post(USERS, { username, email, password: 'short', groups: [999_998, 999_999] })

    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      username: [expect.any(String)],
      email: [expect.any(String)],
      password: ['Expected at least 10 characters, got 5.', expect.stringContaining('common')],
      groups: ['Group 999998 does not exist.', 'Group 999999 does not exist.'],
    })
  })

  it('creates one user when two with the same name arrive at once', async () => {
    const body = fresh()

    const answers = await Promise.all([
      administrator.post(USERS, body),
      administrator.post(USERS, { ...body, email: 'else@example.net' }),
    ])

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
    expect(answers.find(({ status }) => status === 400)!.body).toEqual({ username: ['This username is taken.'] })
  })

  it.each([
    ['the username', (body: { username: string }) => body.username],
    ['the address', (body: { email: string }) => body.email.toUpperCase()],
    ['a common one', () => 'password123'],
    ['one character', () => 'aaaaaaaaaaaaaaa'],
    ['nine characters', () => 'kX9#mQ2!z'],
  ])('rejects a password that is %s', async (_what, passwordOf) => {
    const body = fresh({ username: `somebody-else-${++made}` })

    const answer = await administrator.post(USERS, { ...body, password: passwordOf(body) })

    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body)).toEqual(['password'])
  })

  it('lists every field that is missing or of the wrong kind', async () => {
    const missing = await administrator.post(USERS, {})
    const wrong = await administrator.post(USERS, {
      username: 'two words',
      email: 'nowhere',
      password: 5,
      first_name: null,
      last_name: [],
      is_active: 'yes',
      groups: [0, 'Editors'],
      is_superuser: 1,
    })

    expect(missing.body).toEqual({ username: ['This field is required.'], email: ['This field is required.'] })
    expect([missing.status, wrong.status]).toEqual([400, 400])
    expect(Object.keys(wrong.body).sort()).toEqual(
      [
        'username',
        'email',
        'password',
        'first_name',
        'last_name',
        'is_active',
        'groups.0',
        'groups.1',
        'is_superuser',
      ].sort(),
    )
  })

  it('logs who created whom, without the password', async () => {
    const { id } = await make({ password: 'a very particular secret' })

    const { results } = (await app.admin.get('/api/audit/logs/?action=user_create')).body
    const entry = results.find(({ target_id }: { target_id: string }) => target_id === String(id))
    const detail = await app.admin.get(`/api/audit/logs/${entry.id}/`)

    expect(entry).toMatchObject({
      category: 'user_management',
      username: expect.stringContaining('administrator'),
      target_type: 'user',
    })
    expect(detail.text).not.toContain('a very particular secret')
    expect(app.log()).not.toContain('a very particular secret')
  })
})

describe('the list', () => {
  const names = async (query: string) => {
    const answer = await administrator.get(`${USERS}${query}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.results.map(({ username }: { username: string }) => username)
  }

  it('comes in pages that do not overlap', async () => {
    for (let i = 0; i < 5; i++) await make({ last_name: 'Pagewise' })

    const first = (await administrator.get(`${USERS}?search=pagewise&page_size=2`)).body
    const second = (await administrator.get(first.next)).body
    const third = (await administrator.get(second.next)).body
    const pages = [first, second, third]

    expect(pages.map(({ count, results }) => [count, results.length])).toEqual([
      [5, 2],
      [5, 2],
      [5, 1],
    ])
    expect([first.previous, third.next]).toEqual([null, null])
    expect(new Set(pages.flatMap(({ results }) => results.map(({ id }: { id: number }) => id))).size).toBe(5)
    expect((await administrator.get(`${USERS}?search=pagewise&page_size=2&page=4`)).status).toBe(404)
  })

  it('filters by activity and by group', async () => {
    const group = (await app.admin.post('/api/auth/groups/', { name: 'Night shift' })).body.id
    const awake = await make({ groups: [group] })
    const asleep = await make({ groups: [group, groupIds.Viewers], is_active: false })

    expect(await names(`?group=${group}`)).toEqual([awake.username, asleep.username])
    expect(await names(`?group=${group}&is_active=true`)).toEqual([awake.username])
    expect(await names(`?group=${group}&is_active=false`)).toEqual([asleep.username])
    expect(await names('?group=999999')).toEqual([])
  })

  it('filters by who holds a permission: directly, through a group, or as a superuser', async () => {
    const permission = 'history.capture_snapshot'
    const [none, direct] = [await make({ groups: [] }), await make({ groups: [] })]
    const boss = (await app.admin.post(USERS, fresh({ groups: [], is_superuser: true }))).body
    const member = await make({ groups: [groupIds.Editors] })
    await administrator.post(`${USERS}${direct.id}/add_permissions/`, { permissions: [permission] })
    const idsFor = async (query: string) =>
      (await administrator.get(`${USERS}?page_size=200&${query}`)).body.results.map((row: { id: number }) => row.id)

    const holders = await idsFor(`permission=${permission}`)

    expect(holders).toEqual(expect.arrayContaining([direct.id, member.id, boss.id]))
    expect(holders).not.toContain(none.id)
    expect(await idsFor(`permission=${permission}&is_superuser=false`)).not.toContain(boss.id)
    expect(await idsFor('is_superuser=true')).toContain(boss.id)
    expect(await idsFor('permission=no.such_permission&is_superuser=false')).toEqual([])
  })

  it('searches username, address and names, taking wildcards as text', async () => {
    const { username } = await make({ first_name: 'Grace', last_name: 'Hopper_%', email: 'amazing@navy.example' })

    for (const term of ['gRACE', 'hopper_', 'amazing@', username])
      expect(await names(`?search=${term}`)).toContain(username)
    expect(await names('?search=Hopp%25r')).toEqual([])
  })

  it('sorts by the requested fields, and by username otherwise', async () => {
    await make({ username: 'zz-order', email: 'a-order@example.net', last_name: 'Orderly' })
    await make({ username: 'aa-order', email: 'z-order@example.net', last_name: 'Orderly' })

    expect(await names('?search=orderly')).toEqual(['aa-order', 'zz-order'])
    expect(await names('?search=orderly&ordering=email')).toEqual(['zz-order', 'aa-order'])
    for (const ordering of ['-username', '-email,username', 'id', 'date_joined', '-last_login,id'])
      expect((await names(`?search=orderly&ordering=${ordering}`)).length).toBe(2)
    expect(await names('?search=orderly&ordering=-username')).toEqual(['zz-order', 'aa-order'])
  })

  it('lists all invalid query parameters', async () => {
    const answer = await administrator.get(`${USERS}?is_active=perhaps&group=mine&page=0&page_size=few`)

    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).sort()).toEqual(['group', 'is_active', 'page', 'page_size'])
  })

  it.each(['ordering=password', 'group=99999999999', 'group=-1', 'search=%00'])(
    'answers ?%s without a server error',
    async (query) => {
      expect((await administrator.get(`${USERS}?${query}`)).status).toBeLessThan(500)
    },
  )
})

describe('changing a user', () => {
  it('changes the fields sent, ignores read-only ones and keeps the rest', async () => {
    const user = await make({ first_name: 'Old', last_name: 'Kept', groups: [groupIds.Viewers] })
    const readOnly = {
      id: 1,
      username: 'other',
      password: PASSWORD,
      permissions: ['controller.delete_connection'],
      mfa_enabled: true,
      email_verified: true,
    }

    const answer = await administrator.patch(`${USERS}${user.id}/`, {
      first_name: 'New',
      groups: [groupIds.Editors],
      ...readOnly,
    })

    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      ...user,
      updated_at: TIMESTAMP,
      first_name: 'New',
      groups: [groupIds.Editors],
      group_names: ['Editors'],
    })
    expect((await signIn(user.username)).status).toBe(401)
  })

  it('marks a new address as unverified, but not one that differs only in letter case', async () => {
    const { id, email } = await make()
    await administrator.post(`${USERS}${id}/verify_email/`)

    const sameAddress = (await administrator.patch(`${USERS}${id}/`, { email: email.toUpperCase() })).body
    const newAddress = (await administrator.patch(`${USERS}${id}/`, { email: `new-${email}` })).body

    expect(sameAddress).toMatchObject({ email: email.toUpperCase(), email_verified: true })
    expect(newAddress).toMatchObject({ email: `new-${email}`, email_verified: false })
  })

  it('rejects a taken address and unknown groups, and then changes nothing', async () => {
    const [user, other] = [await make(), await make()]

    const taken = await administrator.patch(`${USERS}${user.id}/`, {
      email: other.email.toUpperCase(),
      first_name: 'X',
    })
    const unknown = await administrator.patch(`${USERS}${user.id}/`, { groups: [999_999], first_name: 'X' })

    expect([taken.status, taken.body]).toEqual([400, { email: [expect.any(String)] }])
    expect([unknown.status, unknown.body]).toEqual([400, { groups: ['Group 999999 does not exist.'] }])
    expect((await administrator.get(`${USERS}${user.id}/`)).body).toEqual(user)
  })

  it('refuses a version that somebody else has changed, memberships included', async () => {
    const { id } = await make()
    const path = `${USERS}${id}/`
    const tag = async () => ({ 'if-match': (await administrator.get(path)).headers.get('etag')! })
    const read = await tag()

    const first = await administrator.patch(path, { first_name: 'Ada' }, read)
    const stale = await administrator.patch(path, { first_name: 'Eva' }, read)
    const beforeJoining = await tag()
    await administrator.post(`/api/auth/groups/${groupIds.Viewers}/add_members/`, { user_ids: [id] })
    const joined = await administrator.patch(path, { groups: [] }, beforeJoining)

    expect([first.status, stale.status, joined.status]).toEqual([200, 412, 412])
    expect((await administrator.get(path)).body).toMatchObject({
      first_name: 'Ada',
      group_names: expect.arrayContaining(['Viewers']),
    })
  })

  it('is no other version because its user chose another theme', async () => {
    const user = await app.userOf('viewer')
    const path = `${USERS}${user.id}/`
    const etag = (await administrator.get(path)).headers.get('etag')!

    await user.patch('/api/auth/preferences/', { theme: 'dark' })

    expect((await administrator.patch(path, { last_name: 'Byron' }, { 'if-match': etag })).status).toBe(200)
  })

  it('takes effect on the very next request of the user', async () => {
    const { username, id } = await make({ password: PASSWORD, groups: [groupIds.Viewers] })
    const user = await app.signIn(username, PASSWORD)
    const before = (await user.get(USERS)).status

    await administrator.patch(`${USERS}${id}/`, { groups: [groupIds.Administrators] })
    const after = (await user.get(USERS)).status

    expect([before, after]).toEqual([403, 200])
  })
})

describe('access', () => {
  const ONE = [
    '',
    'reset_password/',
    'generate_reset_code/',
    'verify_email/',
    'disable_mfa/',
    'activate/',
    'deactivate/',
  ]
  const ACTIONS = [...ONE, 'add_permissions/', 'remove_permissions/']

  it.each(['operator', 'editor', 'viewer', undefined] as const)(
    'is denied to %s before body and object are checked',
    async (role) => {
      const user = await app.userOf(role)

      const answers = [
        await user.get(USERS),
        await user.post(USERS, { email: 5 }),
        await user.get(`${USERS}nonsense/`),
        await user.patch(`${USERS}999999/`, []),
        await user.delete(`${USERS}999999/`),
        await user.get(`${USERS}999999/effective_permissions/`),
        ...(await Promise.all(ACTIONS.slice(1).map((action) => user.post(`${USERS}999999/${action}`, '{"broken')))),
      ]

      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
    },
  )

  it('requires a token', async () => {
    expect((await app.anonymous.get(USERS)).status).toBe(401)
    expect((await app.anonymous.post(USERS, {})).status).toBe(401)
  })

  it.each(['999999', '0', '-1', 'abc', '1.5', '99999999999999999999', '1%00'])(
    'answers 404 for the user %s',
    async (id) => {
      const permissions = { permissions: ['controller.delete_connection'] }
      const answers = [
        await administrator.get(`${USERS}${id}/`),
        await administrator.patch(`${USERS}${id}/`, {}),
        await administrator.delete(`${USERS}${id}/`),
        await administrator.get(`${USERS}${id}/effective_permissions/`),
        ...(await Promise.all(
          ACTIONS.slice(1).map((action) => administrator.post(`${USERS}${id}/${action}`, permissions)),
        )),
      ]

      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
      for (const { body } of answers) expect(body).toEqual({ detail: expect.any(String) })
    },
  )
})
