import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chromiumPath, type WatchedPage } from '../browser.ts'
import { barriers, heading, signIn, startWebUi, type WebUi } from '../web-ui.ts'

const PATH = '/queries/saved-queries/?search=tenants'
const REFRESH = '**/api/auth/token/refresh/'

describe.skipIf(chromiumPath === undefined)('a page that loads while the server is away', () => {
  let ui: WebUi
  let username: string
  beforeAll(async () => {
    ui = await startWebUi()
    const user = await ui.runs.app.userOf('editor')
    username = (await user.get('/api/auth/profile/')).body.username
  })
  afterAll(() => ui.stop())

  async function signedIn(): Promise<WatchedPage> {
    const watched = await ui.open(PATH)
    onTestFinished(() => watched.context.close())
    await signIn(watched, username)
    await heading(watched, 'Queries')
    return watched
  }
  const noAnswer = (page: Page) => page.getByRole('alert').getByText('The server does not answer')

  it.each([
    ['says that it is not ready', { status: 503, body: '{"detail":"Starting."}' }],
    ['says nothing', 'abort'],
    ['fails', { status: 500, body: '' }],
  ] as const)('opens as it was, still signed in, once the server no longer %s', async (_, answer) => {
    const watched = await signedIn()
    const { page } = watched
    await page.route(REFRESH, (route) => (answer === 'abort' ? route.abort() : route.fulfill(answer)))

    await page.reload()
    await noAnswer(page).waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.unroute(REFRESH)
    await page.getByRole('button', { name: 'Try again now' }).click()

    await heading(watched, 'Queries')
    expect(page.url()).toContain(PATH)
  })

  it('waits as long as a busy server asks for', async () => {
    const watched = await signedIn()
    const { page } = watched
    await page.route(REFRESH, (route) => route.fulfill({ status: 429, headers: { 'retry-after': '2' }, body: '{}' }), {
      times: 1,
    })

    await page.reload()
    await page.getByText(/^Trying again in [12] s\.$/).waitFor()

    await heading(watched, 'Queries')
  })

  it('is not signed out by five reloads in a row', async () => {
    const watched = await signedIn()
    const { page } = watched
    for (let reload = 0; reload < 4; reload += 1) {
      const asked = page.waitForRequest(REFRESH)
      void page.reload().catch(() => undefined)
      await asked
    }

    await page.reload()

    await heading(watched, 'Queries')
  })

  it('shows who it is before any script has come', async () => {
    const watched = await ui.open('/login')
    onTestFinished(() => watched.context.close())
    await watched.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    const scripts = '**/assets/*.js'
    await watched.page.route(scripts, () => undefined)
    await watched.page.goto('/login', { waitUntil: 'commit' })

    await watched.page.getByRole('heading', { name: 'Heddle' }).waitFor()
    expect(await watched.page.getByRole('main').getAttribute('aria-busy')).toBe('true')
  })

  it('ends a session that the server refuses', async () => {
    const watched = await signedIn()
    await watched.page.route(REFRESH, (route) => route.fulfill({ status: 401, body: '{"detail":"No."}' }))
    await watched.page.reload()

    await watched.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(new URL(watched.page.url()).searchParams.get('next')).toBe(PATH)
  })
})
