import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, type WatchedPage } from '../browser.ts'
import { barriers, heading, startWebUi, type WebUi } from '../web-ui.ts'

const WEB = 'uni/tn-A/BD-web'
const BARE = 'uni/tn-B/BD-bare'

describe.skipIf(chromiumPath === undefined)('the pages of time', () => {
  let ui: WebUi
  let query: string
  const capture = async (annotation: string) =>
    (await ui.runs.app.admin.post('/api/history/capture/', { saved_query: query, annotation })).body
  beforeAll(async () => {
    ui = await startWebUi({ alone: true })
    const { store } = ui.runs.controller
    const properties = ['name', 'mtu', 'descr', 'arpFlood']
    query = await ui.runs.save({ name: 'Bridge domains', nodes: [{ id: 'bd', class_name: 'fvBD', properties }] })
    await capture('first')
    store.update(WEB, { mtu: '1400', descr: 'moved to rack 7' })
    store.delete(BARE)
    await capture('after the move')
    store.update(WEB, { descr: 'moved to rack 8' })
    store.add('fvBD', BARE, { name: 'bare', arpFlood: 'yes', mtu: '1500' })
    await capture('back again')
  })
  afterAll(() => ui.stop())

  const counts = ({ page }: WatchedPage) =>
    page
      .getByRole('list', { name: 'Summary' })
      .getByRole('listitem')
      .evaluateAll((all) => all.map(({ textContent }) => textContent.trim()))
  const current = ({ page }: WatchedPage) => page.locator('[role="row"][aria-current="true"]').textContent()
  const asOf = ({ page }: WatchedPage) => page.getByRole('slider', { name: 'As of' })
  const asOfText = (watched: WatchedPage) => asOf(watched).getAttribute('aria-valuetext')

  it('compare the newest pair that differs, walk through it, and leave out what does not count', async () => {
    const watched = await ui.opened(`/history/compare/?saved_query=${query}`, 'Changes of Bridge domains')
    const { page } = watched
    await expect.poll(() => counts(watched)).toEqual(['+ 1 added', '− 0 removed', '~ 1 changed', '= 3 unchanged'])
    await page.getByText('moved to rack').first().waitFor()
    // Only the number differs, so only that is marked.
    expect(await page.locator('ins').allTextContents()).toEqual(['8'])

    await page.getByRole('button', { name: 'Earlier pair' }).click()
    await expect.poll(() => counts(watched)).toEqual(['+ 0 added', '− 1 removed', '~ 1 changed', '= 3 unchanged'])
    await page.getByRole('table', { name: 'Changes' }).focus()
    await page.keyboard.press(']')
    await expect.poll(() => current(watched)).toContain(WEB)
    await page.reload()
    await expect.poll(() => current(watched)).toContain(WEB)
    expect(await barriers(watched)).toEqual([])

    await page.getByRole('radio', { name: 'Full rows' }).click()
    await page
      .getByRole('row', { name: new RegExp(WEB) })
      .getByText('arpFlood')
      .waitFor()
    await page.keyboard.press(']')
    await expect.poll(() => current(watched)).toContain(BARE)
    await page.getByRole('table', { name: 'Changes' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: 'Removed row' }).getByText('1500').waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: /^Ignoring 5/ }).click()
    for (const name of ['mtu', 'descr']) await page.getByRole('checkbox', { name, exact: true }).click()
    await expect.poll(() => counts(watched)).toEqual(['+ 0 added', '− 1 removed', '~ 0 changed', '= 4 unchanged'])
    await page.keyboard.press('Escape')
    expect(new URL(page.url()).searchParams.get('ignore')).toContain('descr')
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /comma-separated$/ }).click(),
    ])
    expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(2)

    await page.getByRole('button', { name: 'Compare with now' }).click()
    await expect.poll(() => counts(watched)).toEqual(['+ 0 added', '− 0 removed', '~ 0 changed', '= 5 unchanged'])
    await page.getByRole('link', { name: 'Open run' }).waitFor()
    expect(watched.complaints).toEqual([])
  })

  it('say what was looked at, where nothing changed, and which capture is of a day', async () => {
    const { results } = (await ui.runs.app.admin.get(`/api/history/snapshots/?saved_query=${query}`)).body
    const [, after, before] = results.slice(-3).map(({ id }: { id: string }) => id) as [string, string, string]
    const watched = await ui.opened(
      `/history/compare/?snapshot_a=${before}&snapshot_b=${after}&ignore=mtu,descr`,
      'Changes of Bridge domains',
    )
    const { page } = watched
    await page.getByRole('button', { name: '1 tenant without change' }).click()
    await page.getByRole('list', { name: '1 tenant without change' }).getByText('tn-A').waitFor()

    await page.getByRole('table', { name: 'Changes' }).focus()
    await page.keyboard.press(']')
    await expect.poll(() => current(watched)).toContain(BARE)
    await page.keyboard.press('m')
    await page.getByRole('checkbox', { name: `Reviewed: ${BARE}`, checked: true }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: '1 reviewed', exact: true }).click()
    await page.getByText('The one change was reviewed.').waitFor()
    await page.getByRole('button', { name: 'Show all changes' }).click()
    await page.getByRole('checkbox', { name: `Reviewed: ${BARE}`, checked: true }).click()
    await page.getByRole('checkbox', { name: `Reviewed: ${BARE}`, checked: false }).waitFor()
    expect(await barriers(watched)).toEqual([])

    await page.getByRole('button', { name: /^Before/ }).click()
    const picker = page.getByRole('dialog', { name: 'Choose a capture' })
    await picker.locator('[role=gridcell][data-captured]').last().click()
    await picker.getByText(/^Captures of /).waitFor()
    expect(await barriers(watched)).toEqual([])
    await picker.getByRole('button', { name: /back again/ }).click()
    await expect.poll(() => counts(watched)).toEqual(['+ 0 added', '− 1 removed', '~ 0 changed', '= 4 unchanged'])

    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    expect(watched.complaints).toEqual([])
  })

  it('schedule a comparison as it is, and print it', async () => {
    const watched = await ui.opened(
      `/history/compare/?saved_query=${query}&key=name&group=class`,
      'Changes of Bridge domains',
    )
    const { page } = watched
    await page.getByRole('button', { name: /^fvBD/ }).waitFor()
    await page.getByRole('button', { name: 'Schedule this check…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Schedule this check' })
    await dialog.getByText('Rows are the same row if name is equal, as here.').waitFor()
    expect(await barriers(watched)).toEqual([])
    await dialog.getByLabel('Name').fill('Mornings')
    await dialog.getByRole('combobox', { name: 'When' }).click()
    await page.getByRole('option', { name: 'Every day at 06:30' }).click()
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await heading(watched, 'Schedules')
    const { results } = (await ui.runs.app.admin.get('/api/queries/scheduled-tasks/?search=Mornings')).body
    expect(results).toMatchObject([
      { saved_query: query, cron_expression: '30 6 * * *', diff_key_fields: ['name'], capture_snapshot: true },
    ])

    await page.goBack()
    await page.getByRole('button', { name: /^fvBD/ }).waitFor()
    await page.evaluate('window.print = () => undefined')
    await page.getByRole('button', { name: 'Print' }).click()
    await page.emulateMedia({ media: 'print' })
    const paper = page.getByRole('main')
    await paper.getByText(/^From .+ to .+/).waitFor()
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    expect(watched.complaints).toEqual([])
  })

  it('show the days of a query, its captures, and its rows at any moment', async () => {
    const watched = await ui.opened(`/history/?saved_query=${query}`, 'History of Bridge domains', { theme: 'dark' })
    const { page } = watched
    await page
      .getByRole('grid', { name: 'Changes per day' })
      .getByRole('gridcell', { name: /, 3 captures, score 0\.\d\d$/ })
      .waitFor()
    await page.getByRole('table', { name: 'Captures' }).getByText('after the move').waitFor()
    expect(await barriers(watched)).toEqual([])

    await asOf(watched).focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => asOfText(watched)).toMatch(/after the move$/)
    await page.getByRole('grid', { name: 'Rows' }).locator('[aria-description="was 9000"]').waitFor()
    expect(await page.locator('[role="gridcell"][aria-description]').count()).toBe(2)
    expect(await barriers(watched)).toEqual([])
    const link = new URL(page.url())
    await page.goto(`/history/at/?saved_query=${query}&at=${encodeURIComponent(link.searchParams.get('at')!)}`)
    await expect.poll(() => asOfText(watched)).toMatch(/after the move$/)

    await page.getByRole('button', { name: 'Back to the list' }).click()
    await page
      .getByRole('button', { name: /^Actions for the capture of/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Pin' }).click()
    await page.getByRole('table', { name: 'Captures' }).getByText('pinned').waitFor()
    await page.getByRole('button', { name: 'Capture now' }).click()
    await page.getByRole('dialog').getByLabel('Note').fill('by hand')
    await page.keyboard.press('Enter')
    await page.getByRole('table', { name: 'Captures' }).getByText('by hand').waitFor()
    await page
      .getByRole('checkbox', { name: /^Select the capture/ })
      .nth(1)
      .click()
    await page
      .getByRole('checkbox', { name: /^Select the capture/ })
      .nth(3)
      .click()
    await page.getByRole('button', { name: 'Compare 2' }).click()
    await heading(watched, 'Changes of Bridge domains')
    await expect.poll(() => counts(watched)).toEqual(['+ 0 added', '− 0 removed', '~ 1 changed', '= 4 unchanged'])

    await page.goto('/history/settings')
    await page.getByText('Nothing: no capture is past its time.').waitFor()
    await page.getByRole('checkbox', { name: /^Keep the first and the last/ }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect(watched.complaints).toEqual([])
  })

  it.each([1440, 390])('keep room for the days that are still read, %s pixels wide', async (width) => {
    const watched = await ui.opened('/history/', 'History', { viewport: { width, height: 844 } })
    const { page } = watched
    const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>()
    await page.route(/\/api\/history\/heatmap\//, async (route) => {
      await isLetThrough
      await route.continue()
    })
    await page.getByRole('link', { name: 'Bridge domains' }).click()
    const fact = page.getByText('Cost of all')
    const before = await fact.boundingBox()
    expect(await page.getByRole('grid', { name: 'Changes per day' }).count()).toBe(0)

    letThrough()
    await page.getByRole('grid', { name: 'Changes per day' }).waitFor()

    expect(await fact.boundingBox()).toEqual(before)
    expect(watched.complaints).toEqual([])
  })

  it('follow an object, alone and beside another, and lead from a change to its comparison', async () => {
    const watched = await ui.opened(`/history/timeline/?saved_query_id=${query}`, 'Object timeline')
    const { page } = watched
    await page.getByRole('combobox', { name: 'Object' }).fill('BD-bare')
    await page.getByRole('option', { name: BARE }).click()
    await page
      .getByRole('link', { name: /^absent, from/ })
      .first()
      .waitFor()
    await page.getByRole('combobox', { name: 'Object' }).fill(WEB)
    await page.keyboard.press('Enter')
    const timeline = page.getByRole('grid', { name: 'Timeline' })
    await timeline.getByRole('rowheader', { name: /^descr\b.* changes?$/ }).waitFor()
    await page.getByRole('button', { name: /attributes never changed$/ }).click()
    await timeline.getByRole('rowheader', { name: 'arpFlood' }).waitFor()
    expect(await barriers(watched)).toEqual([])

    await page.emulateMedia({ media: 'print' })
    await page.getByText(/^Bridge domains · /).waitFor()
    expect(await page.getByRole('combobox', { name: 'Object' }).isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })

    await page.getByRole('button', { name: 'Beside another object' }).click()
    await page.getByRole('combobox', { name: 'Second object' }).fill(BARE)
    await page.keyboard.press('Enter')
    // One picture: a line for each, and a sign where they differ.
    await timeline.getByRole('rowheader', { name: /^descr They differ now. BD-web/ }).waitFor()
    await timeline.getByRole('rowheader', { name: 'mtu BD-bare' }).waitFor()
    await timeline
      .getByRole('link', { name: /^absent, from/ })
      .first()
      .waitFor()
    expect(await barriers(watched)).toEqual([])
    await timeline.getByRole('link', { name: /^1400, from .* until now$/ }).click()
    await heading(watched, 'Changes of Bridge domains')
    await expect.poll(() => current(watched)).toContain(WEB)

    await page.keyboard.press('Control+k')
    await page.keyboard.type('bridge today')
    await page
      .getByRole('option', { name: /^Bridge domains, .* capture/ })
      .first()
      .waitFor()
    expect(watched.complaints).toEqual([])
  })
})
