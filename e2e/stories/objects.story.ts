import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changesOf } from '@heddle/simulators/controller/model/audited-changes.ts'
import { chromiumPath } from '../browser.ts'
import { barriers, heading, startWebUi, type Theme, type WebUi } from '../web-ui.ts'

const WEB = 'uni/tn-A/BD-web'
const LOST = 'uni/tn-A/BD-lost'
const ENDPOINT = 'uni/tn-A/ap-shop/epg-web/cep-00:22:BD:F8:19:FF'
const THEMES: readonly Theme[] = ['light', 'dark']

describe.skipIf(chromiumPath === undefined)('objects', () => {
  let ui: WebUi
  beforeAll(async () => {
    ui = await startWebUi({ alone: true })
    changesOf(ui.runs.controller.store, 'ana').update(WEB, { mtu: '1400' })
    ui.runs.controller.store.add('fvAp', 'uni/tn-A/ap-shop', { name: 'shop' })
    ui.runs.controller.store.add('fvAEPg', 'uni/tn-A/ap-shop/epg-web', { name: 'web' })
    ui.runs.controller.store.add('fvCEp', ENDPOINT, { mac: '00:22:BD:F8:19:FF' })
    ui.runs.controller.store.add('fvIp', `${ENDPOINT}/ip-[10.9.8.7]`, { addr: '10.9.8.7' })
    ui.runs.controller.store.add('faultInst', `${WEB}/fault-F0467`, {
      ...{ code: 'F0467', severity: 'critical', descr: 'Configuration failed', lc: 'raised' },
    })
  })
  afterAll(() => ui.stop())

  it.each(THEMES)('have a page with all that is known of them, in the %s theme', async (theme) => {
    const watched = await ui.opened('/controller/objects', 'Object', { theme })
    const { page } = watched
    await page.getByRole('heading', { name: 'Choose an object' }).waitFor()
    expect(await barriers(watched)).toEqual([])

    await page.getByRole('textbox', { name: 'DN' }).fill(WEB)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    const part = (name: RegExp) => page.getByRole('region', { name })
    await part(/^Properties/)
      .getByText('1400')
      .waitFor()
    await part(/^Children/)
      .getByText('fvSubnet')
      .waitFor()
    await part(/^Points to/)
      .getByRole('link', { name: 'uni/tn-A/ctx-prod' })
      .waitFor()
    await part(/^Faults/)
      .getByText('F0467')
      .waitFor()
    await part(/^Recent changes/)
      .getByText('ana')
      .waitFor()
    await part(/^Captures/)
      .getByText('No capture of this connection has it.')
      .waitFor()
    await part(/^Pointed to by/)
      .getByText('Nothing points to it.')
      .waitFor()
    await part(/^Properties/)
      .locator('summary')
      .click()
    expect(await barriers(watched)).toEqual([])

    await part(/^Points to/)
      .getByRole('link', { name: 'uni/tn-A/ctx-prod' })
      .click()
    await part(/^Properties/)
      .getByText('prod', { exact: true })
      .waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'tn-A' }).click()
    await heading(watched, 'Object')
    await page.waitForURL(({ searchParams }) => searchParams.get('dn') === 'uni/tn-A')
    expect(watched.complaints).toEqual([])
  })

  it.each(THEMES)('that a query left out are followed to where they went missing, in the %s theme', async (theme) => {
    const filters = [{ property: 'mtu', operator: 'eq', value: '1400' }] as const
    const nodes = [{ id: 'bd', class_name: 'fvBD', properties: ['name'], filters }]
    const query = await ui.runs.save({ name: `Small frames, ${theme}`, nodes })
    const watched = await ui.opened(`/queries/saved-queries/${query}/`, `Small frames, ${theme}`, { theme })
    const { page } = watched

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Why not…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Why is it here, or not?' })
    await dialog.getByLabel('DN of the object').waitFor()
    expect(await barriers(watched)).toEqual([])
    await dialog.getByLabel('DN of the object').fill(LOST)
    await dialog.getByRole('button', { name: 'Find out' }).click()

    const answer = dialog.getByRole('region', { name: 'Answer' })
    await answer.getByText('It is not in the rows.').waitFor()
    expect(await answer.getByRole('listitem').filter({ hasText: 'dropped' }).textContent()).toContain('mtu')
    expect(await barriers(watched)).toEqual([])
    await dialog.getByLabel('DN of the object').fill('uni/tn-A/BD-gone')
    await dialog.getByRole('button', { name: 'Find out' }).click()
    await answer.getByText('The controller has no object uni/tn-A/BD-gone.').waitFor()
    await dialog.getByLabel('DN of the object').fill(WEB)
    await dialog.getByRole('button', { name: 'Find out' }).click()
    await answer.getByText('It is in the rows.').waitFor()
    expect(await barriers(watched)).toEqual([])
    expect(watched.complaints).toEqual([])
  })

  it('are found in the palette by an address, and by a name when one asks', async () => {
    const watched = await ui.opened('/controller/objects', 'Object')
    const { page } = watched
    const option = (name: RegExp) => page.getByRole('dialog', { name: 'Command palette' }).getByRole('option', { name })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('0022.bdf8.19ff')
    await option(/cep-00:22:BD:F8:19:FF.*object/).waitFor()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('10.9.8.7')
    await option(/ip-\[10\.9\.8\.7\].*object/).waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(({ searchParams }) => searchParams.get('dn') === `${ENDPOINT}/ip-[10.9.8.7]`)
    await page
      .getByRole('region', { name: /^Properties/ })
      .getByText('10.9.8.7')
      .first()
      .waitFor()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('web')
    await option(/Find objects with “web”/).click()
    await option(/uni\/tn-A\/ap-shop\/epg-web/).waitFor()
    await option(/uni\/tn-B\/BD-web/).waitFor()
    expect(await barriers(watched)).toEqual([])
    await option(/uni\/tn-A\/BD-web/).click()
    await page.waitForURL(({ searchParams }) => searchParams.get('dn') === WEB)
    expect(watched.complaints).toEqual([])
  })
})
