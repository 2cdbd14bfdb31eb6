import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changesOf } from '@heddle/simulators/controller/model/audited-changes.ts'
import { insertRequest } from '@heddle/server/testing/automation/insert-executions.ts'
import { chromiumPath } from '../browser.ts'
import { barriers, heading, startWebUi, type WebUi } from '../web-ui.ts'

const WEB = 'uni/tn-A/BD-web'

describe.skipIf(chromiumPath === undefined)('the pages of changes', () => {
  let ui: WebUi
  beforeAll(async () => {
    ui = await startWebUi({ alone: true })
    const nodes = [{ id: 'bd', class_name: 'fvBD', properties: ['name', 'mtu'] }]
    await ui.runs.save({ name: 'No small frames', nodes, expect: { every: 'mtu != "1400"' } } as never)
  })
  afterAll(() => ui.stop())

  it('open a window, close it after the change, and say what changed, by whom, and what newly fails', async () => {
    const watched = await ui.opened('/history/changes/', 'Changes')
    const { page } = watched
    await page.getByRole('heading', { name: 'No changes' }).waitFor()
    expect(await barriers(watched)).toEqual([])

    await page.getByRole('button', { name: 'Open a change window' }).click()
    const dialog = page.getByRole('dialog', { name: 'Open a change window' })
    await dialog.getByRole('button', { name: 'Open', exact: true }).click()
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true')
    expect(await barriers(watched)).toEqual([])
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Smaller frames')
    await dialog.getByRole('radio', { name: 'Queries', exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Add a query' }).click()
    await page.getByRole('option', { name: 'No small frames' }).click()
    await dialog.getByRole('button', { name: 'Open', exact: true }).click()

    await heading(watched, 'Smaller frames')
    const close = page.getByRole('button', { name: 'Close and compare' })
    await close.waitFor({ timeout: 30_000 })
    expect(await barriers(watched)).toEqual([])
    changesOf(ui.runs.controller.store, 'ana').update(WEB, { mtu: '1400' })
    await close.click()

    const checks = page.getByRole('region', { name: 'Checks' })
    await checks.getByText('Newly failing').waitFor({ timeout: 30_000 })
    const row = page.getByRole('row', { name: new RegExp(WEB) })
    expect(await row.textContent()).toMatch(/changed.*mtu.*1400.*ana/)
    expect(await page.getByRole('list', { name: 'Summary' }).textContent()).toContain('1 check newly fails')
    expect(await barriers(watched)).toEqual([])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Report as JSON' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^change-[0-9a-f]{8}\.json$/)
    const [printed] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Print' }).click(),
    ])
    await printed.getByRole('heading', { name: 'Smaller frames' }).waitFor()
    await printed.close()
    await page.getByRole('link', { name: 'Changes', exact: true }).first().click()
    await page.getByRole('table', { name: 'Changes' }).getByText('Closed').waitFor()
  })

  it('open with a folder, name the requests launched meanwhile, and are deleted with a warning', async () => {
    const { admin, app } = ui.runs.app
    const folder = (await admin.post('/api/queries/categories/', { name: 'Daily' })).body
    const nodes = [{ id: 'bd', class_name: 'fvBD', properties: ['name'] }]
    await admin.post('/api/queries/saved-queries/', {
      ...{ name: 'All domains', category: folder.id, controller_connection: ui.runs.connection, nodes, edges: [] },
    })
    const watched = await ui.opened('/history/changes/', 'Changes', { theme: 'dark' })
    const { page } = watched
    await page.getByRole('button', { name: 'Open a change window' }).click()
    const dialog = page.getByRole('dialog', { name: 'Open a change window' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('New VRFs')
    await dialog.getByRole('radio', { name: 'A folder of queries' }).click()
    await dialog.getByRole('combobox', { name: 'Folder' }).click()
    await page.getByRole('option', { name: 'Daily' }).click()
    expect(await barriers(watched)).toEqual([])
    await dialog.getByRole('button', { name: 'Open', exact: true }).click()

    await heading(watched, 'New VRFs')
    await page.getByRole('table', { name: 'Queries' }).getByText('All domains').waitFor()
    const close = page.getByRole('button', { name: 'Close and compare' })
    await close.waitFor({ timeout: 30_000 })
    const request = await insertRequest(app.platform.database.db, {
      ...{ status: 'succeeded', createdAt: new Date(), startedAt: new Date() },
      selection: {
        ...{ savedQuery: randomUUID(), savedQueryVersion: 1, controllerConnection: ui.runs.connection },
        ...{ variables: {}, skipPostProcessors: false, mapping: {}, filter: null },
      },
    })
    await close.click()
    const requests = page.getByRole('region', { name: 'Automation requests' })
    await requests.getByRole('link', { name: 'Deploy EPG' }).waitFor({ timeout: 30_000 })
    expect(await requests.getByRole('listitem').textContent()).toContain('Succeeded')
    expect(await requests.getByRole('link').getAttribute('href')).toContain(request)
    expect(await barriers(watched)).toEqual([])

    await page.getByRole('button', { name: 'Delete…' }).click()
    const question = page.getByRole('dialog', { name: 'Delete this change?' })
    await question.getByText(/^Its report is gone for good/).waitFor()
    expect(await barriers(watched)).toEqual([])
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await heading(watched, 'Changes')
    await page.getByText('The change was deleted.').waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'New VRFs' }).count()).toBe(0)
    expect(watched.complaints).toEqual([])
  })
})
