import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AREAS, isOpenTo, PAGES } from '../../web/src/app/shell/areas.ts'
import { chromiumPath, type WatchedPage } from '../browser.ts'
import { lostInForcedColours } from '../forced-colours.ts'
import { barriers, startWebUi, type WebUi } from '../web-ui.ts'

const OFFERED = [...AREAS, ...PAGES]
/** Signing in is a matter of its own. */
const OF_SESSION = /\/api\/(?:auth\/token\/refresh|ws-ticket)\//
const MOST_CALLS = 8
/** Some forty pages. */
const LONG_MS = 300_000

/** What a page asks of the API, and what of that it may not ask. */
function watchCalls(page: Page) {
  const asked: string[] = []
  const refused: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/api/') || OF_SESSION.test(pathname)) return
    asked.push(pathname)
    if (response.status() === 403) refused.push(`${response.request().method()} ${pathname}`)
  })
  return { take: () => asked.splice(0), refused: () => refused.splice(0) }
}

/** A page that follows what runs asks again and again and never rests; what it began with has been asked by then. */
const hasSettled = (page: Page): Promise<void> =>
  page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)

async function openPage({ page }: WatchedPage, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await hasSettled(page)
}

/** What begins something new: where that opens a form, the form is read too. */
const beginners = (page: Page) =>
  page
    .getByRole('main')
    .or(page.getByRole('banner'))
    .getByRole('button', { name: /^(?:New|Add|Create|Install|Invite) / })

describe.skipIf(chromiumPath === undefined)('every page that is offered', () => {
  let ui: WebUi
  beforeAll(async () => {
    ui = await startWebUi()
  })
  afterAll(() => ui.stop())

  it.each(['administrator', 'operator', 'editor', 'viewer'] as const)(
    'asks nothing that the %s may not ask, and no more than a page should; so do its forms',
    async (role) => {
      const user = await ui.runs.app.userOf(role)
      const profile = (await user.get('/api/auth/profile/')).body
      const watched = await ui.opened('/', 'Home', { username: profile.username })
      const { page } = watched
      const calls = watchCalls(page)
      for (const area of OFFERED.filter((one) => isOpenTo(one, profile))) {
        // What the page before still waits for ends with it.
        await page.goto('about:blank')
        calls.take()
        await openPage(watched, area.to)
        const asked = calls.take()
        expect([area.to, asked.length <= MOST_CALLS ? [] : asked]).toEqual([area.to, []])
        expect([area.to, await page.getByText('You may not see this page').count()]).toEqual([area.to, 0])
        if ((await beginners(page).count()) > 0) {
          await beginners(page).first().click()
          await hasSettled(page)
        }
        expect([area.to, calls.refused()]).toEqual([area.to, []])
      }
      expect(watched.complaints).toEqual([])
    },
    LONG_MS,
  )

  it(
    'has no barriers in either theme, and loses nothing where the system forces its colours',
    async () => {
      const watched = await ui.opened('/', 'Home')
      const found: (readonly [string, readonly string[]])[] = []
      for (const { to } of OFFERED) {
        await openPage(watched, to)
        const here = [...(await barriers(watched)), ...(await lostInForcedColours(watched.page))]
        if (here.length > 0) found.push([to, here])
      }
      expect(found).toEqual([])
    },
    2 * LONG_MS,
  )
})
