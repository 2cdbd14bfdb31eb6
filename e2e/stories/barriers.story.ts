import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../browser.ts'
import { lostInForcedColours } from '../forced-colours.ts'
import { barriers, saveAndRun, startWebUi, type WebUi } from '../web-ui.ts'

type Place = {
  readonly path: string
  readonly title: string
  /** A dialog, a menu or another state of the page; else the page itself. */
  readonly what?: string
  readonly reach: (page: Page) => Promise<void>
}

const table = (page: Page) => page.getByRole('table').waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const item = (page: Page, name: string) => page.getByRole('menuitem', { name }).click()
const dialog = (page: Page) => page.getByRole('dialog').getByRole('button').last().waitFor()

const QUERIES = { path: '/queries/saved-queries/', title: 'Queries' }
const CONNECTIONS = { path: '/controller/connections/', title: 'Connections' }

const inMenu = (entry: string) => async (page: Page) => {
  await button(page, 'Actions for Tenants')
  await item(page, entry)
  await dialog(page)
}

/** Every page, and what opens on it; a page more is an entry more. `:query` and `:run` are those of this story. */
const PLACES: readonly Place[] = [
  { ...QUERIES, reach: table },
  { ...QUERIES, what: 'selected rows', reach: (page) => page.getByLabel('Select Tenants').click() },
  { ...QUERIES, what: 'the menu of a query', reach: (page) => button(page, 'Actions for Tenants') },
  { ...QUERIES, what: 'renaming', reach: inMenu('Rename…') },
  { ...QUERIES, what: 'moving', reach: inMenu('Move…') },
  { ...QUERIES, what: 'deleting', reach: inMenu('Delete…') },
  {
    ...QUERIES,
    what: 'a new category',
    reach: async (page) => {
      await button(page, 'Categories…')
      await button(page, 'New category')
      await dialog(page)
    },
  },
  {
    ...QUERIES,
    what: 'importing',
    reach: async (page) => {
      await button(page, 'Import')
      await page.getByLabel('Query as JSON').fill('{"nodes": [], "edges": []}')
      await dialog(page)
    },
  },
  {
    ...QUERIES,
    what: 'importing what is wrong',
    reach: async (page) => {
      await button(page, 'Import')
      await page.getByLabel('Query as JSON').fill('{')
      await page.getByRole('dialog').getByRole('alert').waitFor()
    },
  },
  {
    path: '/queries/saved-queries/?search=nothing',
    title: 'Queries',
    what: 'no hits',
    reach: (page) => page.getByText('No queries match').waitFor(),
  },
  {
    ...QUERIES,
    what: 'the command palette',
    reach: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').waitFor()
    },
  },
  { ...QUERIES, what: 'notifications', reach: (page) => page.getByRole('button', { name: /^Notifications/ }).click() },
  { path: '/queries/execution-logs/', title: 'Runs', reach: table },
  {
    path: '/queries/execution-logs/:run/',
    title: 'Tenants',
    reach: (page) => page.getByRole('grid', { name: 'Rows' }).waitFor(),
  },
  { ...CONNECTIONS, reach: table },
  {
    ...CONNECTIONS,
    what: 'a new connection',
    reach: async (page) => {
      await button(page, 'New connection')
      await dialog(page)
    },
  },
  {
    ...CONNECTIONS,
    what: 'a form with faults',
    reach: async (page) => {
      await button(page, 'New connection')
      await button(page, 'Save')
      await page.locator('[aria-invalid="true"]').first().waitFor()
    },
  },
  {
    ...CONNECTIONS,
    what: 'a test',
    reach: async (page) => {
      await button(page, 'Test lab')
      await page.getByRole('dialog').getByText('The connection works.').waitFor()
    },
  },
  {
    path: '/queries/saved-queries/:query/',
    title: 'Tenants',
    reach: (page) => page.getByRole('tab', { name: 'Rows' }).waitFor(),
  },
]

/** Read on a telephone, and on a screen at 200 %, which has half its width. */
const NARROW = [
  '/queries/saved-queries/',
  '/queries/execution-logs/',
  '/queries/execution-logs/:run/',
  '/controller/connections/',
]

describe.skipIf(chromiumPath === undefined)('barriers', () => {
  let ui: WebUi
  let ids: Readonly<Record<string, string>>
  beforeAll(async () => {
    ui = await startWebUi({ alone: true })
    ids = await saveAndRun(ui)
  })
  afterAll(() => ui.stop())

  const address = (path: string) => path.replace(/:(\w+)/, (_, name: string) => ids[name]!)

  it.each(PLACES.map((place) => ({ what: 'the page', ...place })))(
    'has none: $path, $what',
    async ({ path, title, reach }) => {
      const watched = await ui.opened(address(path), title)
      await reach(watched.page)

      expect(await barriers(watched)).toEqual([])
      expect(await lostInForcedColours(watched.page)).toEqual([])
      expect(await watched.page.locator('h1').count()).toBe(1)
    },
  )

  it.each(NARROW.flatMap((path) => [390, 720].map((width) => ({ path, width }))))(
    'does not scroll sideways: $path at $width pixels',
    async ({ path, width }) => {
      const watched = await ui.opened(address(path), /./ as unknown as string, { viewport: { width, height: 844 } })
      await watched.page.waitForLoadState('networkidle')
      const sideways = await watched.page.evaluate<readonly string[]>(
        `[document.documentElement, document.querySelector('main')].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.tagName)`,
      )

      expect(sideways).toEqual([])
      expect(await barriers(watched)).toEqual([])
    },
  )

  it('shows where the focus is, in the order of the page', async () => {
    const { page } = await ui.opened('/queries/saved-queries/', 'Queries')
    await table(page)
    const seen: string[] = []
    for (let press = 0; press < 40; press += 1) {
      await page.keyboard.press('Tab')
      const at = await page.evaluate<{ name: string; isVisible: boolean } | undefined>(`(() => {
        const element = document.activeElement
        if (!element || element === document.body) return undefined
        const box = element.getBoundingClientRect()
        const style = getComputedStyle(element)
        const isVisible = box.width > 0 && (style.outlineStyle !== 'none' || element.closest('label') !== null)
        const told = element.cloneNode(true)
        for (const hidden of told.querySelectorAll('[aria-hidden]')) hidden.remove()
        return { name: (element.getAttribute('aria-label') ?? told.textContent ?? '').trim(), isVisible }
      })()`)
      if (!at) break
      seen.push(at.isVisible ? at.name : `no focus to be seen: ${at.name}`)
    }

    expect(seen.filter((name) => name.startsWith('no focus'))).toEqual([])
    const places = ['Queries', 'Categories…', 'Select this page', 'Select Tenants', 'Favorite Tenants', 'Run Tenants']
    expect(seen.filter((name) => places.includes(name))).toEqual(places)
  })
})
