import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBrowser } from '../../testing/sign-on/browser.ts'
import { envOf, PUBLIC_URL } from '../../testing/sign-on/registration.ts'
import { type Person, startProvider, type TestProvider } from '../../testing/sign-on/start-provider.ts'
import { ADMIN, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const START = '/api/auth/oidc/test/start/'

let provider: TestProvider
let app: TestApp
beforeAll(async () => {
  provider = await startProvider()
  app = await startTestApp({ env: envOf(provider.issuer, { GROUPS: 'net-ops=Operators,net-all=Viewers' }) })
})
afterAll(async () => {
  await app.stop()
  await provider.stop()
})

let people = 0
const newPerson = (more: Readonly<Record<string, unknown>> = {}): Person => {
  const name = `person-${++people}`
  const [email, email_verified] = [`${name}@example.org`, true]
  return { sub: `sub-${name}`, preferred_username: name, email, email_verified, ...more }
}

/** Signs in as somebody in a new browser; returns where it ended, and a client with its session. */
async function signIn(person: Person, next = '') {
  provider.expect(person)
  const browser = createBrowser(app.url)
  const end = await browser.follow(`${START}${next}`)
  const session = async () => {
    const answer = await browser.get('/api/auth/token/refresh/', {
      method: 'POST',
      headers: { 'x-heddle-web': '1', 'sec-fetch-site': 'same-origin' },
    })
    return app.as((JSON.parse(answer.text) as { access: string }).access)
  }
  return { browser, end, session }
}

const profileOf = async ({ session }: Awaited<ReturnType<typeof signIn>>) =>
  (await (await session()).get('/api/auth/profile/')).body

describe('a sign-in with a provider', () => {
  it('is offered without authentication', async () => {
    const { status, body } = await app.anonymous.get('/api/auth/oidc/')

    expect([status, body]).toEqual([200, [{ name: 'test', label: 'Test ID', url: START }]])
  })

  it('is not offered without providers', async () => {
    const without = await startTestApp()

    const { status, body } = await without.anonymous.get('/api/auth/oidc/')
    const start = await without.anonymous.get(START)
    await without.stop()

    expect([status, body, start.status]).toEqual([200, [], 404])
  })

  it('creates the account, opens a browser session and leads to the page that was asked for', async () => {
    const person = newPerson({ given_name: 'Ada', family_name: 'Lovelace', groups: ['net-ops'] })

    const signedIn = await signIn(person, '?next=/queries/saved-queries%3Fq%3Da')

    expect(signedIn.end).toBe(`${PUBLIC_URL}/queries/saved-queries?q=a`)
    expect(await profileOf(signedIn)).toMatchObject({
      username: person.preferred_username,
      email: person.email,
      email_verified: true,
      first_name: 'Ada',
      last_name: 'Lovelace',
      group_names: ['Operators'],
    })
    expect(signedIn.browser.cookie('heddle_sign_on')).toBeUndefined()
    expect(signedIn.browser.cookie('heddle_arrived')).toBe('1')
  })

  it('finds the account again by issuer and subject, and follows names, address and groups', async () => {
    const person = newPerson({ groups: ['net-ops'] })
    const first = await profileOf(await signIn(person))

    const again = await profileOf(
      await signIn({
        ...person,
        preferred_username: 'renamed',
        email: 'new@example.org',
        groups: ['net-all', 'other'],
      }),
    )

    expect(again).toMatchObject({ id: first.id, username: person.preferred_username, email: 'new@example.org' })
    expect(again.group_names).toEqual(['Viewers'])
    const { body } = await app.admin.get(`/api/audit/logs/?action=user_update&target_id=${first.id}`)
    const [groups] = body.results.filter((one: { description: string }) => one.description.startsWith('Groups'))
    expect(groups).toMatchObject({
      description: `Groups of "${String(person.preferred_username)}" were changed to match Test ID`,
    })
  })

  it('leaves groups that were given here, and gives the default group to who has none', async () => {
    const person = newPerson({ groups: ['net-all'] })
    const { id } = await profileOf(await signIn(person))
    const { body } = await app.admin.get('/api/auth/groups/?search=Editors')
    await app.admin.post(`/api/auth/groups/${body.results[0].id}/add_members/`, { user_ids: [id] })

    expect((await profileOf(await signIn({ ...person, groups: [] }))).group_names).toEqual(['Editors'])
  })

  it('refuses an account whose name or address somebody here has: nothing is linked automatically', async () => {
    const { body: admin } = await app.admin.get('/api/auth/profile/')

    const byName = await signIn(newPerson({ preferred_username: 'ADMIN' }))
    const byAddress = await signIn(newPerson({ email: admin.email }))

    expect([byName.end, byAddress.end]).toEqual(Array(2).fill(`${PUBLIC_URL}/login?error=account_exists`))
    expect(byName.browser.cookie('heddle_refresh')).toBeUndefined()
  })

  it.each([{ email_verified: false }, { email_verified: undefined }, { email: undefined }])(
    'refuses a new account with %j',
    async (more) => {
      const { end } = await signIn(newPerson(more))

      expect(end).toBe(`${PUBLIC_URL}/login?error=email_unverified`)
    },
  )

  it('keeps the address of an account when the provider names an unverified one, or that of another', async () => {
    const person = newPerson()
    await signIn(person)

    const unverified = await profileOf(await signIn({ ...person, email: 'x@example.org', email_verified: false }))
    const taken = await profileOf(await signIn({ ...person, email: 'admin@localhost' }))

    expect([unverified.email, taken.email]).toEqual([person.email, person.email])
  })

  it('is refused while the account is deactivated', async () => {
    const person = newPerson()
    const { id } = await profileOf(await signIn(person))
    await app.admin.post(`/api/auth/management/${id}/deactivate/`)

    const { end, browser } = await signIn(person)

    expect([end, browser.cookie('heddle_refresh')]).toEqual([`${PUBLIC_URL}/login?error=inactive`, undefined])
    const { body } = await app.admin.get(`/api/audit/login-attempts/?success=false`)
    expect(body.results[0]).toMatchObject({ username: person.preferred_username, failure_reason: 'inactive' })
  })

  it('says that the user or the provider refused', async () => {
    provider.expect(undefined)

    const end = await createBrowser(app.url).follow(START)

    expect(end).toBe(`${PUBLIC_URL}/login?error=provider_refused`)
  })

  it.each(['//evil.example', 'https://evil.example/', '/.//evil.example', '/\\evil.example', '/\t/evil.example'])(
    'leads home rather than to %j',
    async (next) => {
      const { end } = await signIn(newPerson(), `?next=${encodeURIComponent(next)}`)

      expect(end).toBe(`${PUBLIC_URL}/`)
    },
  )

  it('answers 404 for a provider that is not set', async () => {
    const paths = ['start/', 'callback/?code=x&state=y']
    const answers = await Promise.all(paths.map((path) => app.anonymous.get(`/api/auth/oidc/other/${path}`)))
    const logout = await app.anonymous.post('/api/auth/oidc/other/logout/', { logout_token: 'x' })

    expect([...answers, logout].map(({ status }) => status)).toEqual([404, 404, 404])
  })
})

describe('the answer of a provider', () => {
  /** Goes as far as the callback, without opening it. */
  async function beginAs(person: Person) {
    provider.expect(person)
    const browser = createBrowser(app.url)
    const callback = await browser.follow(START, /\/callback\//)
    return { browser, callback }
  }
  const LOST = `${PUBLIC_URL}/login?error=state_lost`

  it('opens nothing in another browser', async () => {
    const { callback } = await beginAs(newPerson())

    expect((await createBrowser(app.url).get(callback)).location).toBe(LOST)
  })

  it('opens nothing twice, not even with the cookie of the first time', async () => {
    const { browser, callback } = await beginAs(newPerson())
    const cookies = browser.cookies()
    expect((await browser.get(callback)).location).toBe(`${PUBLIC_URL}/`)

    const thief = createBrowser(app.url)
    thief.copyOf(cookies)

    expect((await thief.get(callback)).location).toBe(LOST)
    expect(thief.cookie('heddle_refresh')).toBeUndefined()
  })

  it.each(['', '?', '?code=x', '?code=x&state=forged', '?state=', '?error=access_denied&state=forged'])(
    'opens nothing with %j',
    async (query) => {
      const { browser } = await beginAs(newPerson())

      expect((await browser.get(`/api/auth/oidc/test/callback/${query}`)).location).toBe(LOST)
    },
  )

  it('opens nothing with a code of another sign-in', async () => {
    const mine = await beginAs(newPerson())
    const theirs = await beginAs(newPerson())
    const mixed = new URL(mine.callback)
    mixed.searchParams.set('code', new URL(theirs.callback).searchParams.get('code')!)

    expect((await mine.browser.get(mixed.href)).location).toBe(`${PUBLIC_URL}/login?error=provider_refused`)
  })

  it('opens nothing with a cookie that was changed', async () => {
    const { browser, callback } = await beginAs(newPerson())
    browser.copyOf(browser.cookies().map((one) => ({ ...one, value: `${one.value.slice(0, -2)}AA` })))

    expect((await browser.get(callback)).location).toBe(LOST)
  })

  it('is in a cookie that no script reads, for ten minutes and its own path', async () => {
    const answer = await app.anonymous.get(START)

    expect(answer.headers.get('set-cookie')).toMatch(
      /^heddle_sign_on=v1:[\w:-]+; Max-Age=600; Path=\/api\/auth\/oidc\/test\/; HttpOnly; SameSite=Lax$/,
    )
    expect(new URL(answer.headers.get('location')!).searchParams.get('code_challenge_method')).toBe('S256')
  })
})

describe('an account of a provider', () => {
  it('has no password here, and every route says so', async () => {
    const person = newPerson()
    const signedIn = await signIn(person)
    const { id } = await profileOf(signedIn)
    const user = await signedIn.session()

    const change = await user.post('/api/auth/password/change/', {
      old_password: 'x',
      new_password: 'a passphrase of mine',
    })
    const login = await app.anonymous.post('/api/auth/login/', { username: person.preferred_username, password: 'x' })
    const set = await app.admin.post(`/api/auth/management/${id}/reset_password/`, {
      new_password: 'a passphrase of mine',
    })
    const code = await app.admin.post(`/api/auth/management/${id}/generate_reset_code/`)
    const factor = await user.post('/api/auth/mfa/setup/', {})
    const disable = await user.post('/api/auth/mfa/disable/', { password: 'x' })

    const NO = 'This account signs in with its provider and has no password here.'
    expect([change.status, change.body]).toEqual([400, { old_password: [NO] }])
    expect(login.status).toBe(401)
    expect([set, code].map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([409, 'provider_account']))
    expect([factor.status, factor.body.non_field_errors]).toEqual([
      400,
      ['This account signs in with its provider, which asks for the second factor.'],
    ])
    expect([disable.status, disable.body]).toEqual([400, { password: [NO] }])
  })

  it('cannot become a superuser', async () => {
    const { id } = await profileOf(await signIn(newPerson()))

    const { status, body } = await app.admin.patch(`/api/auth/management/${id}/`, { is_superuser: true })

    expect([status, Object.keys(body)]).toEqual([400, ['is_superuser']])
  })
})

describe('a local account', () => {
  const LINKED = '/api/auth/linked-sign-ins/'
  const link = (
    headers: Record<string, string>,
    browser: ReturnType<typeof createBrowser>,
    password = ADMIN.password,
  ) =>
    browser.get('/api/auth/oidc/test/link/', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ password }),
    })

  async function newLinked(person: Person) {
    const user = await app.userOf('viewer')
    provider.expect(person)
    const browser = createBrowser(app.url)
    const { text } = await link({ authorization: `Bearer ${user.access}` }, browser)
    return { user, browser, end: await browser.follow((JSON.parse(text) as { url: string }).url) }
  }

  it('is linked by its owner, with the password, and signs in with the provider then', async () => {
    const person = newPerson({ email: 'someone@else.example', email_verified: false, groups: ['net-ops'] })

    const { user, end } = await newLinked(person)

    expect(end).toBe(`${PUBLIC_URL}/auth/profile`)
    const profile = await profileOf(await signIn(person))
    expect(profile).toMatchObject({ id: user.id, group_names: ['Viewers'] })
    const { body } = await user.get(LINKED)
    expect(body).toMatchObject([{ provider: 'test', label: 'Test ID', email: 'someone@else.example' }])
  })

  it('is not linked with a wrong password, by an API token, or for an account of a provider', async () => {
    const user = await app.userOf('viewer')
    const browser = createBrowser(app.url)

    const wrong = await link({ authorization: `Bearer ${user.access}` }, browser, 'wrong')
    const nobody = await link({}, browser)
    const provided = await (
      await (await signIn(newPerson())).session()
    ).post('/api/auth/oidc/test/link/', { password: 'x' })

    expect([wrong.status, JSON.parse(wrong.text)]).toEqual([400, { password: ['The password is wrong.'] }])
    expect(nobody.status).toBe(401)
    expect([provided.status, provided.body.code]).toEqual([409, 'not_local'])
  })

  it('is not linked to an account of a provider that somebody has, or once its session ended', async () => {
    const person = newPerson()
    await signIn(person)
    const taken = await newLinked(person)
    const user = await app.userOf('viewer')
    provider.expect(newPerson())
    const browser = createBrowser(app.url)
    const begun = await link({ authorization: `Bearer ${user.access}` }, browser)
    await user.post('/api/auth/logout/', {})

    const late = await browser.follow((JSON.parse(begun.text) as { url: string }).url)

    expect(taken.end).toBe(`${PUBLIC_URL}/auth/profile?error=linked_elsewhere`)
    expect(late).toBe(`${PUBLIC_URL}/auth/profile?error=session_ended`)
  })

  it('is unlinked by its owner only, which ends what the provider opened', async () => {
    const person = newPerson()
    const { user } = await newLinked(person)
    const bySso = await (await signIn(person)).session()
    const [{ id }] = (await user.get(LINKED)).body

    const foreign = await app.admin.delete(`${LINKED}${id}/`)
    const own = await user.delete(`${LINKED}${id}/`)

    expect([foreign.status, own.status]).toEqual([404, 204])
    expect((await bySso.get('/api/auth/profile/')).status).toBe(401)
    expect((await user.get('/api/auth/profile/')).status).toBe(200)
    expect((await signIn(person)).end).toMatch(/\/$/)
  })

  it('keeps the only sign-in of an account without a password', async () => {
    const provided = await (await signIn(newPerson())).session()
    const [{ id }] = (await provided.get(LINKED)).body

    const { status, body } = await provided.delete(`${LINKED}${id}/`)

    expect([status, body.code]).toEqual([409, 'not_local'])
  })
})

describe('signing out', () => {
  it('ends the session and says where to sign out of the provider', async () => {
    const user = await (await signIn(newPerson())).session()

    const { status, body } = await user.post('/api/auth/oidc/sign-out/')

    expect(status).toBe(200)
    const url = new URL(body.url)
    expect(url.href.startsWith(`${provider.issuer}/session/end?`)).toBe(true)
    expect([...url.searchParams.keys()].toSorted()).toEqual(['client_id', 'post_logout_redirect_uri'])
    expect((await user.get('/api/auth/profile/')).status).toBe(401)
  })

  it('says nothing of a provider to who signed in with a password', async () => {
    const user = await app.userOf('viewer')

    const { status, body } = await user.post('/api/auth/oidc/sign-out/')

    expect([status, body]).toEqual([200, { url: null }])
    expect((await user.get('/api/auth/profile/')).status).toBe(401)
  })
})
