import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { type ControllerSimulator, startController } from '@heddle/simulators/controller/start-controller.ts'
import type { AuditAction } from '@heddle/domain/audit/actions.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Slapd, slapdPath, startSlapd } from '../testing/slapd.ts'
import { addSmallFabric } from '../testing/small-fabric.ts'
import { startSmtpServer, type TestSmtpServer } from '../testing/smtp-server.ts'
import { type Answer, type Client, startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { listRoutes } from './describe-access.ts'

type Person = { readonly username: string; readonly id: number | null }
/** A successful call, and what the log has to say of it. */
type Called = { readonly answer: Answer; readonly action: AuditAction; readonly by: Person; readonly target: string | number | null }
type Scenario = () => Promise<Called>

const ADDRESS = '198.51.100.7'
/** From an address of its own, so that an entry shows whether it is the caller's. */
const FROM = { 'x-forwarded-for': ADDRESS }
const CONTROLLER_PASSWORD = DEFAULT_PASSWORD

let app: TestApp
let smtp: TestSmtpServer
let slapd: Slapd | undefined
let controller: ControllerSimulator
let admin: Client & Person
beforeAll(async () => {
  smtp = await startSmtpServer()
  controller = await startController()
  addSmallFabric(controller.store)
  slapd = slapdPath === undefined ? undefined : await startSlapd()
  app = await startTestApp({ env: { SMTP_URL: smtp.url, TRUST_PROXY: 'true', LOG_LEVEL: 'trace', ...directoryEnv() } })
  admin = { ...app.admin, username: 'admin' }
})
afterAll(async () => {
  await app.stop()
  await slapd?.stop()
  await controller.close()
  await smtp.stop()
})

const directoryEnv = (): Record<string, string> =>
  slapd
    ? {
        LDAP_ENABLED: 'true',
        LDAP_URL: slapd.url,
        LDAP_STARTTLS: 'true',
        LDAP_CA_FILE: slapd.caFile,
        LDAP_BIND_DN: slapd.bindDn,
        LDAP_BIND_PASSWORD: hush(slapd.bindPassword),
        LDAP_USER_BASE: slapd.userBase,
      }
    : {}

/** Everything that must turn up neither in the log nor in the database. */
const secrets = new Set<string>()
let made = 0
function hush<Text extends string>(secret: Text): Text {
  secrets.add(secret)
  return secret
}
const newPassword = (): string => hush(`walk-secret-${++made}-of-the-tests`)

type User = Client & { username: string; id: number; email: string; password: string; refresh: string }
async function newUser(): Promise<User> {
  const [username, password] = [`walker-${++made}`, newPassword()]
  const email = `${username}@example.org`
  await expectOk(app.admin.post('/api/auth/management/', { username, email, password, groups: await groupIds('Operators') }))
  const client = await app.signIn(username, password)
  hush(client.access)
  hush(client.refresh)
  return { ...client, username, email, password }
}

async function newUserWithFactor(): Promise<User & { secret: string; backupCodes: string[] }> {
  const user = await newUser()
  const { secret } = (await expectOk(user.post('/api/auth/mfa/setup/'))).body
  const { body } = await expectOk(user.post('/api/auth/mfa/verify/', { code: codeOf(secret) }))
  return { ...user, secret: hush(secret), backupCodes: body.backup_codes.map(hush) }
}
const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

async function expectOk(sent: Promise<Answer>): Promise<Answer> {
  const answer = await sent
  expect(answer.status, answer.text).toBeLessThan(400)
  return answer
}
async function groupIds(name: string): Promise<number[]> {
  const { body } = await app.admin.get(`/api/auth/groups/?search=${name}`)
  return body.results.map(({ id }: { id: number }) => id)
}
async function mailedToken(address: string): Promise<string> {
  for (;;) {
    const mail = await smtp.nextMail()
    const link = /https?:\/\/\S+token=\S+/.exec(mail.text)?.[0]
    if (!mail.to.includes(address) || !link) continue
    const token = new URL(link).searchParams.get('token')!
    hush(token.split(':').at(-1)!)
    return token
  }
}

/** A call by a signed-in user about the own account. */
const own =
  (action: AuditAction, call: (user: User) => Promise<Answer>, { target = true } = {}): Scenario =>
  async () => {
    const user = await newUser()
    return { answer: await call(user), action, by: user, target: target ? user.id : null }
  }

/** A call by the administrator about another account. */
const managed =
  (action: AuditAction, call: (user: User) => Promise<Answer>): Scenario =>
  async () => {
    const user = await newUser()
    return { answer: await call(user), action, by: admin, target: user.id }
  }
const manage = (action: AuditAction, path: string, bodyOf: () => object | undefined = () => undefined): Scenario =>
  managed(action, ({ id }) => admin.post(`/api/auth/management/${id}/${path}/`, bodyOf(), FROM))

async function newGroup(): Promise<number> {
  return (await expectOk(app.admin.post('/api/auth/groups/', { name: `group ${++made}` }))).body.id
}
const grouped =
  (action: AuditAction, call: (id: number) => Promise<Answer>): Scenario =>
  async () => {
    const id = await newGroup()
    return { answer: await call(id), action, by: admin, target: id }
  }

/** A call about something that is made first; the target is what the answer names, when it makes something new. */
const about =
  <Id extends string | number>(
    make: () => Promise<Id>,
    action: AuditAction,
    call: (id: Id) => Promise<Answer>,
    targetOf?: (answer: Answer) => Id,
  ): Scenario =>
  async () => {
    const id = await make()
    const answer = await call(id)
    return { answer, action, by: admin, target: targetOf ? targetOf(answer) : id }
  }
const idOf = ({ body }: Answer) => body.id
const nothing = async (): Promise<string> => ''

const USERS = '/api/auth/management/'
const GROUPS = '/api/auth/groups/'
const CONNECTIONS = '/api/controller/connections/'
const CATEGORIES = '/api/queries/categories/'
const QUERIES = '/api/queries/saved-queries/'

const account = () => ({ name: `lab ${++made}`, host: controller.url, username: 'admin', password: hush(CONTROLLER_PASSWORD) })
const newConnection = async (): Promise<string> => idOf(await expectOk(app.admin.post(CONNECTIONS, account())))
const newCategory = async (): Promise<number> => idOf(await expectOk(app.admin.post(CATEGORIES, { name: `category ${++made}` })))
const drawing = async () => ({
  name: `query ${++made}`,
  controller_connection: await newConnection(),
  nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name'] }],
  edges: [],
})
const newQuery = async (): Promise<string> => idOf(await expectOk(app.admin.post(QUERIES, await drawing())))
const newRun = async (): Promise<string> => (await expectOk(app.admin.post(`${QUERIES}${await newQuery()}/execute/`))).body.execution_id

/** Every route that changes something, and those GET routes that leave an entry. */
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/auth/login/': own('user_login', async ({ username, password }) => {
    const answer = await app.anonymous.post('/api/auth/login/', { username, password }, FROM)
    hush(answer.body.access)
    return answer
  }),
  'POST /api/auth/ldap-login/': async () => {
    const credentials = { username: 'bob', password: hush(slapd!.userPassword) }
    const answer = await app.anonymous.post('/api/auth/ldap-login/', credentials, FROM)
    const id = answer.body.user?.id
    return { answer, action: 'user_login', by: { username: 'bob', id }, target: id }
  },
  'POST /api/auth/mfa-login/': async () => {
    const user = await newUserWithFactor()
    const { body } = await app.anonymous.post('/api/auth/login/', { username: user.username, password: user.password })
    const sent = { mfa_token: hush(body.mfa_token as string), code: user.backupCodes[0] }
    return { answer: await app.anonymous.post('/api/auth/mfa-login/', sent, FROM), action: 'user_login', by: user, target: user.id }
  },
  'POST /api/auth/token/refresh/': own('token_refresh', async ({ refresh }) => {
    const answer = await app.anonymous.post('/api/auth/token/refresh/', { refresh }, FROM)
    hush(answer.body.access)
    return answer
  }),
  'POST /api/auth/mfa/setup/': own('mfa_setup', async (user) => {
    const answer = await user.post('/api/auth/mfa/setup/', undefined, FROM)
    hush(answer.body.secret)
    return answer
  }),
  'POST /api/auth/mfa/verify/': own('mfa_enable', async (user) => {
    const { secret } = (await user.post('/api/auth/mfa/setup/')).body
    return user.post('/api/auth/mfa/verify/', { code: codeOf(hush(secret)) }, FROM)
  }),
  'POST /api/auth/mfa/backup-codes/': async () => {
    const user = await newUserWithFactor()
    const answer = await user.post('/api/auth/mfa/backup-codes/', { password: user.password }, FROM)
    answer.body.backup_codes?.forEach(hush)
    return { answer, action: 'backup_codes_regenerate', by: user, target: user.id }
  },
  'POST /api/auth/mfa/disable/': async () => {
    const user = await newUserWithFactor()
    const answer = await user.post('/api/auth/mfa/disable/', { password: user.password }, FROM)
    return { answer, action: 'mfa_disable', by: user, target: user.id }
  },
  'POST /api/auth/password/change/': own('password_change', (user) =>
    user.post('/api/auth/password/change/', { old_password: user.password, new_password: newPassword() }, FROM),
  ),
  'POST /api/auth/password-reset/': async () => {
    const { email } = await newUser()
    const answer = await app.anonymous.post('/api/auth/password-reset/', { email }, FROM)
    await mailedToken(email)
    return { answer, action: 'password_reset_request', by: { username: email, id: null }, target: null }
  },
  'POST /api/auth/password-reset/confirm/': async () => {
    const user = await newUser()
    await app.anonymous.post('/api/auth/password-reset/', { email: user.email })
    const body = { token: await mailedToken(user.email), new_password: newPassword() }
    const answer = await app.anonymous.post('/api/auth/password-reset/confirm/', body, FROM)
    return { answer, action: 'password_reset', by: user, target: user.id }
  },
  'POST /api/auth/email/send-verification/': own('email_verification_send', async (user) => {
    const answer = await user.post('/api/auth/email/send-verification/', undefined, FROM)
    await mailedToken(user.email)
    return answer
  }),
  'GET /api/auth/email/verify/': own('email_verify', async (user) => {
    await user.post('/api/auth/email/send-verification/')
    return app.anonymous.get(`/api/auth/email/verify/?token=${await mailedToken(user.email)}`, FROM)
  }),
  'PATCH /api/auth/profile/': own('profile_update', (user) => user.patch('/api/auth/profile/', { first_name: 'Ada' }, FROM)),
  'PATCH /api/auth/preferences/': own('preferences_update', (user) => user.patch('/api/auth/preferences/', { theme: 'dark' }, FROM)),
  'POST /api/auth/session-timeout/': own('session_timeout_change', (user) =>
    user.post('/api/auth/session-timeout/', { minutes: 30 }, FROM),
  ),
  'POST /api/ws-ticket/': own(
    'ticket_issue',
    async (user) => {
      const answer = await user.post('/api/ws-ticket/', undefined, FROM)
      hush(answer.body.ticket)
      return answer
    },
    { target: false },
  ),

  'POST /api/auth/management/': about(
    nothing,
    'user_create',
    () => admin.post(USERS, { username: `new-${++made}`, email: `new-${made}@example.org`, password: newPassword() }, FROM),
    idOf,
  ),
  'PATCH /api/auth/management/:id/': managed('user_update', ({ id }) => admin.patch(`${USERS}${id}/`, { last_name: 'Byron' }, FROM)),
  'DELETE /api/auth/management/:id/': managed('user_delete', ({ id }) => admin.delete(`${USERS}${id}/`, FROM)),
  'POST /api/auth/management/:id/reset_password/': manage('user_password_reset', 'reset_password', () => ({ new_password: newPassword() })),
  'POST /api/auth/management/:id/generate_reset_code/': managed('reset_code_generate', async ({ id }) => {
    const answer = await admin.post(`${USERS}${id}/generate_reset_code/`, undefined, FROM)
    hush(answer.body.code)
    return answer
  }),
  'POST /api/auth/management/:id/verify_email/': manage('user_email_verify', 'verify_email'),
  'POST /api/auth/management/:id/disable_mfa/': manage('user_mfa_disable', 'disable_mfa'),
  'POST /api/auth/management/:id/activate/': manage('user_activate', 'activate'),
  'POST /api/auth/management/:id/deactivate/': manage('user_deactivate', 'deactivate'),
  'POST /api/auth/management/:id/add_permissions/': manage('permissions_add', 'add_permissions', () => ({
    permissions: ['users.view_user'],
  })),
  'POST /api/auth/management/:id/remove_permissions/': manage('permissions_remove', 'remove_permissions', () => ({
    permissions: ['users.view_user'],
  })),

  'POST /api/auth/groups/': about(nothing, 'group_create', () => admin.post(GROUPS, { name: `group ${++made}` }, FROM), idOf),
  'PATCH /api/auth/groups/:id/': grouped('group_update', (id) => admin.patch(`${GROUPS}${id}/`, { name: `group ${++made}` }, FROM)),
  'DELETE /api/auth/groups/:id/': grouped('group_delete', (id) => admin.delete(`${GROUPS}${id}/`, FROM)),
  'POST /api/auth/groups/:id/clone/': about(
    newGroup,
    'group_clone',
    (id) => admin.post(`${GROUPS}${id}/clone/`, { name: `group ${++made}` }, FROM),
    idOf,
  ),
  'POST /api/auth/groups/:id/add_members/': grouped('members_add', async (id) =>
    admin.post(`${GROUPS}${id}/add_members/`, { user_ids: [(await newUser()).id] }, FROM),
  ),
  'POST /api/auth/groups/:id/remove_members/': grouped('members_remove', async (id) => {
    const members = { user_ids: [(await newUser()).id] }
    await expectOk(admin.post(`${GROUPS}${id}/add_members/`, members))
    return admin.post(`${GROUPS}${id}/remove_members/`, members, FROM)
  }),

  'POST /api/controller/connections/': about(nothing, 'connection_create', () => admin.post(CONNECTIONS, account(), FROM), idOf),
  'PUT /api/controller/connections/:id/': about(newConnection, 'connection_update', (id) =>
    admin.put(`${CONNECTIONS}${id}/`, { ...account(), password: newPassword() }, FROM),
  ),
  'PATCH /api/controller/connections/:id/': about(newConnection, 'connection_update', (id) =>
    admin.patch(`${CONNECTIONS}${id}/`, { password: newPassword() }, FROM),
  ),
  'DELETE /api/controller/connections/:id/': about(newConnection, 'connection_delete', (id) => admin.delete(`${CONNECTIONS}${id}/`, FROM)),
  'POST /api/controller/connections/:id/test_connection/': about(newConnection, 'connection_test', (id) =>
    admin.post(`${CONNECTIONS}${id}/test_connection/`, undefined, FROM),
  ),
  'POST /api/controller/connections/:id/set_default/': about(newConnection, 'connection_set_default', (id) =>
    admin.post(`${CONNECTIONS}${id}/set_default/`, undefined, FROM),
  ),

  'POST /api/queries/categories/': about(
    nothing,
    'category_create',
    () => admin.post(CATEGORIES, { name: `category ${++made}` }, FROM),
    idOf,
  ),
  'PUT /api/queries/categories/:id/': about(newCategory, 'category_update', (id) =>
    admin.put(`${CATEGORIES}${id}/`, { name: `category ${++made}` }, FROM),
  ),
  'PATCH /api/queries/categories/:id/': about(newCategory, 'category_update', (id) =>
    admin.patch(`${CATEGORIES}${id}/`, { name: `category ${++made}` }, FROM),
  ),
  'DELETE /api/queries/categories/:id/': about(newCategory, 'category_delete', (id) => admin.delete(`${CATEGORIES}${id}/`, FROM)),

  'POST /api/queries/saved-queries/': about(nothing, 'query_create', async () => admin.post(QUERIES, await drawing(), FROM), idOf),
  'PUT /api/queries/saved-queries/:id/': about(newQuery, 'query_update', async (id) =>
    admin.put(`${QUERIES}${id}/`, await drawing(), FROM),
  ),
  'PATCH /api/queries/saved-queries/:id/': about(newQuery, 'query_update', (id) =>
    admin.patch(`${QUERIES}${id}/`, { description: 'other' }, FROM),
  ),
  'DELETE /api/queries/saved-queries/:id/': about(newQuery, 'query_delete', (id) => admin.delete(`${QUERIES}${id}/`, FROM)),
  'POST /api/queries/saved-queries/:id/favorite/': about(newQuery, 'favorite_add', (id) =>
    admin.post(`${QUERIES}${id}/favorite/`, undefined, FROM),
  ),
  'POST /api/queries/saved-queries/:id/unfavorite/': about(newQuery, 'favorite_remove', (id) =>
    admin.post(`${QUERIES}${id}/unfavorite/`, undefined, FROM),
  ),
  'POST /api/queries/saved-queries/:id/duplicate/': about(
    newQuery,
    'query_duplicate',
    (id) => admin.post(`${QUERIES}${id}/duplicate/`, {}, FROM),
    idOf,
  ),
  'POST /api/queries/saved-queries/:id/versions/:version/restore/': about(newQuery, 'query_restore', async (id) => {
    await expectOk(admin.patch(`${QUERIES}${id}/`, { nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name', 'mtu'] }] }))
    return admin.post(`${QUERIES}${id}/versions/1/restore/`, undefined, FROM)
  }),
  'POST /api/queries/saved-queries/:id/execute/': about(
    newQuery,
    'query_run',
    (id) => admin.post(`${QUERIES}${id}/execute/`, {}, FROM),
    ({ body }) => body.execution_id,
  ),
  'GET /api/queries/execution-logs/:id/results/': about(newRun, 'results_export', (id) =>
    admin.get(`/api/queries/execution-logs/${id}/results/`, FROM),
  ),

  'PATCH /api/audit/settings/': async () => ({
    answer: await admin.patch('/api/audit/settings/', { retention_days: { notification: 31 } }, FROM),
    action: 'settings_change',
    by: admin,
    target: 'audit',
  }),
  'GET /api/audit/logs/export/': async () => ({
    answer: await admin.get('/api/audit/logs/export/?page_size=1', FROM),
    action: 'audit_export',
    by: admin,
    target: 'export',
  }),
}

/** Only where there is a directory server on this machine, which `slapd.ts` says loudly. */
const NEEDS_DIRECTORY = 'POST /api/auth/ldap-login/'

const mutating = listRoutes().filter(({ method, spec }) => method !== 'GET' && spec.changesNothing !== true)
const names = (all: ReturnType<typeof listRoutes>): string[] => all.map(({ method, path }) => `${method} ${path}`)

const newestEntries = async (): Promise<{ id: number; action: string }[]> =>
  (await app.admin.get('/api/audit/logs/?page_size=20')).body.results

describe('the audit log', () => {
  it('has a scenario here for every route that changes something, and none for a route that is gone', () => {
    expect(names(mutating).filter((name) => !(name in SCENARIOS))).toEqual([])
    expect(Object.keys(SCENARIOS).filter((name) => !names(listRoutes()).includes(name))).toEqual([])
  })

  it('is walked over the routes that the server tells of', async () => {
    const { body } = await app.admin.get('/api/schema/')

    const told = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(told.toSorted()).toEqual(names(listRoutes()).toSorted())
  })

  it.each(Object.entries(SCENARIOS).filter(([name]) => slapdPath !== undefined || name !== NEEDS_DIRECTORY))(
    'tells who did it, from where and to what: %s',
    async (_name, scenario) => {
      const before = (await newestEntries())[0]?.id ?? 0

      const { answer, action, by, target } = await scenario()

      expect(answer.status, answer.text).toBeLessThan(400)
      const entries = (await newestEntries()).filter((entry) => entry.id > before && entry.action === action)
      expect(entries[0]).toMatchObject({
        action,
        username: by.username,
        user_id: by.id,
        ip_address: ADDRESS,
        target_id: target === null ? null : String(target),
      })
    },
  )

  it('tells of a right password that still owes the second factor', async () => {
    const { username, id, password } = await newUserWithFactor()

    const { status, body } = await app.anonymous.post('/api/auth/login/', { username, password }, FROM)
    hush(body.mfa_token)

    expect(status).toBe(202)
    expect((await newestEntries())[0]).toMatchObject({ action: 'mfa_challenge', username, user_id: id, ip_address: ADDRESS })
  })

  // After the walk: everything that it sent has left its traces.
  it('holds no password, code or token that was used, nor does any other table or the log of the application', async () => {
    const places = { ...(await auditText()), ...(await tableTexts()), 'the log': app.log() }

    const found = Object.entries(places).flatMap(([place, text]) =>
      [...secrets].filter((secret) => text.includes(secret)).map((secret) => `${place}: ${secret.slice(0, 16)}…`),
    )
    expect(secrets.size).toBeGreaterThan(100)
    expect(found).toEqual([])
  })
})

/** What an administrator can read, content included. */
async function auditText(): Promise<Record<string, string>> {
  const texts: string[] = []
  for (let next: string | null = '/api/audit/logs/?page_size=200'; next;) {
    const { body }: Answer = await app.admin.get(next)
    for (const { id } of body.results) texts.push((await app.admin.get(`/api/audit/logs/${id}/`)).text)
    next = body.next
  }
  return { 'the audit log': texts.join('\n') }
}

/** Every row of every table, queues included, as text. */
async function tableTexts(): Promise<Record<string, string>> {
  const { pool } = app.app.adapters.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const texts: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)
    texts[name] = rows.map(({ row }) => row).join('\n')
  }
  return texts
}
