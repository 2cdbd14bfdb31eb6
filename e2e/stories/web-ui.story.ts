import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../browser.ts'
import { barriers, heading, signIn, startWebUi, type WebUi } from '../web-ui.ts'

const TENANTS = { nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }] }

describe.skipIf(chromiumPath === undefined)('the web UI', () => {
  let ui: WebUi
  let runs: WebUi['runs']
  let open: WebUi['open']
  let opened: WebUi['opened']
  beforeAll(async () => {
    ui = await startWebUi()
    ;({ runs, open, opened } = ui)
    await runs.execute(await runs.save({ name: 'Known tenants', ...TENANTS }))
  })
  afterAll(() => ui.stop())

  it('asks to sign in, by keyboard alone, and then shows the address that was asked for', async () => {
    const watched = await open('/queries/execution-logs/?status=failure')
    await signIn(watched)
    await heading(watched, 'Runs')

    expect(watched.page.url()).toBe(`${runs.app.url}/queries/execution-logs/?status=failure`)
    expect(watched.complaints).toEqual([])
  })

  it('keeps no token where scripts could read it, and a reload keeps one signed in', async () => {
    const watched = await opened('/queries/saved-queries/', 'Queries')
    const readable = await watched.page.evaluate<string>(
      'JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie',
    )
    await watched.page.reload()
    await heading(watched, 'Queries')

    expect(readable).not.toMatch(/ey[\w-]+\.|heddle_refresh/)
    expect(watched.complaints).toEqual([])
  })

  it('signs out all tabs', async () => {
    const watched = await open('/')
    await signIn(watched)
    await heading(watched, 'Home')
    const other = await watched.context.newPage()
    await other.goto('/controller/connections/')
    await other.getByRole('heading', { level: 1, name: 'Connections' }).waitFor()

    await watched.page.getByRole('button', { name: 'Account' }).click()
    await watched.page.getByRole('menuitem', { name: 'Sign out' }).click()

    await watched.page.getByRole('button', { name: 'Sign in' }).waitFor()
    await other.getByRole('button', { name: 'Sign in' }).waitFor()
  })

  it('says what is wrong with a password, and keeps the form', async () => {
    const { page } = await open('/login')
    await page.getByLabel('Username').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.keyboard.press('Enter')

    const password = page.getByLabel('Password', { exact: true })
    await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true')
    expect([await page.getByLabel('Username').inputValue(), await password.inputValue()]).toEqual(['admin', 'wrong'])
  })

  it('runs a query and shows its rows, which the address sorts and filters', async () => {
    const watched = await opened('/queries/saved-queries/', 'Queries')
    const { page } = watched
    await page.getByRole('button', { name: 'Run Known tenants' }).click()
    await heading(watched, 'Known tenants')
    const grid = page.getByRole('grid', { name: 'Rows' })
    await grid.waitFor()
    const all = Number(
      await expect
        .poll(() => grid.getAttribute('aria-rowcount'))
        .not.toBe('1')
        .then(() => grid.getAttribute('aria-rowcount')),
    )

    await page.getByRole('columnheader', { name: 'name', exact: true }).click()
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'name', exact: true }).getAttribute('aria-sort'))
      .toBe('ascending')
    expect(page.url()).toContain('sort=name')
    await page.getByRole('searchbox', { name: 'Find in rows' }).fill('no such tenant')
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('1')
    await page.getByRole('searchbox', { name: 'Find in rows' }).fill('')
    await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount'))).toBe(all)
    expect(all).toBeGreaterThan(1)
    expect(watched.complaints).toEqual([])
  })

  it('tests a connection and says which step fails', async () => {
    await runs.connect({ name: 'Closed port', host: 'http://127.0.0.1:9' })
    const { page, complaints } = await opened('/controller/connections/', 'Connections')
    await page.getByRole('button', { name: 'Test Closed port' }).click()

    await page.getByRole('dialog').getByText('Address: failed').waitFor()
    expect(complaints).toEqual([])
  })

  it('shows a viewer only what a viewer may do', async () => {
    const viewer = await runs.app.userOf('viewer')
    const { username } = (await viewer.get('/api/auth/profile/')).body
    const { page, complaints } = await opened('/controller/connections/', 'Connections', { username })
    await page.getByRole('table').waitFor()

    expect(await page.getByRole('button', { name: /^(New connection|Test)/ }).count()).toBe(0)
    await page
      .getByRole('button', { name: /^Actions/ })
      .first()
      .click()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['About the fabric…', 'Requests now…'])
    expect(complaints).toEqual([])
  })

  it('finds pages and queries by keyboard', async () => {
    const watched = await opened('/', 'Home')
    await watched.page.keyboard.press('Control+k')
    await watched.page.keyboard.type('runs')
    await watched.page.keyboard.press('Enter')

    await heading(watched, 'Runs')
    expect(watched.complaints).toEqual([])
  })

  it.each([
    ['/queries/saved-queries/', 'Queries'],
    ['/queries/execution-logs/', 'Runs'],
    ['/controller/connections/', 'Connections'],
  ])('has no barriers: %s', async (path, title) => {
    const watched = await opened(path, title)
    await watched.page.getByRole('table').waitFor()

    expect(await barriers(watched)).toEqual([])
    expect(await watched.page.getByRole('heading', { level: 1 }).count()).toBe(1)
  })

  it('has no barriers: the sign-in page', async () => {
    const watched = await open('/login')
    await heading(watched, 'Sign in')

    expect(await barriers(watched)).toEqual([])
  })
})
