import { PERMISSIONS } from '@heddle/domain/access/permissions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { knock, type Operation, readOperations } from '../../testing/api-tokens/operations.ts'
import { newToken } from '../../testing/api-tokens/tokens.ts'

/** What answers a token 403 whatever it holds, written down from the specification. */
const REFUSED = [
  // The tokens themselves.
  'GET /api/auth/tokens/',
  'POST /api/auth/tokens/',
  'DELETE /api/auth/tokens/{id}/',
  // Accounts of programs, and their tokens.
  'GET /api/auth/service-accounts/',
  'POST /api/auth/service-accounts/',
  'GET /api/auth/service-accounts/groups/',
  'GET /api/auth/service-accounts/{id}/',
  'PATCH /api/auth/service-accounts/{id}/',
  'DELETE /api/auth/service-accounts/{id}/',
  'POST /api/auth/service-accounts/{id}/activate/',
  'POST /api/auth/service-accounts/{id}/deactivate/',
  'GET /api/auth/service-accounts/{id}/tokens/',
  'POST /api/auth/service-accounts/{id}/tokens/',
  'DELETE /api/auth/service-accounts/{id}/tokens/{token}/',
  // Passwords.
  'POST /api/auth/password/change/',
  'POST /api/auth/password-reset/',
  'POST /api/auth/password-reset/confirm/',
  // The second factor, but for its status.
  'POST /api/auth/mfa/setup/',
  'POST /api/auth/mfa/verify/',
  'POST /api/auth/mfa/backup-codes/',
  'POST /api/auth/mfa/disable/',
  // E-mail. The address in the profile has its own test.
  'POST /api/auth/email/send-verification/',
  'GET /api/auth/email/verify/',
  'POST /api/auth/email/take-back/',
  // Which accounts of providers sign in as somebody.
  'GET /api/auth/linked-sign-ins/',
  'DELETE /api/auth/linked-sign-ins/{id}/',
  'POST /api/auth/oidc/{name}/link/',
  'POST /api/auth/oidc/sign-out/',
  // Signing out, and how long sessions live.
  'POST /api/auth/logout/',
  'GET /api/auth/sessions/',
  'GET /api/auth/management/{id}/sessions/',
  'DELETE /api/auth/sessions/{id}/',
  'DELETE /api/auth/management/{id}/sessions/{session}/',
  'POST /api/auth/session-timeout/',
  // Every write to users, groups and permissions.
  'POST /api/auth/management/',
  'PATCH /api/auth/management/{id}/',
  'DELETE /api/auth/management/{id}/',
  'POST /api/auth/management/{id}/reset_password/',
  'POST /api/auth/management/{id}/generate_reset_code/',
  'POST /api/auth/management/{id}/verify_email/',
  'POST /api/auth/management/{id}/disable_mfa/',
  'POST /api/auth/management/{id}/end_sessions/',
  'POST /api/auth/management/{id}/activate/',
  'POST /api/auth/management/{id}/deactivate/',
  'POST /api/auth/management/{id}/add_permissions/',
  'POST /api/auth/management/{id}/remove_permissions/',
  'POST /api/auth/groups/',
  'PATCH /api/auth/groups/{id}/',
  'DELETE /api/auth/groups/{id}/',
  'POST /api/auth/groups/{id}/clone/',
  'POST /api/auth/groups/{id}/add_members/',
  'POST /api/auth/groups/{id}/remove_members/',
  // Where questions go, with the key of the user who pays for them; and what asks any address it is given.
  'PUT /api/ai/provider/',
  'DELETE /api/ai/provider/',
  'GET /api/ai/provider/models/',
  'POST /api/ai/provider/test/',
  'PATCH /api/ai/settings/',
  // Which folders are in Git: with what applies itself, a choice outlives the token.
  'POST /api/queries/repositories/',
  'PATCH /api/queries/repositories/{id}/',
  'DELETE /api/queries/repositories/{id}/',
]

/** The other routes of identity: a new one has to be added to either list. */
const OPEN = [
  // Signing in needs no bearer, and does not look at one.
  'POST /api/auth/login/',
  'POST /api/auth/ldap-login/',
  'POST /api/auth/mfa-login/',
  'POST /api/auth/token/refresh/',
  'GET /api/auth/oidc/',
  'GET /api/auth/oidc/{name}/start/',
  'GET /api/auth/oidc/{name}/callback/',
  'POST /api/auth/oidc/{name}/logout/',
  'GET /api/auth/health/',
  'GET /api/auth/mfa/status/',
  'GET /api/auth/management/',
  'GET /api/auth/management/{id}/',
  'GET /api/auth/management/{id}/effective_permissions/',
  'GET /api/auth/groups/',
  'GET /api/auth/groups/{id}/',
  'GET /api/auth/permissions/',
  'GET /api/auth/profile/',
  'PATCH /api/auth/profile/',
  'GET /api/auth/preferences/',
  'PATCH /api/auth/preferences/',
  'GET /api/auth/quota-usage/',
  'GET /api/auth/stats/',
]

let app: TestApp
let operations: readonly Operation[]
/** Tokens of a superuser: without a list, with every permission, and with none. */
let full: string
let listed: string
let empty: string
beforeAll(async () => {
  app = await startTestApp()
  operations = await readOperations(app)
  full = (await newToken(app, app.admin)).token
  listed = (await newToken(app, app.admin, { permissions: PERMISSIONS })).token
  empty = (await newToken(app, app.admin, { permissions: [] })).token
})
afterAll(() => app.stop())

const namesOf = (all: readonly Operation[]): string[] => all.map(({ name }) => name).toSorted()

/** The operations that this bearer is refused, except those that refuse every token. */
async function refusals(bearer: string): Promise<string[]> {
  const refused: Operation[] = []
  for (const operation of operations) {
    if (operation.access === 'anyone' || operation.refusesTokens) continue
    if ([401, 403].includes(await knock(app, operation, bearer))) refused.push(operation)
  }
  return namesOf(refused)
}

const withAccess = (isMeant: (access: string) => boolean): string[] =>
  namesOf(operations.filter(({ access, refusesTokens }) => !refusesTokens && isMeant(access)))

describe('routes that refuse every token', () => {
  it('are those of the specification, and no others', () => {
    expect(namesOf(operations.filter(({ refusesTokens }) => refusesTokens))).toEqual(REFUSED.toSorted())
  })

  it('are decided for every route of identity', () => {
    const identity = operations.filter(({ path }) => path.startsWith('/api/auth/'))

    const refused = REFUSED.filter((name) => name.includes(' /api/auth/'))
    expect(namesOf(identity)).toEqual([...refused, ...OPEN].toSorted())
  })

  it.each(REFUSED)('%s answers 403 to the token of a superuser, and not to a session', async (name) => {
    const operation = operations.find((one) => one.name === name)!

    expect(await knock(app, operation, full)).toBe(403)
    expect(await knock(app, operation, listed)).toBe(403)
    expect(await knock(app, operation, empty)).toBe(403)
    expect(await knock(app, operation, app.admin.access)).not.toBe(403)
  })

  it('ignore a token that is not valid where anyone may call', async () => {
    for (const name of REFUSED) {
      const operation = operations.find((one) => one.name === name)!
      const status = await knock(app, operation, `hdl_${'x'.repeat(43)}`)
      expect(status === 401, `${name}: ${status}`).toBe(operation.access !== 'anyone')
      expect(status).not.toBe(403)
    }
  })
})

describe('all other routes', () => {
  it('let a token without a list in wherever its owner may, but for provisioning', async () => {
    expect(await refusals(full)).toEqual(withAccess((access) => access === 'users.scim'))
  })

  it('let a token in that lists the permission, but not where a role is required', async () => {
    expect(await refusals(listed)).toEqual(withAccess((access) => access === 'administrators'))
  })

  it('let every token in where any signed-in user may call, and nowhere else', async () => {
    expect(await refusals(empty)).toEqual(
      withAccess((access) => access !== 'any signed-in user' && access !== 'anyone'),
    )
  })
})
