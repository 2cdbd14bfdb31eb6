import { randomUUID } from 'node:crypto'
import { afterAll } from 'vitest'
import { app, FROM, hush, newUser, own, type Scenario } from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { createBrowser } from '../../testing/sign-on/browser.ts'
import { CLIENT, envOf } from '../../testing/sign-on/registration.ts'
import { startStubProvider, type StubProvider } from '../../testing/sign-on/start-stub-provider.ts'
import { signOnFeature } from './index.ts'

let stub: StubProvider
afterAll(() => stub.stop())

/** Links an account of the provider to a new user; returns its id. */
async function newLink() {
  const user = await newUser()
  const browser = createBrowser(app.url)
  const begun = await browser.get('/api/auth/oidc/test/link/', {
    method: 'POST',
    headers: { authorization: `Bearer ${user.access}`, 'content-type': 'application/json' },
    body: JSON.stringify({ password: user.password }),
  })
  const asked = new URL((JSON.parse(begun.text) as { url: string }).url).searchParams
  const token = await stub.sign({ ...stub.claimsOf(asked.get('nonce')!), sub: randomUUID() })
  stub.giveToken(hush(token))
  await browser.get(`/api/auth/oidc/test/callback/?code=c&state=${hush(asked.get('state')!)}`)
  return { user, id: (await user.get('/api/auth/linked-sign-ins/')).body[0].id as string }
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/auth/oidc/:name/link/': own('sign_on_link', (user) =>
    user.post('/api/auth/oidc/test/link/', { password: user.password }, FROM),
  ),
  'DELETE /api/auth/linked-sign-ins/:id/': async () => {
    const { user, id } = await newLink()
    const answer = await user.delete(`/api/auth/linked-sign-ins/${id}/`, FROM)
    return { answer, action: 'sign_on_unlink', by: user, target: user.id }
  },
  'POST /api/auth/oidc/sign-out/': own('user_logout', (user) => user.post('/api/auth/oidc/sign-out/', {}, FROM)),
  'POST /api/auth/oidc/:name/logout/': async () => {
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const times = { iat: stub.now(), exp: stub.now() + 60 }
    const claims = { iss: stub.issuer, aud: CLIENT.id, ...times, jti: randomUUID(), sub: 'somebody', events }
    const sent = { logout_token: hush(await stub.sign(claims)) }
    const answer = await app.anonymous.post('/api/auth/oidc/test/logout/', sent, FROM)
    return { answer, action: 'session_end', by: { username: 'anonymous', id: null }, target: null }
  },
}

walkAuditLog(signOnFeature, SCENARIOS, {
  env: async () => {
    stub = await startStubProvider()
    return { ...envOf(stub.issuer), OIDC_TEST_CLIENT_SECRET: hush(CLIENT.secret) }
  },
})
