import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '@heddle/server/testing/start-test-app.ts'
import { chromiumPath, startBrowser, type TestBrowser, type WatchedPage } from '../browser.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PAGES = ['/api/docs/', '/api/redoc/']
/** An operation as both pages show it. */
const AN_OPERATION = 'List audit entries, newest first'
/** ReDoc draws the whole document before it shows anything, which takes long on a busy machine. */
const TO_DRAW = { timeout: 80_000 }

describe.skipIf(chromiumPath === undefined)('the pages of the API description', () => {
  let app: TestApp
  let browser: TestBrowser
  beforeAll(async () => {
    app = await startTestApp()
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await app.stop()
  })

  const open = async (path: string, baseURL = app.url): Promise<WatchedPage> => {
    const watched = await browser.open({ baseURL })
    await watched.page.goto(path)
    return watched
  }
  const ticket = async (): Promise<string> => (await app.admin.post('/api/ws-ticket/')).body.ticket
  const enterToken = async ({ page }: WatchedPage, token: string): Promise<void> => {
    await page.getByLabel('Token').fill(token)
    await page.getByRole('button', { name: 'Open' }).click()
  }
  /** Swagger UI shows those of a group once it is unfolded. */
  const showsOperations = async ({ page }: WatchedPage): Promise<void> => {
    if (new URL(page.url()).pathname === '/api/docs/') await page.locator('#operations-tag-Audit').click(TO_DRAW)
    await page.getByText(AN_OPERATION).filter({ visible: true }).first().waitFor(TO_DRAW)
  }
  /** Without the part that leads to an operation. */
  const addressOf = ({ page }: WatchedPage): string => page.url().split('#')[0]!
  const stored = ({ page }: WatchedPage) =>
    page.evaluate<number>('localStorage.length + sessionStorage.length + document.cookie.length')

  it.each(PAGES)('%s opens from a plain link, asks for a token and shows the operations', async (path) => {
    const watched = await open(path)

    await enterToken(watched, app.admin.access)

    await showsOperations(watched)
    expect(await stored(watched)).toBe(0)
    expect(watched.complaints).toEqual([])
  })

  it.each(PAGES)('%s opens from a link with a ticket, once', async (path) => {
    const link = `${path}?ticket=${await ticket()}`

    const first = await open(link)
    await showsOperations(first)
    const second = await open(link)

    await second.page.getByRole('alert').getByText('This link was already used').waitFor()
    expect([first, second].map(addressOf)).toEqual([`${app.url}${path}`, `${app.url}${path}`])
    expect(first.complaints).toEqual([])
    expect(await second.page.getByText(AN_OPERATION).count()).toBe(0)
  })

  it('a wrong token is refused in words, and the next one works', async () => {
    const watched = await open('/api/docs/')

    await enterToken(watched, 'nonsense')
    await watched.page.getByRole('alert').getByText('This token is not valid').waitFor()
    await enterToken(watched, app.admin.access)

    await showsOperations(watched)
  })

  it('the form has no barrier that axe knows', async () => {
    const { page } = await open('/api/docs/')

    await page.getByLabel('Token').waitFor()
    await page.evaluate(AXE)
    const violations = await page.evaluate<string[]>(
      'axe.run().then(({ violations }) => violations.map(({ id, help }) => `${id}: ${help}`))',
    )

    expect(violations).toEqual([])
  })

  it('"Try it out" calls the API with the token', async () => {
    const watched = await open('/api/docs/')
    const { page } = watched
    await enterToken(watched, app.admin.access)

    await showsOperations(watched)
    await page.getByText(AN_OPERATION).click()
    await page.getByRole('button', { name: 'Try it out' }).click()
    const [answer] = await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).pathname === '/api/audit/logs/'),
      page.getByRole('button', { name: 'Execute' }).click(),
    ])

    expect(answer.status()).toBe(200)
    expect(await answer.json()).toMatchObject({ count: expect.any(Number) })
    await page.getByText('"count_is_exact": true').first().waitFor()
    expect(watched.complaints).toEqual([])
  })

  it.each(PAGES)('%s asks for nothing where the description needs no token', async (path) => {
    const open_ = await startTestApp({ env: { SIGNED_OUT_DOCS: 'true' } })

    const watched = await open(path, open_.url)
    await showsOperations(watched)

    expect(watched.complaints).toEqual([])
    await watched.context.close()
    await open_.stop()
  })
})
