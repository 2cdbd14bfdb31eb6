import { readFile } from 'node:fs/promises'
import { ADMIN } from '@heddle/server/testing/start-test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, type WatchedPage } from '../browser.ts'
import { heading, startWebUi, type WebUi } from '../web-ui.ts'

const MOST_CLICKS = 12

describe.skipIf(chromiumPath === undefined)('a newcomer', () => {
  let ui: WebUi
  let username: string
  beforeAll(async () => {
    ui = await startWebUi()
    const editor = await ui.runs.app.userOf('editor')
    username = (await editor.get('/api/auth/profile/')).body.username
  })
  afterAll(() => ui.stop())

  it(`has the rows of a query of two classes in a file after at most ${MOST_CLICKS} clicks`, async () => {
    const watched = await ui.open('/login')
    const { page } = watched
    const clicks = await countClicks(watched)
    await page.getByLabel('Username').click()
    await page.keyboard.type(username)
    await page.getByLabel('Password', { exact: true }).click()
    await page.keyboard.type(ADMIN.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await heading(watched, 'Home')

    await page.getByRole('link', { name: 'Queries' }).first().click()
    await heading(watched, 'Queries')
    // The list offers it a second time as soon as it is known to be empty.
    await page.getByRole('button', { name: 'New query' }).first().click()
    await heading(watched, 'New query')
    await page.getByLabel('Search classes').click()
    await page.keyboard.type('bridge domain')
    await page.getByRole('option', { name: /^fvBD/ }).first().click()
    await page.getByRole('heading', { name: 'Fits beside fvBD' }).waitFor()
    await page
      .getByRole('button', { name: /^fvCtx/ })
      .first()
      .click()
    await page.getByRole('button', { name: /^Run/ }).first().click()
    await page
      .getByRole('grid', { name: 'Rows' })
      .getByRole('row', { name: /BD-web/ })
      .first()
      .waitFor()

    await page.getByRole('button', { name: 'Export' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
    const file = await readFile(await (await downloading).path(), 'utf8')

    expect(file).toContain('uni/tn-A/BD-web')
    expect(file.split('\n', 1)[0]).toContain('ctx.')
    expect(clicks()).toBeLessThanOrEqual(MOST_CLICKS)
    expect(watched.complaints).toEqual([])
  })
})

/** How often somebody clicked, on whatever page. */
async function countClicks({ page }: WatchedPage): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('clicked', () => {
    clicks += 1
  })
  const listen = "addEventListener('click', ({ detail }) => detail > 0 && clicked(), true)"
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return () => clicks
}
