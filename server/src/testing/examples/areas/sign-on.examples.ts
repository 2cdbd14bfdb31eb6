import { randomUUID } from 'node:crypto'
import type { Client } from '../../start-test-app.ts'
import { CLIENT } from '../../sign-on/registration.ts'
import type { World } from '../start-world.ts'

const NAME = { name: 'keycloak' }
const START = 'GET /api/auth/oidc/:name/start/'
const CALLBACK = 'GET /api/auth/oidc/:name/callback/'

export async function signOnExamples(world: World): Promise<void> {
  const { app, example, prepare, hide, provider, signUp } = world
  const user = await signUp('noor', 'Operators')
  const browser = await createBrowser(world)
  await example('GET /api/auth/oidc/', { by: app.anonymous })
  await example(START, { by: browser.client, params: NAME, query: { next: '/queries/saved-queries' } })
  await browser.prepareToken({ sub: 'f3a1', preferred_username: 'noor.k', email: 'noor.k@example.net' })
  await example(CALLBACK, { by: browser.client, params: NAME, query: browser.callback() })

  const linking = await createBrowser(world, user)
  const password = { password: user.password }
  await example('POST /api/auth/oidc/:name/link/', { by: linking.client, params: NAME, body: password })
  await linking.prepareToken({ sub: 'b7c2', email: 'noor@example.net' })
  await prepare(CALLBACK, { by: linking.client, params: NAME, query: linking.callback() })
  const [linked] = await example('GET /api/auth/linked-sign-ins/', { by: user })
  await example('DELETE /api/auth/linked-sign-ins/:id/', { by: user, params: { id: linked.id } })
  await example('POST /api/auth/oidc/sign-out/', { by: user })

  const token = {
    ...{ iss: provider.issuer, aud: CLIENT.id, iat: provider.now(), exp: provider.now() + 60, jti: randomUUID() },
    ...{ sub: 'f3a1', events: { 'http://schemas.openid.net/event/backchannel-logout': {} } },
  }
  const logout_token = hide(await provider.sign(token), '<signed token of the provider>')
  await example('POST /api/auth/oidc/:name/logout/', { by: app.anonymous, params: NAME, body: { logout_token } })
}

/** Keeps the cookie, hides what is drawn, and lets the provider answer. */
async function createBrowser({ app, hide, provider }: World, plain: Client = app.anonymous) {
  let asked = new URLSearchParams()
  let cookie = ''
  const look = async <A extends { readonly headers: Headers; readonly body: any }>(sent: Promise<A>): Promise<A> => {
    const answer = await sent
    const address = answer.headers.get('location') ?? (answer.body as { url?: string }).url
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    if (address?.startsWith(provider.issuer)) {
      asked = new URL(address).searchParams
      for (const name of ['state', 'nonce', 'code_challenge']) hide(asked.get(name)!, `<${name.replace('_', ' ')}>`)
    }
    return answer
  }
  const client: Client = {
    ...plain,
    get: (path, headers) => look(plain.get(path, { ...headers, cookie })),
    post: (path, body, headers) => look(plain.post(path, body, headers)),
  }
  return {
    client,
    callback: () => ({ code: '<code>', state: asked.get('state')! }),
    prepareToken: async (claims: object) =>
      provider.giveToken(await provider.sign({ ...provider.claimsOf(asked.get('nonce')!), ...claims })),
  }
}
