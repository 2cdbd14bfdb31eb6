import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { notificationsFeature } from '@heddle/server/features/notifications/index.ts'
import { ADMIN } from '@heddle/server/testing/start-test-app.ts'
import { startTcpProxy } from '@heddle/server/testing/tcp-proxy.ts'
import { chromiumPath, openTab, type WatchedPage } from '../browser.ts'
import { barriers, heading, signIn, startWebUi, type WebUi } from '../web-ui.ts'

const QUERIES = '/queries/saved-queries/'

describe.skipIf(chromiumPath === undefined)('a session in the browser', () => {
  let ui: WebUi
  beforeAll(async () => {
    ui = await startWebUi({
      env: { LDAP_ENABLED: 'true', LDAP_URL: 'ldap://127.0.0.1:9', LDAP_USER_BASE: 'ou=people,dc=example' },
    })
    await ui.runs.save({ name: 'Settings of bridge domains', nodes: [{ id: 'bd', class_name: 'fvBD' }] })
    await ui.runs.save({ name: 'Tenants', nodes: [{ id: 't', class_name: 'fvTenant' }] })
  })
  afterAll(() => ui.stop())

  type User = { readonly username: string; readonly id: number }

  async function newUser(role: 'editor' | 'viewer' = 'editor'): Promise<User> {
    const user = await ui.runs.app.userOf(role)
    return { username: (await user.get('/api/auth/profile/')).body.username, id: user.id }
  }
  /** In a browser of their own. */
  async function signedIn(path: string, title: string, { username }: User, options = {}): Promise<WatchedPage> {
    const watched = await ui.open(path, options)
    onTestFinished(() => watched.context.close())
    await signIn(watched, username)
    await heading(watched, title)
    return watched
  }
  const notify = ({ id }: User, title: string, link: string | null = null) =>
    ui.runs.app.app.platform.database.transaction((tx) =>
      ui.runs.app.app.features
        .of(notificationsFeature)
        .notify(tx, [id], { category: 'system', severity: 'warning', title, body: 'What happened.', link }),
    )
  const connection = (page: Page) => page.getByRole('status', { name: 'Connection' })

  it('offers the directory where there is one, and says whether an address is confirmed', async () => {
    const { page, complaints } = await ui.open('/login?verified=1')
    await page.getByRole('radio', { name: 'Directory account' }).click({ force: true })
    await page.getByRole('status').getByText('Your address is confirmed.').waitFor()
    await page.goto('/login?verified=0')
    await page.getByRole('status').getByText('This link has been used or is too old.').waitFor()

    expect(complaints).toEqual([])
  })

  it('that was left in another tab covers the page; its user signs in again and goes on with what was typed', async () => {
    const user = await newUser()
    const watched = await signedIn('/auth/profile', 'Account', user)
    const { page } = watched
    await page.getByLabel('First name').fill('Anna')
    const other = await openTab(watched.context, ui.runs.app.url)
    await other.page.goto(`${ui.runs.app.url}${QUERIES}`)
    await heading(other, 'Queries')

    await other.page.getByRole('button', { name: 'Account' }).click()
    await other.page.getByRole('menuitem', { name: 'Sign out' }).click()
    const cover = page.getByRole('dialog', { name: 'Sign in again' })
    await cover.waitFor()
    expect(await cover.getByLabel('Username').inputValue()).toBe(user.username)
    expect(await barriers(watched)).toEqual([])

    await cover.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await cover.waitFor({ state: 'detached' })
    await heading(other, 'Queries')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe('Anna')
  })

  it('that the server ended covers the page too', async () => {
    const user = await newUser()
    const watched = await signedIn('/auth/profile', 'Account', user)
    await watched.page.getByLabel('First name').fill('Berta')
    await ui.runs.app.admin.post(`/api/auth/management/${user.id}/end_sessions/`, {})
    await watched.page.getByRole('button', { name: 'Save', exact: true }).click()
    await watched.page.getByRole('dialog', { name: 'Sign in again' }).getByText('Your session has ended.').waitFor()

    await watched.page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await watched.page.keyboard.press('Enter')
    await watched.page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await watched.page.getByLabel('First name').inputValue()).toBe('Berta')
  })

  it('is taken up by two tabs that reload at once, with two refreshes at most', async () => {
    const watched = await signedIn(QUERIES, 'Queries', await newUser())
    const other = await openTab(watched.context, ui.runs.app.url)
    await other.page.goto(`${ui.runs.app.url}${QUERIES}`)
    await heading(other, 'Queries')
    const answers: string[] = []
    watched.context.on('response', (reply) => answers.push(`${reply.status()} ${new URL(reply.url()).pathname}`))

    await Promise.all([watched, other].map(({ page }) => page.reload()))
    await Promise.all([heading(watched, 'Queries'), heading(other, 'Queries')])
    expect(answers.filter((answer) => answer.endsWith('/token/refresh/')).length).toBeLessThanOrEqual(2)
    expect(answers.filter((answer) => answer.startsWith('429'))).toEqual([])
  })

  it('warns before an idle one ends, asks the server nothing meanwhile, and ends it in time', async () => {
    const user = await newUser()
    const watched = await ui.open('/auth/profile')
    onTestFinished(() => watched.context.close())
    await watched.page.clock.install()
    await signIn(watched, user.username)
    await heading(watched, 'Account')
    const { page } = watched
    const saved = page.waitForResponse((reply) => reply.url().endsWith('/preferences/') && reply.ok())
    await page.getByRole('combobox', { name: 'Sign out when idle' }).click()
    await page.getByRole('option', { name: 'After 15 minutes' }).click()
    await saved
    await connection(page).getByText('live').waitFor()

    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.clock.fastForward('14:10')
    const warning = page.getByRole('dialog', { name: /^You will be signed out in \d+ s$/ })
    await warning.waitFor()
    expect(asked).toEqual([])
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await warning.waitFor({ state: 'detached' })
    expect(asked.length).toBeGreaterThan(0)

    await page.clock.fastForward('14:10')
    await warning.waitFor()
    await page.clock.fastForward('01:00')
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
  })

  it('has one socket for all tabs; another tab takes over when its tab closes', async () => {
    const user = await newUser()
    const watched = await signedIn(QUERIES, 'Queries', user)
    await connection(watched.page).getByText('live').waitFor()
    const other = await openTab(watched.context, ui.runs.app.url)
    const opened: string[] = []
    other.page.on('websocket', (socket) => opened.push(socket.url()))
    await other.page.goto(`${ui.runs.app.url}${QUERIES}`)
    await connection(other.page).getByText('live').waitFor()
    await notify(user, 'Something happened')
    await other.page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
    expect(opened).toEqual([])

    await watched.page.close()
    await expect.poll(() => opened.length).toBe(1)
    await notify(user, 'Something else happened')
    await other.page.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor()
    expect(other.complaints).toEqual([])
  })

  it('announces what happens, and marks all as read in all tabs', async () => {
    const user = await newUser()
    const watched = await signedIn(QUERIES, 'Queries', user)
    const other = await openTab(watched.context, ui.runs.app.url)
    await other.page.goto(`${ui.runs.app.url}${QUERIES}`)
    await connection(other.page).getByText('live').waitFor()
    await other.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    await notify(user, 'A fabric is slow', QUERIES)
    await other.page.getByRole('status').getByText('1 unread notification').waitFor({ state: 'attached' })
    await notify(user, 'A fabric is away')

    await watched.page.getByRole('button', { name: 'Notifications, 2 unread' }).click()
    await watched.page.getByRole('link', { name: 'Unread: Warning: A fabric is slow' }).waitFor()
    expect(await barriers(watched)).toEqual([])
    await watched.page.getByRole('button', { name: 'Mark all as read' }).click()
    await watched.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    await other.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    expect([...watched.complaints, ...other.complaints]).toEqual([])
  })

  it('says that the server is away, and goes on with what was typed', async () => {
    const { port } = new URL(ui.runs.app.url)
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(port) })
    onTestFinished(() => proxy.close())
    const watched = await signedIn('/auth/profile', 'Account', await newUser(), {
      baseURL: `http://127.0.0.1:${proxy.port}`,
    })
    const { page } = watched
    await connection(page).getByText('live').waitFor()
    await page.getByLabel('First name').fill('Clara')

    proxy.cut()
    await page.getByRole('status').getByText('The server does not answer.').waitFor()
    await connection(page)
      .getByText(/^offline, trying again in \d+ s$/)
      .waitFor()
    expect(await barriers(watched)).toEqual([])
    proxy.restore()
    await connection(page).getByText('live').waitFor({ timeout: 35_000 })
    await page.getByRole('status').getByText('The server does not answer.').waitFor({ state: 'detached' })
    expect(await page.getByLabel('First name').inputValue()).toBe('Clara')
  })

  it('needs no channel between tabs and no locks, which plain http may not have', async () => {
    const user = await newUser()
    const watched = await ui.open('/login')
    onTestFinished(() => watched.context.close())
    await watched.context.addInitScript(
      `delete window.BroadcastChannel; Object.defineProperty(navigator, 'locks', { value: undefined })`,
    )
    await watched.page.goto(QUERIES)
    await signIn(watched, user.username)
    await heading(watched, 'Queries')
    const other = await openTab(watched.context, ui.runs.app.url)
    await other.page.goto(`${ui.runs.app.url}/auth/profile`)
    await heading(other, 'Account')
    await connection(other.page).getByText('live').waitFor()

    await watched.page.getByRole('button', { name: 'Account' }).click()
    await watched.page.getByRole('menuitem', { name: 'Sign out' }).click()
    const cover = other.page.getByRole('dialog', { name: 'Sign in again' })
    await cover.waitFor()
    await signIn(watched, user.username)
    await cover.waitFor({ state: 'detached' })
    expect([...watched.complaints, ...other.complaints]).toEqual([])
  })

  it('says that one is offline, until one is not', async () => {
    const watched = await signedIn('/', 'Home', await newUser())
    await connection(watched.page).getByText('live').waitFor()
    await watched.context.setOffline(true)
    await watched.page.getByRole('status').getByText('You are offline.').waitFor()
    await watched.context.setOffline(false)

    await connection(watched.page).getByText('live').waitFor()
    await watched.page.getByRole('status').getByText('You are offline.').waitFor({ state: 'detached' })
  })

  it('shows a viewer which permission a page takes, without asking the server', async () => {
    const watched = await signedIn('/queries/saved-queries/new', 'New query', await newUser('viewer'))

    await watched.page.getByText('queries.add_savedquery').waitFor()
    await watched.page.goto('/auth/management/')
    await watched.page.getByText('administrators only').waitFor()
    expect(watched.complaints).toEqual([])
  })

  describe('the palette', () => {
    it.each([
      ['bd set', 'Settings of bridge domains', /\/queries\/saved-queries\/[\w-]+\/$/],
      ['runs', 'Runs', /\/queries\/execution-logs\/$/],
    ])('finds by %j %s', async (typed, name, address) => {
      const { page, complaints } = await ui.opened(QUERIES, 'Queries')
      await page.keyboard.press('Control+k')
      await page.keyboard.type(typed)
      await page.getByRole('option', { name, selected: true }).waitFor()
      await page.keyboard.press('Enter')

      await page.waitForURL(address)
      expect(complaints).toEqual([])
    })

    it('finds a class, which opens a new query with it', async () => {
      const { page } = await ui.opened(QUERIES, 'Queries')
      await page.keyboard.press('Control+k')
      await page.keyboard.type('fvsub')
      await page.getByRole('option', { name: /^fvSubnet/, selected: true }).waitFor()
      await page.keyboard.press('Enter')

      await page.getByRole('group', { name: /^fvSubnet/ }).waitFor()
      expect(page.url()).toMatch(/\/queries\/saved-queries\/new$/)
    })

    it('finds the theme, and shows what was chosen last first', async () => {
      const watched = await signedIn(QUERIES, 'Queries', await newUser())
      const { page } = watched
      // The page has read its queries before those of the palette are counted; its newest runs may come later.
      await page.getByRole('table', { name: 'Queries' }).waitFor()
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await page.keyboard.press('Control+k')
      await page.keyboard.type('dark')
      await page.getByRole('option', { name: 'Use the dark theme', selected: true }).waitFor()
      expect(await barriers(watched)).toEqual([])
      await page.keyboard.press('Enter')
      await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
      expect(
        asked.filter((url) => /\/api\/(queries\/saved-queries|controller)\//.test(url)).length,
      ).toBeLessThanOrEqual(2)

      await page.keyboard.press('Control+k')
      await page.keyboard.type('runs')
      await page.keyboard.press('Enter')
      await heading(watched, 'Runs')
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: /^Runs/, selected: true }).waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.press('g')
      await page.keyboard.press('h')
      await heading(watched, 'Home')
      expect(watched.complaints).toEqual([])
    })
  })

  it.each([
    ['/queries/scheduled-executions/257ab9dd-7339-4911-90b7-05f86decb74f/', 'Scheduled run'],
    ['/history/snapshots/257ab9dd-7339-4911-90b7-05f86decb74f/', 'Snapshot'],
    ['/audit/settings/', 'Audit settings'],
    ['/controller/connections/', 'Connections'],
    ['/nowhere', 'Not found'],
  ])('opens the address of a notice with its heading: %s', async (path, title) => {
    const { page } = await ui.opened(path, title)

    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  })

  it('names the permission that a page takes', async () => {
    const user = await ui.runs.app.userOf(undefined)
    const watched = await signedIn('/history/snapshots/257ab9dd-7339-4911-90b7-05f86decb74f/', 'Snapshot', {
      id: user.id,
      username: (await user.get('/api/auth/profile/')).body.username,
    })

    await watched.page.getByText('history.view_snapshot').waitFor()
  })

  it.each([
    ['/', 'Home', 'What changed since you were last here'],
    ['/notifications/', 'Notifications', 'What you receive'],
  ])('has no barriers, and fits a narrow screen: %s', async (path, title, part) => {
    const watched = await ui.opened(path, title)
    const { page } = watched
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await page.reload()
    await page.getByRole('heading', { name: part }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await barriers(watched)).toEqual([])
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(
      calls.filter((call) => /^\/api\//.test(call) && !/token\/refresh|ws-ticket/.test(call)).length,
    ).toBeLessThanOrEqual(8)

    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    expect(await page.evaluate('document.querySelector("main").scrollWidth')).toBe(390)
    expect(watched.complaints).toEqual([])
  })
})
