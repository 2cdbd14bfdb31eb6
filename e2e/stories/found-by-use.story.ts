import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOGS } from '@heddle/server/testing/start-runs.ts'
import { chromiumPath } from '../browser.ts'
import { barriers, startWebUi, type WebUi } from '../web-ui.ts'

const TENANTS = { nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }] }
const OF_TENANT = {
  nodes: [
    {
      id: 't',
      class_name: 'fvTenant',
      properties: ['name'],
      filters: [{ property: 'name', operator: 'eq', value: '{{tenant}}' }],
    },
  ],
}
const TWO_CLASSES = {
  nodes: [
    { id: 'bd', class_name: 'fvBD', properties: ['name'] },
    { id: 'subnet', class_name: 'fvSubnet', properties: ['ip'] },
  ],
  edges: [{ id: 'e', source: 'bd', target: 'subnet', kind: 'contains' }],
}

/** For the page: whether the last of the text of the cell that ends with this lies inside of the cell. */
const isEndSeen = (end: string): string => `(() => {
  const cells = [...document.querySelectorAll('[role="gridcell"]')]
  const cell = cells.find(({ textContent }) => textContent.trim().endsWith('${end}'))
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (texts.nextNode()) if (texts.currentNode.textContent.trim() !== '') range.selectNodeContents(texts.currentNode)
  return range.getBoundingClientRect().right <= cell.getBoundingClientRect().right + 1
})()`

/** What irritated operators in their first hour: each stays gone. */
describe.skipIf(chromiumPath === undefined)('an operator', () => {
  let ui: WebUi
  let runs: WebUi['runs']
  beforeAll(async () => {
    ui = await startWebUi()
    ;({ runs } = ui)
  })
  afterAll(() => ui.stop())

  const open = (id: string, name: string, search = '') => ui.opened(`/queries/saved-queries/${id}/${search}`, name)
  const rows = (page: Page) => page.getByRole('grid', { name: 'Rows' })
  const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).first().click()
  const runsOf = async (query: string) =>
    (await runs.app.admin.get(`${LOGS}?saved_query=${query}`)).body.count as number

  it('chooses the value of a parameter from a list, and is asked for it on its field', async () => {
    const tenants = await runs.save({ name: 'Tenants to choose', ...TENANTS })
    const query = await runs.save({ name: 'One of the tenants', ...OF_TENANT })
    const parameters = [{ name: 'tenant', required: true, choices_from: { saved_query: tenants, column: 'name' } }]
    const { status, text } = await runs.editor.patch(`/api/queries/saved-queries/${query}/`, { parameters })
    expect(status, text).toBe(200)
    const { page } = await open(query, 'One of the tenants')
    const field = page.getByRole('combobox', { name: 'tenant' })
    expect(await field.getAttribute('aria-required')).toBe('true')
    expect(await field.getAttribute('aria-invalid')).not.toBe('true')

    await run(page)
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    expect(await field.and(page.locator(':focus')).count()).toBe(1)
    expect(await runsOf(query)).toBe(0)

    await field.press('ArrowDown')
    await page.getByRole('option', { name: 'A', exact: true }).click()
    await run(page)
    await rows(page).getByRole('gridcell', { name: 'uni/tn-A' }).waitFor()
  })

  it('sees where long names differ, and the whole of each', async () => {
    const name = 'tenant-of-the-common-services-of-all-the-data-centres-of-the-northern-region'
    for (const end of ['one', 'two']) runs.controller.store.add('fvAp', `uni/tn-A/ap-${name}-${end}`, { name: end })
    const query = await runs.save({ name: 'Long', nodes: [{ id: 'a', class_name: 'fvAp', properties: ['dn'] }] })
    const { page } = await open(query, 'Long')
    await run(page)
    const cell = rows(page).getByRole('gridcell', { name: /northern-region-two$/ })
    await cell.waitFor()

    expect(await page.evaluate<boolean>(isEndSeen('-two'))).toBe(true)
    await cell.click()
    await page.keyboard.press('Enter')
    await page.getByText(`uni/tn-A/ap-${name}-two`, { exact: true }).last().waitFor()
  })

  it('finds the rows of the last run when a query is opened again', async () => {
    const query = await runs.save({ name: 'Opened again', ...TENANTS })
    const { page } = await open(query, 'Opened again')
    await run(page)
    await rows(page).waitFor()
    await page.reload()

    await rows(page).getByRole('gridcell', { name: 'uni/tn-A' }).waitFor()
    await page.getByText(/^Rows of /).waitFor()
    expect(await runsOf(query)).toBe(1)
  })

  it('stays on the page that was chosen last, when the answer to what was begun before is late', async () => {
    const name = 'Answered late'
    const query = await runs.save({ name, ...TENANTS })
    const { page } = await open(query, name)
    const held = Promise.withResolvers<void>()
    await page.route('**/execute_background/', async (route) => {
      await held.promise
      await route.continue()
    })
    const answered = page.waitForResponse((response) => response.url().includes('execute_background'))
    await run(page)
    const runsPage = page.getByRole('heading', { name: 'Runs', level: 1 })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs' }).click()
    await runsPage.waitFor()
    held.resolve()
    await answered

    await expect.poll(() => runsOf(query)).toBe(1)
    await page.getByRole('table').getByText(name).first().waitFor()
    expect(await runsPage.isVisible()).toBe(true)
    expect(new URL(page.url()).search).toBe('')
  })

  it('sees the runs of others end while the list of runs is open', async () => {
    const query = await runs.save({ name: 'Run by a colleague', ...TENANTS })
    const { page } = await ui.opened(`/queries/execution-logs/?saved_query=${query}`, 'Runs')
    await page.getByText('No runs match').waitFor()

    const { status, text } = await runs.editor.post(`/api/queries/saved-queries/${query}/execute/`, {})
    expect(status, text).toBe(200)

    await page.getByRole('table').getByRole('link', { name: 'Run by a colleague' }).waitFor()
  })

  it('reads the controller once for a run with steps, and has one run to show for it', async () => {
    const steps = [{ id: 's', type: 'limit', config: { count: 1 } }]
    const query = await runs.save({ name: 'With steps', ...TENANTS, post_processors: steps })
    const { page } = await open(query, 'With steps')
    const before = runs.controller.requests.filter(({ url }) => url.includes('/fvTenant.json')).length
    await run(page)
    await expect.poll(() => rows(page).getAttribute('aria-rowcount')).toBe('2')
    await page.getByRole('listitem', { name: /limit/ }).click()

    expect(await runsOf(query)).toBe(1)
    expect(runs.controller.requests.filter(({ url }) => url.includes('/fvTenant.json'))).toHaveLength(before + 1)
  })

  it('is warned that rows are older than the canvas', async () => {
    const query = await runs.save({ name: 'Edited since', ...TENANTS })
    const { page } = await open(query, 'Edited since')
    await run(page)
    await rows(page).waitFor()
    await page.getByRole('button', { name: 'Add step' }).click()
    await page.getByRole('menuitem', { name: 'limit', exact: true }).click()

    await page.getByText(/^Rows of .*, before your last edits/).waitFor()
  })

  it('reads the same number of requests in the bar and in the plan', async () => {
    const query = await runs.save({ name: 'Planned', ...TWO_CLASSES })
    const { page } = await open(query, 'Planned')
    const bar = await page.getByText(/^valid, \d+ requests?, about [\d,]+ objects?/).textContent()
    await page.getByRole('tab', { name: 'Plan' }).click()

    const [words] = /\d+ requests?, about [\d,]+ objects?/.exec(bar!)!
    await page.getByRole('tabpanel', { name: 'Plan' }).getByText(words).waitFor()
  })

  it('finds in the palette, and below the right button, what the keys of the canvas do', async () => {
    const watched = await open(await runs.save({ name: 'Right button', ...TWO_CLASSES }), 'Right button')
    const { page } = watched
    const items = () => page.getByRole('menuitem').evaluateAll((all) => all.map(({ textContent }) => textContent))
    const part = page.getByRole('group', { name: 'fvBD', exact: true })
    await part.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Connect…' }).waitFor()
    expect(await barriers(watched)).toEqual([])
    expect(await items()).toEqual([
      ...['Open in the inspectorEnter', 'Copy', 'Connect…C', 'Take rows from itP', 'DuplicateCtrl D', 'RemoveDelete'],
    ])
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await expect.poll(() => page.getByRole('group', { name: 'fvBD', exact: true }).count()).toBe(2)

    await page.getByRole('application', { name: 'Query canvas' }).click({ button: 'right', position: { x: 8, y: 8 } })
    await page.getByRole('menuitem', { name: 'Tidy' }).click()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect.poll(() => page.getByRole('group', { name: 'fvBD', exact: true }).count()).toBe(1)

    const palette = page.getByRole('dialog', { name: 'Command palette' })
    for (const action of ['Tidy', 'Add class', 'Connect…', 'Add step', 'Plan', 'Duplicate', 'Export JSON', 'Delete…']) {
      await page.keyboard.press('Control+k')
      await palette.getByRole('combobox').fill(action.replace('…', ''))
      await palette
        .getByRole('option', { name: new RegExp(`^${action}`) })
        .first()
        .waitFor()
      await page.keyboard.press('Escape')
    }
    await page.keyboard.press('Control+k')
    await palette.getByRole('combobox').fill('Add step')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: /^limit/ }).waitFor()
    expect(watched.complaints).toEqual([])
  })

  it('copies, exports and deletes a query where it is drawn', async () => {
    const watched = await open(await runs.save({ name: 'Drawn and gone', ...TENANTS }), 'Drawn and gone')
    const { page } = watched
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'More actions', exact: true }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    const [file] = await Promise.all([page.waitForEvent('download'), choose('Export JSON')])
    expect(file.suggestedFilename()).toMatch(/^Drawn and gone.*\.json$/)
    await choose('Duplicate')
    await page.getByText('Created “Drawn and gone (copy)”.').waitFor()
    await choose('Delete…')
    const dialog = page.getByRole('dialog', { name: 'Delete “Drawn and gone”?' })
    expect(await barriers(watched)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete' }).click()

    await page.getByRole('heading', { level: 1, name: 'Queries' }).waitFor()
    const { results } = (await runs.app.admin.get('/api/queries/saved-queries/?search=Drawn')).body
    expect(results).toMatchObject([{ name: 'Drawn and gone (copy)' }])
    expect(watched.complaints).toEqual([])
  })

  it.each([
    ['a laptop that shows everything larger', 1024, 768],
    ['twice the size', 720, 450],
  ])('has room to work in on %s', async (_what, width, height) => {
    const name = `At ${width}`
    const { page } = await open(await runs.save({ name, ...TWO_CLASSES }), name)
    await page.setViewportSize({ width, height })

    const node = page.getByRole('group', { name: 'fvBD', exact: true })
    await node.waitFor()
    const head = (await page.locator('main header').first().boundingBox())!
    expect(head.height).toBeLessThanOrEqual(height / 5)
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    expect((await node.boundingBox())!.y).toBeLessThan(height)
  })
})
