import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../browser.ts'
import { barriers, startWebUi, type WebUi } from '../web-ui.ts'

const CANVAS = {
  nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name', 'arpFlood'] }],
  post_processors: [
    { id: 'few', type: 'limit', config: { count: 4 } },
    { id: 'found', type: 'filter', config: { filters: [{ property: 'name', operator: 'ne', value: 'lost' }] } },
    { id: 'order', type: 'sort', config: { by: [{ column: 'name' }] } },
  ],
}

describe.skipIf(chromiumPath === undefined)('the steps of a query', () => {
  let ui: WebUi
  beforeAll(async () => {
    ui = await startWebUi()
  })
  afterAll(() => ui.stop())

  /** The workspace of a new query with the canvas above. */
  async function openSteps(name: string, options: Parameters<WebUi['opened']>[2] = {}) {
    const id = await ui.runs.save({ name, ...CANVAS })
    const watched = await ui.opened(`/queries/saved-queries/${id}/`, name, options)
    await item(watched.page, /^1 limit/).waitFor()
    return { ...watched, id }
  }

  /** The same after its first run. */
  async function openPreviews(name: string, options: Parameters<WebUi['opened']>[2] = {}) {
    const opened = await openSteps(name, options)
    await opened.page.getByRole('button', { name: /^Run/ }).click()
    await item(opened.page, '1 limit, 5 → 4').waitFor()
    return opened
  }

  /** How many runs of the query left its steps out. */
  const previewRuns = async (id: string): Promise<number> =>
    (await ui.runs.editor.get(`/api/queries/execution-logs/?saved_query=${id}&skip_post_processors=true`)).body.count

  it('show the rows before and after each while one types, without a request but the check', async () => {
    const { page, complaints, id } = await openPreviews('Previewed')
    expect(await itemNames(page)).toEqual(['1 limit, 5 → 4', '2 filter, 4 → 3', '3 sort, 3 → 3'])
    await item(page, /^1 limit/).press('Enter')
    await page.getByText(/^Preview with 5 rows/).waitFor()
    // The controller is read once: the run has kept what its steps began with.
    expect(await previewRuns(id)).toBe(0)
    const requests = requestsOf(page)
    const count = page.getByRole('textbox', { name: 'count' })
    await count.fill('2')
    await item(page, '1 limit, 5 → 2').waitFor()
    await expect.poll(() => itemNames(page)).toEqual(['1 limit, 5 → 2', '2 filter, 2 → 1', '3 sort, 1 → 1'])

    expect(requests.filter((path) => !path.endsWith('/validate/'))).toEqual([])
    const draft = {
      ...CANVAS,
      edges: [],
      post_processors: [{ ...CANVAS.post_processors[0], config: { count: 2 } }, ...CANVAS.post_processors.slice(1)],
    }
    expect(await ui.runs.run(draft)).toMatchObject({ row_count: 1 })
    expect(complaints).toEqual([])
  })

  it('are tried on rows that are read once more where the last run has not kept its own', async () => {
    const id = await ui.runs.save({ name: 'Read again', ...CANVAS })
    await ui.runs.execute(id)
    const { page, complaints } = await ui.opened(`/queries/saved-queries/${id}/`, 'Read again')
    await item(page, /^1 limit, 5 → 4/).waitFor()
    expect(await previewRuns(id)).toBe(0)

    await item(page, /^1 limit/).press('Enter')
    await page.getByText(/^Preview with 5 rows/).waitFor()
    expect(await previewRuns(id)).toBe(1)
    expect(complaints).toEqual([])
  })

  it('keep the steps after one with a fault, and count again when it is fixed', async () => {
    const { page, complaints } = await openPreviews('Fixed')

    await item(page, /^1 limit/).press('Enter')
    await page.getByRole('textbox', { name: 'count' }).fill('')
    await expect.poll(() => itemNames(page)).toEqual(['1 limit, –', '2 filter, –', '3 sort, –'])
    expect(await page.getByRole('textbox', { name: 'count' }).getAttribute('aria-invalid')).toBe('true')
    await page.getByRole('textbox', { name: 'count' }).fill('5')

    await expect.poll(() => itemNames(page)).toEqual(['1 limit, 5 → 5', '2 filter, 5 → 4', '3 sort, 4 → 4'])
    expect(complaints).toEqual([])
  })

  it('offer the near name of a column that is not there', async () => {
    const { page, complaints } = await openPreviews('Suggested')

    await item(page, /^3 sort/).press('Enter')
    const column = page.getByRole('combobox', { name: 'column', exact: true })
    await column.fill('nam')
    await page.keyboard.press('Escape')
    await item(page, /^3 sort/)
      .getByRole('button', { name: 'Use name' })
      .click()

    expect(await column.inputValue()).toBe('name')
    await item(page, '3 sort, 3 → 3').waitFor()
    expect(complaints).toEqual([])
  })

  it('are added, moved, switched off and removed by keyboard', async () => {
    const { page, complaints } = await openPreviews('Moved')

    await page.getByRole('button', { name: 'Add step' }).press('Enter')
    await page.getByRole('menuitem', { name: /^distinct/ }).press('Enter')
    await item(page, '4 distinct, 3 → 3').waitFor()
    await page.keyboard.press('Escape')
    await item(page, /^4 distinct/).press('Alt+ArrowUp')
    await item(page, '3 distinct, 3 → 3').waitFor()
    await page.getByRole('button', { name: 'Move step 1 down' }).press('Enter')
    await expect
      .poll(() => itemNames(page))
      .toEqual(['1 filter, 5 → 4', '2 limit, 4 → 4', '3 distinct, 4 → 4', '4 sort, 4 → 4'])
    await page.getByRole('switch', { name: 'Step 1 enabled' }).press(' ')
    await item(page, '2 limit, 5 → 4').waitFor()
    await page.getByRole('button', { name: 'Remove step 3' }).press('Enter')

    await expect.poll(() => itemNames(page)).toEqual(['1 filter, 5 → 5', '2 limit, 5 → 4', '3 sort, 4 → 4'])
    expect(complaints).toEqual([])
  })

  it('have options that say what they do, with the names that files use', async () => {
    const { page } = await openSteps('Named options')
    for (const [type, label, name] of [
      ['limit', 'Rows to keep', 'count'],
      ['group', 'Group by', 'by'],
      ['lookup', 'As of', 'as_of'],
    ] as const) {
      await page.getByRole('button', { name: 'Add step' }).click()
      await page.getByRole('menuitem', { name: new RegExp(`^${type}`) }).click()
      const field = page.getByLabel(name, { exact: true }).first()
      await field.waitFor()
      expect(await field.locator('xpath=ancestor::div[1]/label').first().innerText()).toBe(`${label} ${name}`)
    }
  })

  it('are dragged to their place', async () => {
    const { page, complaints } = await openSteps('Dragged')

    await item(page, /^3 sort/)
      .getByText('name', { exact: true })
      .dragTo(item(page, /^1 limit/))

    await expect.poll(() => itemNames(page)).toEqual(['1 sort, –', '2 limit, –', '3 filter, –'])
    expect(complaints).toEqual([])
  })

  it('complete columns in expressions, and show the rows after a step', async () => {
    const { page, complaints } = await openPreviews('Computed')

    await page.getByRole('button', { name: 'Add step' }).click()
    await page.getByRole('menuitem', { name: /^compute/ }).click()
    await page.getByRole('combobox', { name: 'column', exact: true }).fill('title')
    await page.locator('.cm-editor').getByRole('textbox', { name: 'expression' }).click()
    await page.keyboard.type('nam')
    await page.getByRole('option', { name: /^name/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('.upperAscii()')
    await item(page, '4 compute, 3 → 3').waitFor()
    await page.getByRole('button', { name: 'Show rows' }).click()

    const sample = page.getByRole('table', { name: 'Rows after step 4' })
    await sample.getByRole('cell', { name: 'APP', exact: true }).waitFor()
    expect(await sample.getByRole('columnheader').allTextContents()).toContain('title')
    expect(complaints).toEqual([])
  })

  it('take what is typed into an expression before its editor is loaded', async () => {
    const { page, complaints } = await openPreviews('Early')
    const typed = Promise.withResolvers<void>()
    await page.route('**/expression-editor-*.js', async (route) => {
      await typed.promise
      await route.continue()
    })

    await page.getByRole('button', { name: 'Add step' }).click()
    await page.getByRole('menuitem', { name: /^compute/ }).click()
    await page.getByRole('combobox', { name: 'column', exact: true }).fill('title')
    await page.getByRole('textbox', { name: 'expression' }).click()
    await page.keyboard.type('name')
    typed.resolve()
    await page.locator('.cm-editor.cm-focused').waitFor()
    await page.keyboard.type('.upperAsc')
    await page.getByRole('option', { name: /^upperAscii/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type(')')

    await item(page, '4 compute, 3 → 3').waitFor()
    expect(complaints).toEqual([])
  })

  it('refuse megabytes pasted into an expression at once, and keep what was there', async () => {
    const { page, complaints } = await openPreviews('Pasted')
    await page.getByRole('button', { name: 'Add step' }).click()
    await page.getByRole('menuitem', { name: /^compute/ }).click()
    await page.getByRole('combobox', { name: 'column', exact: true }).fill('title')
    const field = page.locator('.cm-editor').getByRole('textbox', { name: 'expression' })
    await field.click()
    await page.keyboard.type('name ')

    const milliseconds = await page.evaluate<number>(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'name + '.repeat(700_000))
      const from = performance.now()
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      return performance.now() - from
    })()`)
    await page.getByText('Not taken: 4,900,005 characters, and an expression has at most 4,000.').waitFor()

    expect(milliseconds).toBeLessThan(2_000)
    expect(await field.textContent()).toBe('name ')
    await page.keyboard.type('+ 1')
    await page.getByText(/^Not taken/).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  it('are checked one to four times while somebody types ten changes, and the plan is that of the last answer', async () => {
    const { page, complaints } = await openSteps('Typed')
    await page.getByRole('tab', { name: 'Plan' }).click()
    await page.getByRole('list', { name: 'Requests' }).waitFor()
    const answers = validationsOf(page)

    await item(page, /^1 limit/).press('Enter')
    const count = page.getByRole('textbox', { name: 'count' })
    await count.press('End')
    await count.pressSequentially('0000000000', { delay: 450 })
    expect(await count.inputValue()).toBe('40000000000')
    await page.getByText('Checking the newest edits…').waitFor({ state: 'detached' })
    await expect.poll(() => answers.requests.length - answers.replies.length).toBe(0)

    expect(answers.replies.length).toBeGreaterThanOrEqual(1)
    expect(answers.replies.length).toBeLessThanOrEqual(4)
    const planned = answers.replies.at(-1).plan.steps.flatMap(({ request }: { request?: string }) => request ?? [])
    expect(await page.getByRole('list', { name: 'Requests' }).locator('pre code').allTextContents()).toEqual(planned)
    expect(complaints).toEqual([])
  })

  it('are replaced by pasted JSON, whose faults have names', async () => {
    const { page, complaints } = await openSteps('Pasted')
    await page.getByRole('tab', { name: 'JSON' }).click()
    await page.getByRole('button', { name: 'Replace…' }).click()

    const box = page.getByRole('textbox', { name: 'JSON' })
    await box.fill('{"nodes": [{}]}')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('nodes.0.id: This field is required.').waitFor()
    await box.fill(
      JSON.stringify({
        nodes: CANVAS.nodes,
        edges: [],
        post_processors: [{ id: 's', type: 'limit', config: { count: 1 } }],
      }),
    )
    await page.getByRole('button', { name: 'Apply' }).click()

    await expect.poll(() => itemNames(page)).toEqual(['1 limit, –'])
    expect(complaints).toEqual([])
  })

  it('have no barriers', async () => {
    const watched = await openPreviews('Barriers')
    const { page } = watched
    for (const name of [/^1 limit/, /^2 filter/, /^3 sort/]) {
      await item(page, name).press('Enter')
      await page.getByRole('button', { name: 'Show rows' }).click()
      await page.getByText(/^Preview, rows of/).waitFor()
      expect(await barriers(watched)).toEqual([])
    }
    for (const tab of ['Plan', 'JSON']) {
      await page.getByRole('tab', { name: tab }).click()
      expect(await barriers(watched)).toEqual([])
    }
    expect(watched.complaints).toEqual([])
  })
})

const list = (page: Page) => page.getByRole('list', { name: 'Steps', exact: true })
const item = (page: Page, name: string | RegExp) =>
  list(page).getByRole('listitem', { name, exact: typeof name === 'string' })

const itemNames = (page: Page): Promise<(string | null)[]> =>
  list(page)
    .locator('> li')
    .evaluateAll((items) => items.map((one) => one.getAttribute('aria-label')))

/** The paths of calls from now on. */
function requestsOf(page: Page): readonly string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) paths.push(pathname)
  })
  return paths
}

/** Checks by the server from now on. */
function validationsOf(page: Page) {
  const requests: string[] = []
  const replies: any[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/validate/')) requests.push(request.url())
  })
  page.on('response', (reply) => {
    if (reply.url().endsWith('/validate/')) void reply.json().then((body: unknown) => replies.push(body))
  })
  return { requests, replies }
}
