import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../browser.ts'
import { heading, startWebUi, type WebUi } from '../web-ui.ts'

const BD = { nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name'] }] }
const PATH = '/queries/saved-queries/'

/** Wide enough for the tree of categories. */
const WIDE = { width: 1720, height: 900 }

describe.skipIf(chromiumPath === undefined)('the list of queries', () => {
  let ui: WebUi
  let runs: WebUi['runs']
  beforeAll(async () => {
    ui = await startWebUi({ alone: true })
    ;({ runs } = ui)
    for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta']) await runs.save({ name, ...BD })
  })
  afterAll(() => ui.stop())

  const shown = (page: Page) =>
    page.getByRole('table', { name: 'Queries' }).locator('tbody a[href^="/queries/saved-queries/"]').allTextContents()
  const menu = async (page: Page, of: string, entry: string) => {
    await page.getByRole('button', { name: of, exact: true }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  const category = async (name: string, parent: number | null = null): Promise<number> =>
    (await runs.app.admin.post('/api/queries/categories/', { name, parent })).body.id

  it('opens with at most eight different calls, and goes to a new query', async () => {
    const watched = await ui.opened(PATH, 'Queries')
    const calls: string[] = []
    watched.page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/') && !/refresh|ws-ticket/.test(pathname)) calls.push(pathname)
    })
    await watched.page.reload()
    await watched.page.getByRole('table', { name: 'Queries' }).waitFor()
    await watched.page.waitForLoadState('networkidle')
    const opening = [...new Set(calls)]
    await watched.page.getByRole('button', { name: 'New query' }).click()
    await heading(watched, 'New query')

    expect(opening.length, opening.join('\n')).toBeLessThanOrEqual(8)
    expect(watched.complaints).toEqual([])
  })

  it('creates, renames, moves and deletes categories; what is in one moves up', async () => {
    const watched = await ui.opened(PATH, 'Queries', { viewport: WIDE })
    const { page } = watched
    await page.getByRole('button', { name: 'New category' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Fabric')
    await page.keyboard.press('Enter')
    await menu(page, 'Actions for category Fabric', 'New category inside…')
    await page.getByRole('dialog').getByLabel('Name').fill('Ports')
    await page.keyboard.press('Enter')
    await menu(page, 'Actions for category Ports', 'Rename…')
    await page.getByRole('dialog').getByLabel('Name').fill('Interfaces')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Interfaces' }).waitFor()
    await menu(page, 'Actions for category Fabric', 'Delete…')
    await page.getByText('its category will move to the top').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('link', { name: 'Fabric' }).waitFor({ state: 'detached' })

    expect(await page.getByRole('link', { name: 'Interfaces' }).isVisible()).toBe(true)
    expect(watched.complaints).toEqual([])
  })

  it('moves a query by dragging it to a category, and counts it there', async () => {
    await category('Dropped here')
    const watched = await ui.opened(PATH, 'Queries', { viewport: WIDE })
    const { page } = watched
    await page.getByRole('row', { name: /Alpha/ }).dragTo(page.getByRole('link', { name: 'Dropped here' }))
    await page.getByRole('link', { name: 'Dropped here 1' }).click()
    await expect.poll(() => shown(page)).toEqual(['Alpha'])

    expect(watched.complaints).toEqual([])
  })

  it('selects a range, and all that match on all pages', async () => {
    const watched = await ui.opened(`${PATH}?search=a`, 'Queries')
    const { page } = watched
    await page.getByLabel('Select Alpha').click()
    await page.getByLabel('Select Delta').click({ modifiers: ['Shift'] })
    const bar = page.getByRole('region', { name: 'Selected queries' })
    await bar.getByText('3 queries selected').waitFor()
    await bar.getByRole('button', { name: 'Select all 4 queries that match' }).click()
    await bar.getByText('4 queries selected').waitFor()
    await page.getByRole('searchbox', { name: 'Search queries' }).fill('no such query')
    await page.getByRole('heading', { name: 'No queries match' }).waitFor()

    expect(await bar.count()).toBe(0)
    expect(watched.complaints).toEqual([])
  })

  it('says for each query why it could not be deleted, and what goes with those that are', async () => {
    const editor = await runs.app.userOf('editor')
    const { username } = (await editor.get('/api/auth/profile/')).body
    const own = await editor.post('/api/queries/saved-queries/', {
      name: 'Mine',
      edges: [],
      ...BD,
      controller_connection: runs.connection,
    })
    await editor.post('/api/queries/scheduled-tasks/', {
      name: 'every hour',
      saved_query: own.body.id,
      controller_connections: [runs.connection],
      schedule_type: 'interval',
      interval_minutes: 60,
    })
    await runs.save({ name: 'Of somebody else', ...BD })
    const { page } = await ui.opened(PATH, 'Queries', { username })
    await page.getByLabel('Select Mine').click()
    await page.getByLabel('Select Of somebody else').click()
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByText('every hour').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()

    const failures = page.getByRole('dialog').getByRole('alert')
    await failures.getByText('1 query was not deleted:').waitFor()
    expect(await failures.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^Of somebody else.*owner/),
    ])
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect.poll(() => shown(page)).not.toContain('Mine')
  })

  it('exports a query and imports it again under another name, into the category that is shown', async () => {
    const target = await category('Imported')
    const watched = await ui.opened(PATH, 'Queries', { viewport: WIDE })
    const { page } = watched
    await page.getByRole('button', { name: 'Actions for Beta' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export JSON' }).click(),
    ])
    const exported = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect([download.suggestedFilename(), exported.name, exported.controller_connection]).toEqual([
      'Beta.heddle.json',
      'Beta',
      'lab',
    ])

    await page.getByRole('link', { name: 'Imported' }).click()
    await page.getByRole('heading', { name: 'Nothing in this category' }).waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Query as JSON').fill('{"nodes": [}')
    await dialog.getByText('This is not JSON.').waitFor()
    await dialog.getByLabel('Choose a file').setInputFiles({
      name: 'Beta.heddle.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ ...exported, category: undefined })),
    })
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByText('Importing this changes it').waitFor()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByLabel('Name').fill('Beta again')
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()

    await expect.poll(() => shown(page)).toEqual(['Beta again'])
    const { results } = (await runs.app.admin.get(`/api/queries/saved-queries/?category=${target}`)).body
    expect(results.map(({ name, nodes }: { name: string; nodes: unknown }) => [name, nodes])).toEqual([
      ['Beta again', exported.nodes],
    ])
    expect(watched.complaints).toEqual([])
  })

  it('keeps the other filters when one changes, and comes back to the same list', async () => {
    const watched = await ui.opened(`${PATH}?search=a&ordering=-name`, 'Queries', { viewport: WIDE })
    const { page } = watched
    await page.getByRole('table').waitFor()
    await page.getByRole('link', { name: 'Favorites' }).click()
    await page.getByRole('heading', { name: 'No queries match' }).waitFor()
    expect(new URL(page.url()).search).toBe('?search=a&ordering=-name&is_favorite=true')
    await page.getByRole('link', { name: 'All queries' }).click()
    await page.getByRole('link', { name: 'Gamma' }).click()
    await heading(watched, 'Gamma')
    await page.goBack()
    await heading(watched, 'Queries')

    expect(new URL(page.url()).search).toBe('?search=a&ordering=-name')
    expect((await shown(page))[0]).toBe('Gamma')
    expect(watched.complaints).toEqual([])
  })

  it('is walked by J and K, and a row is opened by Enter', async () => {
    const watched = await ui.opened(`${PATH}?search=a`, 'Queries')
    const { page } = watched
    await page.getByRole('table').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('1 query selected').waitFor()
    await page.keyboard.press('k')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await heading(watched, 'Beta')

    expect(watched.complaints).toEqual([])
  })

  it('offers a viewer nothing that a viewer may not do', async () => {
    const viewer = await runs.app.userOf('viewer')
    const { username } = (await viewer.get('/api/auth/profile/')).body
    const watched = await ui.opened(PATH, 'Queries', { username })
    const { page } = watched
    await page.getByRole('table').waitFor()
    await page.getByRole('button', { name: 'Actions for Gamma' }).click()
    await page.getByRole('menuitem', { name: 'Open' }).waitFor()

    expect(await page.getByRole('menuitem').allTextContents()).toEqual([
      'Open',
      'Copy link',
      'Runs',
      'History',
      'Schedules',
      'Add to favorites',
      'Export JSON',
    ])
    expect(await page.getByRole('button', { name: /^(New|Import|Actions for category)/ }).count()).toBe(0)
    expect(watched.complaints).toEqual([])
  })
})
