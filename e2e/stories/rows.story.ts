import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, type WatchedPage } from '../browser.ts'
import { barriers, heading, signIn, startWebUi, type WebUi } from '../web-ui.ts'

const PROPERTIES = ['name', 'mtu', 'descr', 'arpFlood']
const PORTS = {
  nodes: [
    {
      id: 'p',
      class_name: 'fvBD',
      properties: PROPERTIES,
      filters: [{ property: 'name', operator: 'starts_with', value: 'eth' }],
    },
  ],
}
/** In the order the controller sends them, which is not the one people want. */
const IDS = ['eth1/1', 'eth1/10', 'eth1/49', 'eth1/49/1', 'eth1/50', 'eth1/9']
const IN_ORDER = ['eth1/1', 'eth1/9', 'eth1/10', 'eth1/49', 'eth1/49/1', 'eth1/50']

describe.skipIf(chromiumPath === undefined)('rows and runs', () => {
  let ui: WebUi
  let runs: WebUi['runs']
  let opened: WebUi['opened']
  let query: string
  let run: string

  beforeAll(async () => {
    ui = await startWebUi({ alone: true })
    ;({ runs, opened } = ui)
    for (const [index, id] of IDS.entries()) {
      runs.controller.store.add('fvBD', `uni/tn-ports/BD-[${id}]`, {
        name: id,
        mtu: index % 2 === 0 ? '9000' : '1500',
        descr: id === 'eth1/9' ? '=1+1' : '',
        arpFlood: id === 'eth1/50' ? 'no' : 'yes',
      })
    }
    query = await runs.save({ name: 'Ports', ...PORTS })
    run = ((await runs.execute(query)).body as { execution_id: string }).execution_id
  })
  afterAll(() => ui.stop())

  const address = (search = '', id = run) => `/queries/execution-logs/${id}/${search}`
  const grid = ({ page }: WatchedPage) => page.getByRole('grid', { name: 'Rows' })
  const rowCount = (watched: WatchedPage) => grid(watched).getAttribute('aria-rowcount')
  /** The texts of a column, from the first row that is seen. */
  const column = async (watched: WatchedPage, name: string): Promise<readonly string[]> => {
    const index = await watched.page.getByRole('columnheader', { name, exact: true }).getAttribute('aria-colindex')
    return watched.page.locator(`[role=gridcell][aria-colindex="${index}"]`).allTextContents()
  }
  const openRun = async (search = '', given: Parameters<WebUi['opened']>[2] = {}) => {
    const watched = await opened(address(search), 'Ports', given)
    // Widths follow the first values.
    await watched.page.getByRole('gridcell').filter({ hasText: 'eth1' }).first().waitFor()
    return watched
  }

  it('sorts interfaces as people do, also inside DNs, and nothing last in both directions', async () => {
    const watched = await openRun()
    const { page } = watched

    await page.getByRole('columnheader', { name: 'name', exact: true }).click()
    await expect.poll(() => column(watched, 'name')).toEqual(IN_ORDER)
    await page.getByRole('columnheader', { name: 'dn', exact: true }).click()
    await expect.poll(() => column(watched, 'name')).toEqual(IN_ORDER)
    await page.getByRole('columnheader', { name: 'dn', exact: true }).click()
    await expect.poll(() => column(watched, 'name')).toEqual(IN_ORDER.toReversed())
    expect(page.url()).toContain('sort=-dn')
    expect(watched.complaints).toEqual([])
  })

  it('filters by what a column holds, counts the hits, and says it in the address', async () => {
    const watched = await openRun()
    const { page } = watched
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('button', { name: 'Filter mtu' }).click()
    const form = page.getByRole('dialog', { name: 'Filter mtu' })
    await form.getByText('2 different values').waitFor()
    await form.getByRole('checkbox', { name: /^9000/ }).click()
    await expect.poll(() => rowCount(watched)).toBe('4')
    await page.keyboard.press('Escape')

    await page.getByText('3 of 6 rows').waitFor()
    expect(new URL(page.url()).searchParams.get('f.mtu')).toBe('in:9000')
    await page.getByRole('button', { name: /filter of mtu$/ }).click()
    await form.getByRole('combobox', { name: 'Operator' }).click()
    await page.getByRole('option', { name: 'less than' }).click()
    await form.getByRole('textbox', { name: 'Value' }).fill('9000')
    await form.getByRole('button', { name: 'Done' }).click()
    await expect.poll(() => column(watched, 'mtu')).toEqual(['1500', '1500', '1500'])
    expect(new URL(page.url()).searchParams.get('f.mtu')).toBe('lt:9000')
    expect(watched.complaints).toEqual([])
  })

  it('keeps a whole view in its address, for others too', async () => {
    const search = '?sort=-name&hide=className&pin=name&order=mtu%2Cdescr&w=mtu%3A150&f.arpFlood=eq%3Ayes&q=eth1'
    const watched = await openRun(search)
    const headers = () =>
      watched.page.getByRole('columnheader').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))

    expect(await headers()).toEqual(['name', 'mtu', 'descr', 'dn', 'arpFlood'])
    await expect.poll(() => column(watched, 'name')).toEqual(['eth1/49/1', 'eth1/49', 'eth1/10', 'eth1/9', 'eth1/1'])
    await watched.page.reload()
    await expect.poll(() => column(watched, 'name')).toEqual(['eth1/49/1', 'eth1/49', 'eth1/10', 'eth1/9', 'eth1/1'])
    const mtu = await watched.page.getByRole('columnheader', { name: 'mtu', exact: true }).boundingBox()
    expect(mtu?.width).toBe(150)
    expect(watched.complaints).toEqual([])
  })

  it('moves, resizes, sorts and hides columns by keys alone', async () => {
    const watched = await openRun()
    const { page } = watched
    const width = async (name: string) =>
      (await page.getByRole('columnheader', { name, exact: true }).boundingBox())!.width
    await grid(watched).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    const before = await width('name')
    await page.keyboard.press('Alt+ArrowRight')
    await expect.poll(() => width('name')).toBe(before + 20)
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => new URL(page.url()).searchParams.get('order')).toMatch(/^dn,className,mtu,name/)
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'name', exact: true }).getAttribute('aria-sort'))
      .toBe('ascending')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Hide' }).press('Enter')
    await page.getByRole('columnheader', { name: 'name', exact: true }).waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('hide')).toBe('name')
    expect(watched.complaints).toEqual([])
  })

  it('moves and resizes columns by the mouse', async () => {
    const watched = await openRun()
    const { page } = watched
    const box = async (name: string) => (await page.getByRole('columnheader', { name, exact: true }).boundingBox())!
    const [name, descr] = [await box('name'), await box('descr')]
    await page.mouse.move(name.x + 20, name.y + 10)
    await page.mouse.down()
    await page.mouse.move(descr.x + descr.width / 2, descr.y + 10, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => new URL(page.url()).searchParams.get('order')).toBe('dn,className,mtu,descr,name,arpFlood')

    const moved = await box('name')
    await page.mouse.move(moved.x + moved.width - 2, moved.y + 10)
    await page.mouse.down()
    await page.mouse.move(moved.x + moved.width + 58, moved.y + 10, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => (await box('name')).width).toBe(moved.width + 60)
    // Neither was a click: nothing is sorted.
    expect(new URL(page.url()).searchParams.get('sort')).toBeNull()
    expect(watched.complaints).toEqual([])
  })

  it('copies what is selected, as shown, and lists of DNs', async () => {
    const watched = await openRun('?sort=name')
    const { page } = watched
    await expect.poll(() => column(watched, 'name')).toEqual(IN_ORDER)
    await page.evaluate(
      `Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => (window.copied = text) } })`,
    )
    await page.getByRole('gridcell', { name: 'eth1/9', exact: true }).click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Control+c')
    const clipboard = () => page.evaluate<string>('window.copied')
    await expect.poll(clipboard).toBe('eth1/9\t1500\neth1/10\t1500')

    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Copy list of DNs' }).click()
    await expect.poll(clipboard).toBe('uni/tn-ports/BD-[eth1/9]\nuni/tn-ports/BD-[eth1/10]')
    await page.getByRole('gridcell', { name: 'eth1/10', exact: true }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Copy as JSON' }).click()
    await expect
      .poll(async () => JSON.parse(await clipboard()) as unknown)
      .toEqual([
        { name: 'eth1/9', mtu: '1500' },
        { name: 'eth1/10', mtu: '1500' },
      ])
    expect(watched.complaints).toEqual([])
  })

  it('exports what is shown without formulas, and all rows as the server writes them', async () => {
    const watched = await openRun('?f.name=in%3Aeth1%2F9%2Ceth1%2F10&sort=name&hide=dn%2CclassName')
    const { page } = watched
    const exported = async (name: string): Promise<string> => {
      await page.getByRole('button', { name: 'Export' }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name, exact: true }).click(),
      ])
      return readFile(await file.path(), 'utf8')
    }
    await expect.poll(() => rowCount(watched)).toBe('3')

    expect(await exported('This view, comma-separated')).toBe(
      "name,mtu,descr,arpFlood\r\neth1/9,1500,'=1+1,yes\r\neth1/10,1500,,yes\r\n",
    )
    expect((await exported('NDJSON')).trim().split('\n')).toHaveLength(IDS.length)
    expect(watched.complaints).toEqual([])
  })

  it('says why rows cannot be read, and tries again', async () => {
    const watched = await opened('/queries/execution-logs/', 'Runs')
    const { page } = watched
    await page.route('**/results/**', (route) =>
      route.fulfill({ status: 500, json: { detail: 'The archive is not there.', request_id: 'r-17' } }),
    )
    await page.goto(address())
    const failure = page.getByRole('alert')
    await failure.getByText('The archive is not there.').waitFor()
    expect(await failure.textContent()).toContain('r-17')

    await page.unroute('**/results/**')
    await failure.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('gridcell').first().waitFor()
    // The browser itself reports the answer that the test made up.
    expect(watched.complaints.filter((complaint) => !complaint.includes('500'))).toEqual([])
  })

  it('runs again with the same view, and leads from stages to their run', async () => {
    const watched = await openRun('?sort=name')
    const { page } = watched
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.waitForURL((url) => url.pathname !== address() && url.search === '?sort=name')
    await expect.poll(() => column(watched, 'name')).toEqual(IN_ORDER)
    const { pipeline_execution } = await runs.log(run)
    await page.goto(`/queries/pipeline-executions/${pipeline_execution}/`)
    await page.waitForURL((url) => url.pathname === address())
    await heading(watched, 'Ports')
    expect(watched.complaints).toEqual([])
  })

  it('copies where browsers keep the clipboard from scripts, as on plain http', async () => {
    const watched = await ui.open(`/login?next=${encodeURIComponent(address('?sort=name'))}`)
    const { page } = watched
    await signIn(watched)
    await page.getByRole('gridcell', { name: 'eth1/9', exact: true }).click()
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`)
    await page.evaluate(
      `document.addEventListener('copy', () => (window.copied = document.getSelection().toString() || document.activeElement.value))`,
    )
    await page.keyboard.press('Control+c')
    await expect.poll(() => page.evaluate('window.copied')).toBe('eth1/9')
    expect(watched.complaints).toEqual([])
  })

  it('says why runs failed, and shows those of a reason', async () => {
    const connection = await runs.connect({ name: 'Nobody there', host: 'http://127.0.0.1:9' })
    await runs.execute(query, { controller_connection: connection })
    const watched = await opened('/queries/execution-logs/', 'Runs')
    const { page } = watched
    await page.getByRole('group', { name: 'Why runs failed' }).getByRole('button', { name: 'unreachable 1' }).click()
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.getByRole('link', { name: 'Ports' }).click()
    await page.getByRole('alert').getByText('The controller cannot be reached.').waitFor()
    await page.getByRole('link', { name: 'Open connections' }).waitFor()
    expect(watched.complaints).toEqual([])
  })

  it('has no barriers, in its menus and forms neither', async () => {
    const watched = await openRun('?f.arpFlood=eq%3Ayes')
    const { page } = watched
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: 'Filter mtu' }).click()
    await page.getByText('2 different values').waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('gridcell').first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Plan' }).click()
    expect(await barriers(watched)).toEqual([])
    expect(watched.complaints).toEqual([])
  })
})
