import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { templatePermissions, ROLE_TEMPLATES, type RoleTemplate } from '@heddle/domain/access/permissions.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

type Operation = { readonly method: string; readonly path: string; readonly access: string }

const OPEN = ['anyone', 'any signed-in user']
/** Open to anyone, because the body or query holds the credential: without it everyone gets 400, 401 or 404. */
const CHECK_OWN_CREDENTIAL: readonly string[] = [
  'POST /api/auth/login/',
  'POST /api/auth/ldap-login/',
  'POST /api/auth/mfa-login/',
  'POST /api/auth/token/refresh/',
  'POST /api/auth/password-reset/confirm/',
  'GET /api/auth/email/verify/',
  'POST /api/automation/webhooks/receiver/',
]

let app: TestApp
let operations: Operation[]
beforeAll(async () => {
  app = await startTestApp({ env: { AUTOMATION_WEBHOOK_SECRET: 'secret of the receiver' } })
  const { body } = await app.admin.get('/api/schema/')
  operations = Object.entries<Record<string, { 'x-access': string }>>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, '0'),
      access: operation['x-access'],
    })),
  )
})
afterAll(() => app.stop())

// A list where an object is expected: a permitted caller gets 400 instead of changing something.
const call = (method: string, path: string, token?: string) =>
  fetch(new URL(path, app.url), {
    method,
    redirect: 'manual',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { body: '[]' }),
  })

/** The operations with an unexpected status; empty when all are as expected. */
async function unexpected(
  token: string | undefined,
  isExpected: (status: number, operation: Operation) => boolean,
): Promise<string[]> {
  const wrong: string[] = []
  for (const operation of operations) {
    const { method, path, access } = operation
    const { status } = await call(method, path, token)
    if (!isExpected(status, operation)) wrong.push(`${method} ${path} (${access}): ${status}`)
  }
  return wrong
}

const mayCall = (access: string, role: RoleTemplate | undefined): boolean => {
  if (OPEN.includes(access)) return true
  if (access === 'administrators') return role === 'administrator'
  return (
    role !== undefined &&
    access.split(' and ').every((permission) => (templatePermissions(role) as readonly string[]).includes(permission))
  )
}

/** Sessions are refused there: agents and identity providers come with an API token. */
const isForTokens = ({ path }: Operation): boolean => path === '/mcp' || path.startsWith('/scim/v2/')
const checksOwnCredential = ({ method, path }: Operation): boolean => CHECK_OWN_CREDENTIAL.includes(`${method} ${path}`)
const isRefusedAsUnknown = (status: number, operation: Operation): boolean =>
  checksOwnCredential(operation) || (status === 401) === (operation.access !== 'anyone')

describe('every route', () => {
  it('is for anyone, any signed-in user, administrators or holders of an existing permission', () => {
    const known: readonly string[] = [...OPEN, 'administrators', ...templatePermissions('administrator')]

    expect(operations.filter(({ access }) => !access.split(' and ').every((rule) => known.includes(rule)))).toEqual([])
    expect(operations.length).toBeGreaterThan(60)
  })

  it('answers 401 without a token unless open to anyone', async () => {
    expect(await unexpected(undefined, isRefusedAsUnknown)).toEqual([])
  })

  it('is open to anyone if it checks its own credential', () => {
    const named = operations.filter(checksOwnCredential)

    expect(named.map(({ access }) => access)).toEqual(CHECK_OWN_CREDENTIAL.map(() => 'anyone'))
  })

  it.each(['Bearer', 'Bearer x.y.z', 'Basic YWRtaW46YWRtaW4=', 'bearer  '])(
    'answers 401 to the Authorization header "%s"',
    async (authorization) => {
      for (const { method, path, access } of operations.filter((operation) => operation.access !== 'anyone')) {
        const { status } = await fetch(new URL(path, app.url), { method, headers: { authorization } })
        expect(status, `${method} ${path} (${access})`).toBe(401)
      }
    },
  )

  it.each([...ROLE_TEMPLATES, undefined])(
    'answers 403 to a user of role %s exactly where the permission is missing',
    async (role) => {
      const user = await app.userOf(role)

      const may = (operation: Operation) => mayCall(operation.access, role) && !isForTokens(operation)
      expect(await unexpected(user.access, (status, operation) => (status === 403) !== may(operation))).toEqual([])
    },
  )

  it('names the permission that is missing', async () => {
    const nobody = await app.userOf(undefined)
    const needsBoth = operations.find(({ access }) => access.includes(' and '))!

    const one = await nobody.get('/api/controller/connections/')
    const both = await call(needsBoth.method, needsBoth.path, nobody.access)
    const administration = await nobody.get('/api/audit/logs/')

    expect([one.status, one.body]).toEqual([
      403,
      {
        detail: 'This needs the permission controller.view_connection, which you do not have.',
        permission: 'controller.view_connection',
      },
    ])
    expect(await both.json()).toMatchObject({ permission: needsBoth.access.split(' and ')[0] })
    expect(administration.body).toEqual({ detail: 'You do not have permission to perform this action.' })
  })

  it('answers no permitted caller with 401', async () => {
    const user = await app.userOf('administrator')

    expect(
      await unexpected(user.access, (status, operation) => checksOwnCredential(operation) || status !== 401),
    ).toEqual([])
  })

  it('is open to a superuser, even one without a group', async () => {
    const user = await app.userOf(undefined)
    await app.admin.patch(`/api/auth/management/${user.id}/`, { is_superuser: true })

    expect(
      await unexpected(
        user.access,
        (status, operation) => checksOwnCredential(operation) || isForTokens(operation) || ![401, 403].includes(status),
      ),
    ).toEqual([])
  })

  it('applies a granted or revoked permission from the next request on', async () => {
    const user = await app.userOf(undefined)
    const grant = { permissions: ['controller.view_connection'] }
    const read = async () => (await user.get('/api/controller/connections/')).status

    const before = await read()
    await app.admin.post(`/api/auth/management/${user.id}/add_permissions/`, grant)
    const during = await read()
    await app.admin.post(`/api/auth/management/${user.id}/remove_permissions/`, grant)
    const after = await read()

    expect([before, during, after]).toEqual([403, 200, 403])
  })

  it.each([
    ['deactivated', (id: number) => app.admin.post(`/api/auth/management/${id}/deactivate/`)],
    ['deleted', (id: number) => app.admin.delete(`/api/auth/management/${id}/`)],
    [
      'given a new password',
      (id: number) =>
        app.admin.post(`/api/auth/management/${id}/reset_password/`, { new_password: 'a fresh long secret' }),
    ],
  ])('answers 401 to an administrator who was %s, as without a token', async (_what, end) => {
    const user = await app.userOf('administrator')
    await end(user.id)

    expect(await unexpected(user.access, isRefusedAsUnknown)).toEqual([])
  })
})
