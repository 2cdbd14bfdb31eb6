import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../browser.ts'
import { barriers, startWebUi, type WebUi } from '../web-ui.ts'

const NEW = ['/queries/saved-queries/new', 'New query'] as const
const MISSPELT = {
  nodes: [
    {
      id: 'bd',
      class_name: 'fvBD',
      filters: [
        { property: 'arpFlod', operator: 'eq', value: 'yes' },
        { property: 'name', operator: 'starts_with', value: '{{prefix=app}}' },
      ],
      properties: ['name'],
    },
    { id: 'ctx', class_name: 'fvCtx' },
  ],
  edges: [{ id: 'e', source: 'bd', target: 'ctx', kind: 'references', through: 'fvRsCtx' }],
}

const canvasOf = (page: Page): Locator => page.getByRole('application', { name: 'Query canvas' })
const inspectorOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Inspector' })
const filterOf = (page: Page, name: string): Locator => page.getByRole('group', { name: `Filter ${name}`, exact: true })
const focused = (part: Locator): Locator => part.and(part.page().locator(':focus'))
const optionsOf = async (page: Page): Promise<readonly string[]> => page.getByRole('option').allTextContents()

/** Puts a class on the canvas as its users do. */
async function addClass(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search classes' }).fill(name)
  await page.keyboard.press('Enter')
  await inspectorOf(page).getByRole('heading', { name, exact: true }).waitFor()
}

/** A further filter, entered by keyboard. */
async function addFilter(page: Page, property: string, operator: string): Promise<Locator> {
  const count = await page.getByRole('group', { name: /^Filter \d+$/ }).count()
  await page.getByRole('button', { name: 'Add filter' }).click()
  const filter = filterOf(page, String(count + 1))
  await filter.getByRole('combobox', { name: 'Property' }).fill(property)
  await page.keyboard.press('Enter')
  await filter.getByRole('combobox', { name: 'Operator' }).fill(operator)
  await page.keyboard.press('Enter')
  return filter
}

describe.skipIf(chromiumPath === undefined)('the inspector', () => {
  let ui: WebUi
  let misspelt: string
  beforeAll(async () => {
    ui = await startWebUi()
    misspelt = await ui.runs.save({ name: 'Misspelt', ...MISSPELT })
  })
  afterAll(() => ui.stop())

  it('adds a class by its name alone, and shows what it is', async () => {
    const { page, complaints } = await ui.opened(...NEW)
    await page.keyboard.press('/')
    await page.keyboard.type('fvbd')
    await page.keyboard.press('Enter')

    await inspectorOf(page).getByRole('heading', { name: 'fvBD', exact: true }).waitFor()
    await inspectorOf(page).getByText('Bridge Domain', { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Fits beside fvBD' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('says what a new filter, step or class lacks once one has left it, or wants to run', async () => {
    const { page } = await ui.opened(...NEW)
    const problems = page.getByRole('region', { name: 'Problems' })
    await addClass(page, 'fvBD')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await focused(filterOf(page, '1').getByRole('combobox', { name: 'Property' })).waitFor()
    await problems.getByText('Not filled in yet').waitFor()
    expect(await problems.getByRole('listitem').count()).toBe(0)
    await inspectorOf(page).getByRole('textbox', { name: 'Alias' }).focus()
    await problems.getByText('the property is missing').waitFor()
    await page.getByRole('button', { name: 'Remove filter 1' }).click()

    await canvasOf(page).focus()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add step' }).click()
    await page.getByRole('menuitem', { name: /^sort/ }).click()
    await problems.getByText('Not filled in yet').waitFor()
    expect(await problems.getByRole('listitem').count()).toBe(0)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await problems.getByText(/option is required/).waitFor()
    // A row that comes to it later waits as well.
    await page.getByRole('button', { name: 'Add column', exact: true }).click()
    await problems.getByText('Not filled in yet').waitFor()
    expect(await problems.getByRole('listitem').count()).toBe(0)

    await page.getByRole('button', { name: 'Remove step 1' }).click()
    await addClass(page, 'fvCtx')
    await problems.getByText('Not filled in yet').waitFor()
    await page.getByRole('group', { name: 'fvBD', exact: true }).click()
    await problems.getByText(/unconnected parts/).waitFor()
  })

  it('adds what fits beside a class with the thread that joins them', async () => {
    const { page, complaints } = await ui.opened(...NEW)
    await addClass(page, 'fvBD')
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByRole('button', { name: /^fvCtx .*fvRsCtx · n:1/ }).click()

    await inspectorOf(page).getByRole('heading', { name: 'fvCtx', exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Fits beside fvCtx' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('keeps favorites, and browses the class model by keyboard', async () => {
    const { page, complaints } = await ui.opened(...NEW)
    const tree = page.getByRole('tree', { name: 'Class model' })
    await tree.getByRole('treeitem', { name: /^polUni/ }).waitFor()
    await tree.focus()
    while ((await tree.getByRole('treeitem', { selected: true }).textContent())?.includes('polUni') === false)
      await page.keyboard.press('j')
    await page.keyboard.press('ArrowRight')
    await tree
      .getByRole('treeitem', { name: /^fvTenant/ })
      .nth(1)
      .waitFor()
    await page.keyboard.press('f')
    await page.getByRole('button', { name: 'Remove polUni from favorites' }).waitFor()
    await page.getByRole('button', { name: /^polUni/ }).press('f')
    await page.getByRole('button', { name: 'Remove polUni from favorites' }).waitFor({ state: 'detached' })

    await tree
      .getByRole('treeitem', { name: /^fvTenant/ })
      .first()
      .dblclick()
    await inspectorOf(page).getByRole('heading', { name: 'fvTenant', exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  describe('filters', () => {
    it('offer exactly the values that a property can have', async () => {
      const { page, complaints } = await ui.opened(...NEW)
      await addClass(page, 'fvBD')
      const filter = await addFilter(page, 'arpFlood', 'eq')
      await filter.getByRole('combobox', { name: 'Value' }).click()
      expect([...(await optionsOf(page))].sort()).toEqual(['no', 'yes'])
      await page.getByRole('option', { name: 'yes' }).click()
      await filter.getByRole('combobox', { name: 'Operator' }).click()

      expect((await optionsOf(page)).map((text) => text.split(' ')[0])).toEqual([
        'eq',
        'ne',
        'in',
        'not_in',
        'is_empty',
        'is_set',
      ])
      expect(await filter.getByRole('combobox', { name: 'Value' }).inputValue()).toBe('yes')
      expect(complaints).toEqual([])
    })

    it('offer ticks for flags and two fields for a range, and keep what fits', async () => {
      const { page, complaints } = await ui.opened(...NEW)
      await addClass(page, 'fvBD')
      const flags = await addFilter(page, 'childAction', 'any_bit')
      const first = flags.getByRole('group', { name: 'Value' }).getByRole('checkbox').first()
      await first.click()
      const range = await addFilter(page, 'seg', 'lt')
      await range.getByRole('textbox', { name: 'Value' }).fill('100')
      await range.getByRole('combobox', { name: 'Operator' }).fill('between')
      await page.keyboard.press('Enter')
      await range.getByRole('textbox', { name: 'To' }).fill('{{most=200}}')

      expect(await range.getByRole('textbox', { name: 'From' }).inputValue()).toBe('100')
      expect(await first.isChecked()).toBe(true)
      await page.getByRole('textbox', { name: 'most' }).waitFor()
      expect(complaints).toEqual([])
    })

    it('say where they are checked once a plan knows them', async () => {
      const clean = await ui.runs.save({ name: 'Clean', nodes: [{ id: 'bd', class_name: 'fvBD' }], edges: [] })
      const { page, complaints } = await ui.opened(`/queries/saved-queries/${clean}/`, 'Clean')
      await page
        .getByRole('status', { name: 'Checks' })
        .getByText(/^valid/)
        .waitFor()
      const answers = Promise.withResolvers<void>()
      await page.route(/\/validate\//, async (route) => {
        await answers.promise
        await route.continue()
      })
      await page.getByRole('group', { name: /^fvBD/ }).first().click()
      const filter = await addFilter(page, 'name', 'is')
      await filter.getByRole('textbox', { name: 'Value' }).fill('app')

      const asked = await page.waitForRequest(/\/validate\//)
      expect(await filter.getByText('sent to the controller').count()).toBe(0)
      answers.resolve()
      await asked.response()

      await filter.getByText('sent to the controller').waitFor()
      expect(complaints).toEqual([])
    })

    it('mark a value that does not fit before the server answers', async () => {
      const { page, complaints } = await ui.opened(...NEW)
      await addClass(page, 'fvBD')
      const filter = await addFilter(page, 'seg', 'lt')
      const value = filter.getByRole('textbox', { name: 'Value' })
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/api/**', async (route) => {
        await held
        await route.continue()
      })
      await value.fill('abc')

      expect(await value.getAttribute('aria-invalid')).toBe('true')
      const fault = page.locator(`[id="${await value.getAttribute('aria-describedby')}"]`)
      expect(await fault.textContent()).toContain('“abc” is not a number')
      release()
      await value.fill('{{seg=1500}}')
      expect(await value.getAttribute('aria-invalid')).toBeNull()
      expect(complaints).toEqual([])
    })

    it('nest in groups, and move by keyboard; all of it can be undone', async () => {
      const { page, complaints } = await ui.opened(...NEW)
      await addClass(page, 'fvBD')
      const filter = await addFilter(page, 'name', 'contains')
      await filter.getByRole('textbox', { name: 'Value' }).fill('app')
      await page.getByRole('button', { name: 'Add group' }).click()
      await filterOf(page, '2.1').getByRole('combobox', { name: 'Property' }).fill('descr')
      await page.keyboard.press('Enter')
      await filter.getByRole('textbox', { name: 'Value' }).focus()
      await page.keyboard.press('Alt+ArrowDown')

      const moved = filterOf(page, '1.1').getByRole('textbox', { name: 'Value' })
      await expect.poll(() => moved.inputValue()).toBe('app')
      await filterOf(page, '1').getByRole('combobox', { name: 'Match' }).fill('none')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Remove filter 1.2' }).click()
      expect(await page.getByRole('group', { name: /^Filter / }).count()).toBe(2)
      expect(complaints).toEqual([])
    })
  })

  it('picks properties by name or label, in any order', async () => {
    const { page, complaints } = await ui.opened(...NEW)
    await addClass(page, 'fvBD')
    await page.getByRole('button', { name: 'Choose' }).click()
    await page.getByRole('searchbox', { name: 'Search properties' }).fill('arp')
    await page.getByRole('checkbox', { name: /^arpFlood/ }).click()
    await page.getByRole('searchbox', { name: 'Search properties' }).fill('')
    await page.getByRole('checkbox', { name: /^name / }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    const chosen = page.getByRole('list', { name: 'Chosen properties' }).getByRole('listitem')
    expect(await chosen.allTextContents()).toEqual(['arpFlood×', 'name×'])
    await page.getByRole('button', { name: 'Remove name' }).press('Alt+ArrowUp')

    await expect.poll(() => chosen.allTextContents()).toEqual(['name×', 'arpFlood×'])
    await page.getByRole('button', { name: /^2 of \d+$/ }).waitFor()
    expect(complaints).toEqual([])
  })

  it('says at once that a scope is no DN', async () => {
    const { page, complaints } = await ui.opened(...NEW)
    await addClass(page, 'fvBD')
    const scope = page.getByRole('combobox', { name: 'Scope' })
    await scope.fill('uni/tn-[common')
    expect(await scope.getAttribute('aria-invalid')).toBe('true')
    await scope.fill('uni/tn-common')

    expect(await scope.getAttribute('aria-invalid')).toBeNull()
    expect(complaints).toEqual([])
  })

  it('walks problems with F8, and takes a suggestion', async () => {
    const { page, complaints } = await ui.opened(`/queries/saved-queries/${misspelt}/`, 'Misspelt')
    const problems = page.getByRole('region', { name: 'Problems' })
    const problem = problems.getByRole('button', { name: /arpFlod/ })
    await problem.waitFor()
    await page.keyboard.press('F8')
    await focused(problem).waitFor()
    await inspectorOf(page).getByRole('heading', { name: 'fvBD', exact: true }).waitFor()
    const property = filterOf(page, '1').getByRole('combobox', { name: 'Property' })
    await expect.poll(() => property.getAttribute('aria-invalid')).toBe('true')
    await page.keyboard.press('Enter')
    await focused(property).waitFor()
    await problems.getByRole('button', { name: 'Use arpFlood' }).click()

    await problem.waitFor({ state: 'detached' })
    expect(await property.inputValue()).toBe('arpFlood')
    await problems.getByText('No problems.').waitFor()
    await filterOf(page, '1').getByText('sent to the controller').waitFor()
    expect(complaints).toEqual([])
  })

  it('has no barriers', async () => {
    const watched = await ui.opened(...NEW)
    const { page } = watched
    await addClass(page, 'fvBD')
    const filter = await addFilter(page, 'arpFlood', 'eq')
    await addFilter(page, 'childAction', 'any_bit')
    await page.getByRole('button', { name: 'Add group' }).click()
    await page.getByRole('button', { name: 'Choose' }).click()
    await page.getByRole('checkbox', { name: /^name / }).click()
    expect(await barriers(watched)).toEqual([])
    await filter.getByRole('combobox', { name: 'Operator' }).click()
    await page.getByRole('option').first().waitFor()

    expect(await barriers(watched)).toEqual([])
    expect(watched.complaints).toEqual([])
  })
})
