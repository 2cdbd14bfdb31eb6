import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../browser.ts'
import { barriers, heading, startWebUi, type WebUi } from '../web-ui.ts'

const NODES = [{ id: 't', class_name: 'fvTenant', properties: ['name'] }]
const QUERIES = '/queries/saved-queries/'
const SAVE = /\/api\/queries\/saved-queries\/[\w-]+\/$/

describe.skipIf(chromiumPath === undefined)('changes that people make', () => {
  let ui: WebUi
  beforeAll(async () => {
    ui = await startWebUi()
  })
  afterAll(() => ui.stop())

  async function editorWithQuery(name: string) {
    const editor = await ui.runs.app.userOf('editor')
    const { username } = (await editor.get('/api/auth/profile/')).body as { username: string }
    const body = { name, nodes: NODES, edges: [], controller_connection: ui.runs.connection }
    const { id } = (await editor.post('/api/queries/saved-queries/', body)).body as { id: string }
    return { editor, username, id }
  }
  const addClass = async (page: Page, name: string) => {
    await page.getByRole('searchbox', { name: 'Search classes' }).fill(name)
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: new RegExp(`^${name}`) }).waitFor()
  }

  it('that fail say so in place, keep the work, and are sent again when the server allows it', async () => {
    const { username, id } = await editorWithQuery('Refused at first')
    const { page } = await ui.opened(`${QUERIES}${id}/`, 'Refused at first', { username })
    await addClass(page, 'fvBD')
    await page.route(SAVE, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 429,
            headers: { 'retry-after': '5' },
            contentType: 'application/json',
            body: '{"detail":"Too many requests.","request_id":"req-9"}',
          })
        : route.fallback(),
    )
    await page.keyboard.press('Control+s')
    const failure = page.getByRole('alert').filter({ hasText: 'Not saved.' })
    await failure.getByText('Your edits are kept in this browser.').waitFor()
    await failure.getByText('req-9').waitFor()
    await failure.getByRole('button', { name: /^Try again in \d s$/ }).waitFor()
    expect(await page.getByRole('status', { name: 'Messages' }).textContent()).toBe('')

    await page.unroute(SAVE)
    await failure.getByRole('button', { name: 'Try again', exact: true }).click()
    await page.getByText('Saved as v2.').waitFor()
    expect(await failure.count()).toBe(0)
  })

  it('of a query that belongs to somebody else are saved as a copy, and the page says so from the start', async () => {
    const id = await ui.runs.save({ name: 'Of the administrator', nodes: NODES })
    const { username } = await editorWithQuery('Something of their own')
    const watched = await ui.opened(`${QUERIES}${id}/`, 'Of the administrator', { username })
    const { page } = watched
    await page.getByText(/^Owned by /).waitFor()
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Save a copy' }).click()
    await page.getByRole('dialog', { name: 'Save a copy' }).getByRole('button', { name: 'Save', exact: true }).click()

    await heading(watched, 'Of the administrator (copy)')
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    expect(watched.complaints).toEqual([])
  })

  it('are no conflict with oneself, however often the key repeats or the answer was lost', async () => {
    const { editor, username, id } = await editorWithQuery('Saved thrice')
    const { page } = await ui.opened(`${QUERIES}${id}/`, 'Saved thrice', { username })
    await addClass(page, 'fvBD')
    const canvas = page.getByRole('group', { name: /^fvBD/ })
    let sent = 0
    // The server has the first, and its answer never comes.
    await page.route(SAVE, async (route) => {
      if (route.request().method() !== 'PATCH' || sent++ > 0) return route.fallback()
      await route.fetch()
      return route.abort()
    })
    await page.keyboard.press('Control+s')
    await page.getByRole('alert').filter({ hasText: 'Not saved.' }).waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as v2.').waitFor()

    expect(await canvas.count()).toBe(1)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect((await editor.get(`/api/queries/saved-queries/${id}/`)).body.current_version).toBe('2')
  })

  it('are sent once for two clicks within a frame', async () => {
    const { editor, username } = await editorWithQuery('Twice')
    const { page } = await ui.opened(`${QUERIES}?search=Twice`, 'Queries', { username })
    await page.getByRole('button', { name: 'Actions for Twice' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
    await page.evaluate(`(() => {
      const item = [...document.querySelectorAll('[role="menuitem"]')].find((one) => one.textContent === 'Duplicate')
      item.click()
      item.click()
    })()`)
    await page.getByText(/^Created “/).waitFor()

    expect((await editor.get('/api/queries/saved-queries/?search=Twice')).body.count).toBe(2)
  })

  it('leave the focus on the title of the next page, and on the title where a dialog of it has closed', async () => {
    const name = 'Its title takes the focus'
    await ui.runs.save({ name, nodes: [{ id: 't', class_name: 'fvTenant' }] })
    const watched = await ui.opened('/', 'Home')
    const { page } = watched
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs' }).click()
    await heading(watched, 'Runs')
    const focused = () => page.evaluate('document.activeElement?.textContent')
    await expect.poll(async () => page.evaluate('document.activeElement?.tagName')).not.toBe('BODY')
    await page.keyboard.press('g')
    await page.keyboard.press('q')
    await heading(watched, 'Queries')

    await expect.poll(focused).toBe('Queries')
    await page.getByRole('status').getByText('Queries', { exact: true }).waitFor({ state: 'attached' })
    expect(await barriers(watched)).toEqual([])

    // The workspace has a title of its own while it loads.
    await page.getByRole('searchbox', { name: 'Search queries' }).fill(name)
    await page.getByRole('table').getByRole('link', { name, exact: true }).click()
    await page.getByRole('application').waitFor()
    await expect.poll(focused).toBe(name)
    await page.getByRole('status').getByText(name, { exact: true }).waitFor({ state: 'attached' })
  })
})
