import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { envOf } from '@heddle/server/testing/sign-on/registration.ts'
import { startProvider, type TestProvider } from '@heddle/server/testing/sign-on/start-provider.ts'
import { ADMIN } from '@heddle/server/testing/start-test-app.ts'
import { chromiumPath } from '../browser.ts'
import { barriers, heading, signIn, startWebUi, type WebUi } from '../web-ui.ts'

/** The provider has to know the address before the server starts. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe.skipIf(chromiumPath === undefined)('signing in with a provider', () => {
  let provider: TestProvider
  let ui: WebUi
  beforeAll(async () => {
    const port = String(await freePort())
    const publicUrl = `http://127.0.0.1:${port}`
    provider = await startProvider(publicUrl)
    const env = { ...envOf(provider.issuer, { GROUPS: 'ops=Operators' }), PUBLIC_URL: publicUrl, PORT: port }
    ui = await startWebUi({ env: { ...env, OIDC_TEST_LABEL: 'Company account' } })
  })
  afterAll(async () => {
    await ui.stop()
    await provider.stop()
  })

  const PERSON = { sub: 'ada', preferred_username: 'ada', email: 'ada@example.org', email_verified: true }

  it.each(['light', 'dark'] as const)('is a button of the sign-in page, without barriers (%s)', async (colorScheme) => {
    for (const width of [1440, 390]) {
      const watched = await ui.open('/login', { colorScheme, viewport: { width, height: 844 } })
      await watched.page.getByRole('link', { name: 'Sign in with Company account' }).waitFor()

      expect(await barriers(watched)).toEqual([])
    }
  })

  it('opens the page that was asked for, and signs out of the provider too', async () => {
    provider.expect({ ...PERSON, groups: ['ops'] })
    const watched = await ui.open('/queries/saved-queries')
    const { page } = watched

    await page.getByRole('link', { name: 'Sign in with Company account' }).click()

    await heading(watched, 'Queries')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL((url) => url.href.startsWith(`${provider.issuer}/session/end`))
  })

  it('says in words why it failed', async () => {
    provider.expect(undefined)
    const { page } = await ui.open('/login')

    await page.getByRole('link', { name: 'Sign in with Company account' }).click()

    await page.getByText('The provider did not sign you in.').waitFor()
  })

  it('is linked to a local account, and unlinked, on the account page', async () => {
    provider.expect({ ...PERSON, sub: 'local', email: 'local@example.org' })
    const user = await ui.runs.app.userOf('viewer')
    const { username } = (await user.get('/api/auth/profile/')).body
    const watched = await ui.open('/auth/profile')
    const { page } = watched
    await signIn(watched, username)
    await heading(watched, 'Account')

    await page.getByRole('button', { name: 'Link Company account' }).click()
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(ADMIN.password)
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: 'Continue' }).click()

    const table = page.getByRole('table', { name: 'Linked sign-ins' })
    await table.getByText('local@example.org').waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: 'Unlink Company account' }).click()
    await page.getByText('No account of a provider signs in as you.').waitFor()
  })
})
