import { afterAll, beforeAll, expect, it } from 'vitest'
import { GROUPS, newScimGroup, newScimUser, patchOf, scimClient, USERS } from '../../testing/scim/scim-client.ts'
import { createBrowser } from '../../testing/sign-on/browser.ts'
import { envOf, PUBLIC_URL } from '../../testing/sign-on/registration.ts'
import { startStubProvider, type StubProvider } from '../../testing/sign-on/start-stub-provider.ts'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const START = '/api/auth/oidc/test/start/'

let stub: StubProvider
let app: TestApp
let scim: Client
beforeAll(async () => {
  stub = await startStubProvider()
  const settings = { GROUPS: 'ops=Operators', SCIM_MATCH: 'externalId=oid', CREATE: 'false' }
  app = await startTestApp({ env: envOf(stub.issuer, settings) })
  scim = await scimClient(app)
})
afterAll(async () => {
  await app.stop()
  await stub.stop()
})

/** Where a sign-in with these claims ends, and as whom. */
async function signIn(claims: Record<string, unknown>, at: TestApp = app) {
  const browser = createBrowser(at.url)
  const { location } = await browser.get(START)
  const asked = new URL(location!).searchParams
  stub.giveToken(await stub.sign({ ...stub.claimsOf(asked.get('nonce')!), ...claims }))
  const { location: end } = await browser.get(`/api/auth/oidc/test/callback/?code=c&state=${asked.get('state')}`)
  const refreshed = await browser.get('/api/auth/token/refresh/', {
    method: 'POST',
    headers: { 'x-heddle-web': '1', 'sec-fetch-site': 'same-origin' },
  })
  const { access } = JSON.parse(refreshed.text) as { access?: string }
  return { end, profile: access === undefined ? undefined : (await at.as(access).get('/api/auth/profile/')).body }
}
const failed = (error: string) => ({ end: `${PUBLIC_URL}/login?error=${error}`, profile: undefined })

it('finds the account that SCIM created by the claim, and from then on by the subject alone', async () => {
  const user = await newScimUser(scim, { externalId: 'oid-1', name: { givenName: 'Ada' } })
  const { id } = await newScimGroup(scim, { members: [{ value: user.id }] })
  const groupName = (await scim.get(`${GROUPS}/${id}`)).body.displayName

  const first = await signIn({ sub: 'sub-1', oid: 'oid-1', given_name: 'Another', groups: ['ops'] })
  const later = await signIn({ sub: 'sub-1' })
  const other = await signIn({ sub: 'sub-2', oid: 'oid-1' })

  // Names and groups are those of SCIM.
  expect(first.profile).toMatchObject({ id: Number(user.id), first_name: 'Ada', group_names: [groupName] })
  expect(later.profile).toMatchObject({ id: Number(user.id), group_names: [groupName] })
  expect(other).toEqual(failed('no_account'))
})

it('refuses an account that SCIM has deactivated, before its first sign-in and after', async () => {
  const user = await newScimUser(scim, { externalId: 'oid-off', active: false })
  const setActive = (active: boolean) =>
    scim.patch(`${USERS}/${user.id}`, patchOf({ op: 'replace', path: 'active', value: active }))

  const before = await signIn({ sub: 'sub-off', oid: 'oid-off' })
  await setActive(true)
  const during = await signIn({ sub: 'sub-off', oid: 'oid-off' })
  await setActive(false)

  expect(before).toEqual(failed('inactive'))
  expect(during.profile).toMatchObject({ id: Number(user.id) })
  expect(await signIn({ sub: 'sub-off', oid: 'oid-off' })).toEqual(failed('inactive'))
})

it('never finds an account that was here before, even if SCIM knows it', async () => {
  const local = await app.userOf('viewer')
  await scim.patch(`${USERS}/${local.id}`, patchOf({ op: 'add', path: 'externalId', value: 'oid-local' }))

  expect(await signIn({ sub: 'sub-local', oid: 'oid-local' })).toEqual(failed('no_account'))
})

it.each([{}, { oid: '' }, { oid: ['oid-3'] }, { oid: 'OID-3' }, { externalId: 'oid-3' }])(
  'finds none by the claims %j',
  async (claims) => {
    await scim.post(USERS, { userName: 'third', externalId: 'oid-3' })

    expect(await signIn({ sub: 'sub-3', ...claims })).toEqual(failed('no_account'))
  },
)

it('finds none unless the settings say by what', async () => {
  const untrusting = await startTestApp({ env: envOf(stub.issuer) })
  const client = await scimClient(untrusting)
  await newScimUser(client, { userName: 'ada@example.org', externalId: 'stub-subject', emails: [] })

  const found = await signIn({ preferred_username: 'ada@example.org' }, untrusting)

  expect(found).toEqual(failed('account_exists'))
  await untrusting.stop()
})
