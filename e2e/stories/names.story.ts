import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../browser.ts'
import { startWebUi, type WebUi } from '../web-ui.ts'

const WIDE = 'W'.repeat(200)
const RIGHT_TO_LEFT = 'شبكات الجسر في المستأجر المشترك 🧵🪡'.repeat(3)
const NODES = { nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }] }

/** Names are what people type: none of them may move what is beside it. */
describe.skipIf(chromiumPath === undefined)('names of any length and script', () => {
  let ui: WebUi
  let run: string
  let query: string
  beforeAll(async () => {
    ui = await startWebUi({ alone: true })
    const { runs } = ui
    query = await runs.save({ name: WIDE, ...NODES })
    await runs.save({ name: RIGHT_TO_LEFT, ...NODES })
    await runs.app.admin.post('/api/queries/categories/', { name: 'W'.repeat(90), parent: null })
    await runs.app.admin.post('/api/controller/connections/', {
      name: 'W'.repeat(90),
      host: 'apic.example.com',
      username: 'reader',
      password: 'secret',
    })
    await runs.app.admin.post(`/api/queries/saved-queries/${query}/favorite/`, {})
    run = (await runs.execute(query)).body.execution_id
  })
  afterAll(() => ui.stop())

  /** What begins or ends outside of the window, though nothing scrolls there. */
  const outside = (page: Page) =>
    page.evaluate<readonly string[]>(`
      [...document.querySelectorAll('main button, main a, main h1, main td, main th')]
        .filter((element) => element.checkVisibility() && !element.closest('.sr-only, [role="grid"]'))
        // On a narrow screen rows are cards, and the head is for those who hear it.
        .filter((element) => innerWidth > 640 || !element.closest('thead'))
        .filter((element) => {
          const { left, right, width } = element.getBoundingClientRect()
          return width > 0 && (right > innerWidth + 1 || left < 0)
        })
        .map((element) => element.outerHTML.slice(0, 120))
    `)

  /** The title of the page beside its buttons: neither lies on the other. */
  const covered = (page: Page) =>
    page.evaluate<boolean>(`(() => {
      const title = document.querySelector('main h1').getBoundingClientRect()
      return [...document.querySelectorAll('main header button')].some((button) => {
        const box = button.getBoundingClientRect()
        return box.width > 0 && box.left < title.right - 1 && box.right > title.left + 1 && box.top < title.bottom - 1 && box.bottom > title.top + 1
      })
    })()`)

  describe.each([1440, 1024, 390])('at %d pixels', (width) => {
    it.each([
      ['the queries', () => '/queries/saved-queries/', 'Queries'],
      ['the runs', () => '/queries/execution-logs/', 'Runs'],
      ['the start page', () => '/', 'Home'],
      ['the connections', () => '/controller/connections/', 'Connections'],
      ['a run', () => `/queries/execution-logs/${run}/`, WIDE],
    ])('leave everything on the page of %s in its place', async (_, path, title) => {
      const { page, complaints } = await ui.opened(path(), title, { viewport: { width, height: 900 } })
      await page.waitForLoadState('networkidle')

      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      expect(await outside(page)).toEqual([])
      expect(await covered(page)).toBe(false)
      expect(complaints).toEqual([])
    })
  })

  it('fit in rows of 36 pixels, with Run on the row that is pointed at', async () => {
    const { page } = await ui.opened('/queries/saved-queries/', 'Queries')
    const row = page.getByRole('row', { name: new RegExp(WIDE) })
    const opacity = () =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('button[aria-label="Run ${WIDE}"]')).opacity`)
    await row.waitFor()
    const before = await opacity()
    await row.hover()

    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(37)
    expect([before, await opacity()]).toEqual(['0', '1'])
  })
})
