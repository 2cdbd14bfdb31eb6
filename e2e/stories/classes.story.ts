import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../browser.ts'
import { barriers, heading, startWebUi, type WebUi } from '../web-ui.ts'

describe.skipIf(chromiumPath === undefined)('the class model', () => {
  let ui: WebUi
  beforeAll(async () => {
    ui = await startWebUi()
  })
  afterAll(() => ui.stop())

  it('leads from a word to a class, all that the model says of it, and its rows', async () => {
    const { admin } = ui.runs.app
    const watched = await ui.opened('/mim/', 'Classes')
    const { page } = watched
    await page.getByRole('treeitem', { name: /^fvTenant/ }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('fvbd')
    await page.getByRole('option', { name: /^fvBD\b/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await heading(watched, 'fvBD')
    await page.waitForURL(/\/mim\/class\/fvBD\/\?q=fvbd$/)

    // Everything agrees with the API.
    const { body: detail } = await admin.get('/api/mim/explorer/class/fvBD/')
    const properties = page.getByRole('table', { name: 'Properties' })
    await properties.waitFor()
    const showAll = page.getByRole('button', { name: `Show all ${detail.properties.length}`, exact: true })
    if (await showAll.isVisible()) await showAll.click()
    expect(await properties.getByRole('row').count()).toBe(detail.properties.length + 1)
    expect(await properties.getByRole('row').nth(1).innerText()).toContain('naming')
    await page.getByRole('searchbox', { name: 'Filter properties' }).fill('arp')
    await page.waitForURL(/[?&]p=arp/)
    await properties.getByRole('row', { name: /arpFlood/ }).waitFor()

    // Graph and table say the same of the few that refer to it.
    const { body: relations } = await admin.get('/api/mim/explorer/relationships/fvBD/')
    const referring = relations.associations.filter(({ direction }: { direction: string }) => direction === 'from')
    const graph = page.getByRole('group', { name: 'What is one step from fvBD' })
    await graph.getByText(`Referred to by ${referring.length}`).waitFor()
    const drawn = await graph.getByRole('link', { name: /^referred to by/ }).count()
    await page.getByRole('radio', { name: 'Table' }).check()
    const table = page.getByRole('table', { name: 'Relations' })
    await table.waitFor()
    const { containers, contained, associations } = relations
    expect(await table.getByRole('row').count()).toBe(1 + containers.length + contained.length + associations.length)
    expect(drawn).toBe(referring.length)

    // What is open stays open, also on another class.
    await page.getByRole('button', { name: /^DN patterns/ }).click()
    await page.getByText('uni/tn-{name}/BD-{name}').waitFor()
    await table.getByRole('link', { name: 'fvTenant' }).first().click()
    await heading(watched, 'fvTenant')
    await page.getByText('uni/tn-{name}', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('uni/tn-{name}', { exact: true }).waitFor()
    expect(await barriers(watched)).toEqual([])

    // Where it is used, and by which of its properties.
    const using = await ui.runs.save({
      name: 'Names of tenants',
      nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }],
    })
    await page.getByRole('button', { name: 'In saved queries' }).click()
    const link = page.getByRole('link', { name: 'Names of tenants' })
    expect(await link.getAttribute('href')).toContain(using)
    await page
      .getByRole('table', { name: 'Properties' })
      .getByText(/naming.*in \d+ quer/)
      .waitFor()
    expect(await barriers(watched)).toEqual([])

    // A few of its objects, without leaving.
    await page.getByRole('button', { name: 'Show 20 objects' }).click()
    await page.getByRole('table', { name: 'Objects of fvTenant' }).getByText('uni/tn-A').waitFor()
    expect(await barriers(watched)).toEqual([])

    await page.getByRole('button', { name: 'Query all objects' }).click()
    await page.getByRole('grid', { name: 'Rows' }).getByText('uni/tn-A').first().waitFor()
    await page.waitForURL(/\/queries\/saved-queries\/new\/?\?.*run=/)
    await page.getByRole('link', { name: 'Open its page: fvTenant' }).click()
    await heading(watched, 'fvTenant')
    await page.getByRole('link', { name: 'Use in query' }).click()
    await page.getByRole('group', { name: /^fvTenant/ }).waitFor()
    expect(watched.complaints).toEqual([])
  })

  it('is walked with the arrows, keeps favorites, and finds what is not there', async () => {
    const watched = await ui.opened('/mim/', 'Classes', { theme: 'dark' })
    const { page } = watched
    const tree = page.getByRole('tree', { name: 'Class model' })
    await page.getByRole('treeitem', { name: /^fvTenant/ }).waitFor()
    expect(await barriers(watched)).toEqual([])
    await tree.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.getByRole('treeitem', { level: 2 }).first().waitFor()
    await page.keyboard.press('Enter')
    await heading(watched, 'fvTenant')
    // The tree keeps the focus, so that one walks on.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(({ pathname }) => !pathname.endsWith('/fvTenant/'))

    await page.goto('/mim/class/fvSubnet/')
    await heading(watched, 'fvSubnet')
    await page.getByRole('button', { name: 'Favorite', exact: true }).click()
    await page.getByRole('button', { name: 'Remove fvSubnet from favorites' }).waitFor()
    await page.getByRole('button', { name: 'Show in the model' }).click()
    await page.getByRole('treeitem', { name: /^fvSubnet/, selected: true }).waitFor()

    await page.goto('/mim/class/fvSubnett/')
    await page.getByText('The class model has no class fvSubnett').waitFor()
    await page.getByRole('link', { name: 'fvSubnet', exact: true }).click()
    await heading(watched, 'fvSubnet')

    // On a telephone there is one thing at a time.
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.getByRole('tree').count()).toBe(0)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await page.getByRole('link', { name: 'Classes' }).first().click()
    await heading(watched, 'Classes')
    await page.getByRole('treeitem', { name: /^fvTenant/ }).waitFor()
    expect(watched.complaints.filter((text) => !text.includes('404'))).toEqual([])
  })
})
