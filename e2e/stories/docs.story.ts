import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../browser.ts'
import { barriers, heading, startWebUi, type WebUi } from '../web-ui.ts'

describe.skipIf(chromiumPath === undefined)('the documentation', () => {
  let ui: WebUi
  beforeAll(async () => void (ui = await startWebUi()))
  afterAll(() => ui.stop())

  it('is found from the account menu, and read without signing in', async () => {
    const { page, context } = await ui.opened('/', 'Home')
    await page.getByRole('button', { name: 'Account' }).click()
    const opening = context.waitForEvent('page')
    await page.getByRole('menuitem', { name: 'Documentation' }).click()
    await (await opening).close()

    const watched = await ui.open('/docs/')
    await heading(watched, 'Heddle')
    await watched.page.getByRole('link', { name: 'Expectations and checks', exact: true }).first().click()
    await heading(watched, 'Expectations and checks')
    await watched.page.getByRole('navigation', { name: 'On this page' }).getByText('Findings and waivers').click()
    expect(new URL(watched.page.url()).hash).toBe('#findings-and-waivers')
    expect(watched.complaints).toEqual([])
  })

  it('is searched with the keyboard', async () => {
    const watched = await ui.open('/docs/connect/')
    const { page } = watched
    const found = page.getByRole('region', { name: 'Found' })
    await page.keyboard.press('/')
    await page.keyboard.type('xqzvwyk')
    await found.getByText('Nothing is about “xqzvwyk”.').waitFor()
    await page.keyboard.press('Escape')
    await found.waitFor({ state: 'hidden' })

    await page.getByRole('searchbox').fill('rotating the key')
    await found.getByRole('link', { name: /^Rotating the key/ }).waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.keyboard.press('Enter')
    await heading(watched, 'Operations')
    expect(new URL(page.url()).hash).toBe('#rotating-the-key')
    expect(watched.complaints).toEqual([])
  })

  it.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)(
    'has no barriers in the %s theme, %i pixels wide, and does not scroll sideways',
    async (colorScheme, width) => {
      const watched = await ui.open('/docs/configuration/', { colorScheme, viewport: { width, height: 900 } })
      await heading(watched, 'Configuration')

      expect(await barriers(watched)).toEqual([])
      expect(await watched.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    },
  )

  it('says what has no page', async () => {
    const watched = await ui.open('/docs/no-such-page/')

    await heading(watched, 'There is no such page')
    await watched.page
      .getByRole('navigation', { name: 'Documentation' })
      .getByRole('link', { name: 'Runs', exact: true })
      .waitFor()
    expect((await ui.runs.app.anonymous.get('/docs/no-such-page/')).status).toBe(404)
    expect((await ui.runs.app.anonymous.get('/docs/checks')).status).toBe(200)
  })
})
