import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TOTP } from 'otpauth'
import { type Slapd, slapdPath, startSlapd } from '../../testing/slapd.ts'
import { ADMIN, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const LOGIN = '/api/auth/ldap-login/'

it('answers 404 to a directory login unless it is enabled, whatever is sent', async () => {
  const app = await startTestApp()

  const bodies = [undefined, { username: 'alice', password: 'x' }, {}, { username: 1 }, '{', '[]', '', 'x'.repeat(1000)]
  const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'nonsense']
  for (const body of bodies) {
    for (const type of types) {
      const answer = await app.anonymous.post(LOGIN, body, { 'content-type': type })
      expect([answer.status, answer.body]).toEqual([404, { detail: 'Not found.' }])
    }
  }
  await app.stop()
})

describe.skipIf(slapdPath === undefined)('a directory login', () => {
  let slapd: Slapd
  let app: TestApp
  beforeAll(async () => {
    slapd = await startSlapd()
    app = await startTestApp({
      env: {
        LDAP_ENABLED: 'true',
        LDAP_URL: slapd.url,
        LDAP_STARTTLS: 'true',
        LDAP_CA_FILE: slapd.caFile,
        LDAP_BIND_DN: slapd.bindDn,
        LDAP_BIND_PASSWORD: slapd.bindPassword,
        LDAP_USER_BASE: slapd.userBase,
        LDAP_GROUP_BASE: slapd.groupBase,
        LDAP_GROUP_MAP: JSON.stringify({
          [slapd.groupDn('heddle-admins').toUpperCase()]: 'Administrators',
          [slapd.groupDn('heddle-viewers')]: ['Viewers'],
        }),
      },
    })
  })
  afterAll(async () => {
    await app.stop()
    await slapd.stop()
  })

  const signIn = (username: string, password = slapd.userPassword) => app.anonymous.post(LOGIN, { username, password })
  const bearer = (answer: { body: any }) => ({ authorization: `Bearer ${answer.body.access}` })
  const profile = async (answer: { body: any }) => (await app.anonymous.get('/api/auth/profile/', bearer(answer))).body

  async function newUser(uid: string, attributes = {}) {
    await slapd.addUser(uid, attributes)
    return uid
  }

  it('creates the account at the first login, with names and the default group', async () => {
    const uid = await newUser('first', { mail: 'first@example.test', givenName: 'First', sn: 'Timer' })

    const answer = await signIn(uid)

    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.user).toMatchObject({ username: 'first', is_admin: false, mfa_enabled: false })
    expect(await profile(answer)).toMatchObject({
      email: 'first@example.test',
      first_name: 'First',
      last_name: 'Timer',
      group_names: ['Editors'],
    })
  })

  it('updates names and groups at each login, and leaves groups assigned by hand', async () => {
    const uid = await newUser('mover', { givenName: 'Old' })
    const first = await signIn(uid)
    await slapd.modify(slapd.userDn(uid), { givenName: 'New' })
    await slapd.setMembers('heddle-admins', [slapd.userDn(uid)])
    const { body: groups } = await app.admin.get('/api/auth/groups/?search=Operators')
    await app.admin.post(`/api/auth/groups/${groups.results[0].id}/add_members/`, { user_ids: [first.body.user.id] })

    const promoted = await profile(await signIn(uid))
    await slapd.setMembers('heddle-admins', [slapd.userDn('bob')])
    const demoted = await signIn(uid)

    const { body: log } = await app.admin.get('/api/audit/logs/?action=user_update&username=mover&search=Groups')

    expect(promoted).toMatchObject({ first_name: 'New', group_names: ['Administrators', 'Operators'], is_admin: true })
    expect((await profile(demoted)).group_names).toEqual(['Editors', 'Operators'])
    expect(log.results[0].metadata).toEqual({
      groups_added: [expect.any(Number)],
      groups_removed: [expect.any(Number)],
    })
  })

  it('rejects wrong passwords, unknown names and filter injection with the same message', async () => {
    const answers = await Promise.all([
      signIn('alice', 'wrong'),
      signIn('nobody', 'x'),
      signIn('*', 'x'),
      signIn('alice)(uid=*', 'x'),
    ])

    for (const { status, body } of answers) {
      expect([status, body]).toEqual([401, { detail: 'No active account found with the given credentials' }])
    }
  })

  it('rejects the name of a local account, and reports the reason to administrators only', async () => {
    const uid = await newUser('taken')
    await app.admin.post('/api/auth/management/', {
      username: 'Taken',
      email: 'taken@example.org',
      password: ADMIN.password,
    })

    const answer = await signIn(uid)
    const { body } = await app.admin.get('/api/audit/login-attempts/?username=taken')

    expect([answer.status, answer.body]).toEqual([
      401,
      { detail: 'No active account found with the given credentials' },
    ])
    expect(body.results[0]).toMatchObject({ success: false, failure_reason: 'local_account_exists' })
    expect((await app.anonymous.post('/api/auth/login/', { username: 'taken', password: ADMIN.password })).status).toBe(
      200,
    )
  })

  it('does not take over an address that another account has', async () => {
    await app.admin.post('/api/auth/management/', {
      username: 'owner',
      email: 'shared@example.test',
      password: ADMIN.password,
    })
    const uid = await newUser('sharer', { mail: 'shared@example.test' })

    expect((await profile(await signIn(uid))).email).toBe('')
  })

  it('rejects a deactivated account even if the directory accepts it', async () => {
    const uid = await newUser('gone')
    const first = await signIn(uid)
    await app.admin.post(`/api/auth/management/${first.body.user.id}/deactivate/`)

    expect((await signIn(uid)).status).toBe(401)
    expect((await app.anonymous.get('/api/auth/profile/', bearer(first))).status).toBe(401)
  })

  it('gives the account no local password to log in with, change or reset', async () => {
    const uid = await newUser('outside', { mail: 'outside@example.test' })
    const first = await signIn(uid)
    const { id } = first.body.user

    const local = await app.anonymous.post('/api/auth/login/', { username: uid, password: slapd.userPassword })
    const change = await app.anonymous.post(
      '/api/auth/password/change/',
      { old_password: slapd.userPassword, new_password: 'a quite different loom' },
      bearer(first),
    )
    const reset = await app.admin.post(`/api/auth/management/${id}/reset_password/`, {
      new_password: 'a quite different loom',
    })
    const code = await app.admin.post(`/api/auth/management/${id}/generate_reset_code/`)

    expect(local.status).toBe(401)
    expect([change.status, Object.keys(change.body)]).toEqual([400, ['old_password']])
    expect([reset.status, reset.body.code]).toEqual([409, 'directory_account'])
    expect([code.status, code.body.code]).toEqual([409, 'directory_account'])
  })

  it('supports a second factor, which the directory password disables again', async () => {
    const uid = await newUser('factor')
    const first = await signIn(uid)
    const { body } = await app.anonymous.post('/api/auth/mfa/setup/', {}, bearer(first))
    const totp = new TOTP({ secret: body.secret })
    await app.anonymous.post('/api/auth/mfa/verify/', { code: totp.generate() }, bearer(first))

    const second = await signIn(uid)
    const setups = [{}, { password: 'not it' }, { password: slapd.userPassword }].map((own) =>
      app.anonymous.post('/api/auth/mfa/setup/', own, bearer(first)),
    )
    expect((await Promise.all(setups)).map(({ status }) => status)).toEqual([400, 400, 200])
    const wrong = await app.anonymous.post('/api/auth/mfa/disable/', { password: 'not it' }, bearer(first))
    const right = await app.anonymous.post('/api/auth/mfa/disable/', { password: slapd.userPassword }, bearer(first))

    expect([second.status, Object.keys(second.body).sort()]).toEqual([202, ['mfa_required', 'mfa_token']])
    expect([wrong.status, right.status]).toEqual([400, 200])
  })

  it('rejects an empty password without asking the directory', async () => {
    const answer = await app.anonymous.post(LOGIN, { username: 'alice', password: '' })

    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['password']])
  })

  it('creates one account when two first logins arrive at once', async () => {
    const uid = await newUser('twin')

    const answers = await Promise.all([signIn(uid), signIn(uid), signIn(uid)])

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1)
  })

  it('locks out a directory name like any other', async () => {
    const uid = await newUser('guessed')
    const statuses: number[] = []
    for (let i = 0; i < 11; i += 1) statuses.push((await signIn(uid, `guess ${i}`)).status)

    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
    expect((await signIn(uid)).status).toBe(429)
  })

  it.each([
    ['before', false],
    ['after', true],
  ])('counts all spellings of a name on one entry, %s its first login', async (when, hasAccount) => {
    const uid = await newUser(`speller-${when}`)
    if (hasAccount) expect((await signIn(uid)).status).toBe(200)
    const spellings = [uid, ` ${uid}`, `${uid}  `, uid.toUpperCase(), `  ${uid} `]

    const statuses: number[] = []
    for (let i = 0; i < 14; i += 1) statuses.push((await signIn(spellings[i % spellings.length]!, `guess ${i}`)).status)
    const right = await Promise.all(spellings.map((spelling) => signIn(spelling)))

    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)])
    expect(right.map(({ status }) => status)).toEqual(spellings.map(() => 429))
  })

  it('answers 503 while the directory is unreachable, without counting a failed attempt', async () => {
    const other = await startTestApp({
      env: {
        LDAP_ENABLED: 'true',
        LDAP_URL: 'ldap://127.0.0.1:1',
        LDAP_USER_BASE: slapd.userBase,
        LOGIN_LOCKOUT_FAILURES: '2',
      },
    })

    const statuses: number[] = []
    for (let i = 0; i < 4; i += 1)
      statuses.push((await other.anonymous.post(LOGIN, { username: 'alice', password: 'x' })).status)
    const { body } = await other.admin.get('/api/audit/login-attempts/?username=alice')
    await other.stop()

    expect(statuses).toEqual([503, 503, 503, 503])
    expect(body.results[0].failure_reason).toBe('directory_unavailable')
  })
})
