import { generateModel } from '@heddle/simulators/registry/generate-model.ts'
import { type RegistrySimulator, startRegistry } from '@heddle/simulators/registry/start-registry.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../browser.ts'
import { barriers, heading, saveAndRun, startWebUi, type WebUi } from '../web-ui.ts'

describe.skipIf(chromiumPath === undefined)('the pages that first steps and notices lead to', () => {
  let ui: WebUi
  let registry: RegistrySimulator
  let query: string
  let run: string
  beforeAll(async () => {
    const model = generateModel({ classes: 150, seed: 7 })
    registry = await startRegistry({ versions: { latest: { model }, '521': { model, without: ['fv:Tenant'] } } })
    ui = await startWebUi({ env: { MIM_REGISTRY_URL: registry.url } })
    ;({ query, run } = await saveAndRun(ui))
  })
  afterAll(async () => {
    await ui.stop()
    await registry.close()
  })

  it.each(['light', 'dark'] as const)('show which class model is installed, in the %s theme', async (theme) => {
    const watched = await ui.opened('/mim-registry/', 'Class models', { theme })
    await watched.page.getByText(/^Installed: 611, /).waitFor()
    await watched.page.getByRole('heading', { name: 'From a controller' }).waitFor()

    expect(await barriers(watched)).toEqual([])
  })

  it('show the rows of a snapshot, with what is known of it', async () => {
    const { body } = await ui.runs.app.admin.post('/api/history/capture/', { execution: run, annotation: 'before' })
    const watched = await ui.opened(`/history/snapshots/${body.id}/`, 'Snapshot of Tenants')
    const { page } = watched
    await page.getByText('before', { exact: true }).waitFor()
    await page.getByRole('grid', { name: 'Rows' }).getByText('uni/tn-A').waitFor()
    expect(await barriers(watched)).toEqual([])

    await page.getByRole('link', { name: 'Open run' }).click()
    await heading(watched, 'Tenants')
    expect(watched.complaints).toEqual([])
  })

  it('list the schedules, pause one and run it now', async () => {
    const { admin } = ui.runs.app
    const { body: task } = await admin.post('/api/queries/scheduled-tasks/', {
      name: 'every hour',
      saved_query: query,
      controller_connections: [ui.runs.connection],
      schedule_type: 'interval',
      interval_minutes: 60,
    })
    const watched = await ui.opened(`/queries/scheduled-tasks/?saved_query=${query}`, 'Schedules')
    const { page } = watched
    const row = page.getByRole('row', { name: /every hour/ })
    await row.getByText('every 60 minutes').waitFor()
    expect(await barriers(watched)).toEqual([])
    await row.getByRole('button', { name: 'Run now: every hour' }).click()
    await page.getByText('“every hour” is running.').waitFor()
    await row.getByRole('button', { name: 'Actions for every hour' }).click()
    await page.getByRole('menuitem', { name: 'Pause' }).click()
    await row.getByText('off', { exact: true }).waitFor()

    expect((await admin.get(`/api/queries/scheduled-tasks/${task.id}/`)).body.enabled).toBe(false)
    expect(watched.complaints).toEqual([])
  })

  it('import a class model that one leaves, cancels and resumes, and compare it with another', async () => {
    const watched = await ui.opened('/mim-registry/', 'Class models')
    const { page } = watched
    registry.faults.add({ kind: 'delay', ms: 1_000, after: 40 })
    await page.getByRole('button', { name: /^Install Latest/ }).click()
    const progress = page.getByRole('progressbar', { name: 'Import' })
    await expect.poll(() => progress.getAttribute('aria-valuetext')).toMatch(/^downloading, [1-9]\d* of \d+ classes$/)
    expect(await barriers(watched)).toEqual([])
    await page.goto('/')
    await heading(watched, 'Home')
    await page.goBack()
    await progress.waitFor()
    await page.getByRole('button', { name: 'Cancel import' }).click()
    await page.getByText('The import was cancelled.').waitFor()

    registry.faults.clear()
    await page.getByRole('table', { name: 'Imports' }).getByRole('link', { name: 'Import of latest' }).click()
    await heading(watched, 'Import of a class model')
    await page.getByRole('button', { name: 'Resume import' }).click()
    await page.getByText('latest is installed.').waitFor()

    await page.getByRole('link', { name: 'Class models' }).click()
    await page.getByRole('button', { name: 'Compare only: 5.2(1)' }).click()
    await page.getByText('521 was read and can be compared.').waitFor()
    await page.getByRole('link', { name: 'Compare versions' }).click()
    await heading(watched, 'Compare versions')
    await page.getByRole('list', { name: 'Summary' }).getByText('− 1 class removed').waitFor()
    const noticed = page.getByRole('table', { name: 'Saved queries that notice' })
    await noticed.getByRole('row', { name: /Tenants.*fvTenant.*class removed/ }).waitFor()
    await page.waitForURL(/from=latest&to=521/)
    await page.getByRole('button', { name: 'Swap' }).click()
    await page.getByRole('list', { name: 'Summary' }).getByText('+ 1 class added').waitFor()
    expect(await barriers(watched)).toEqual([])
    expect(watched.complaints).toEqual([])
  })

  it('make a query of a draft that ran', async () => {
    const draft = { nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }], edges: [], post_processors: [] }
    const { body } = await ui.runs.app.admin.post('/api/queries/execute/', {
      draft,
      controller_connection: ui.runs.connection,
    })
    const watched = await ui.opened(`/queries/execution-logs/${body.execution_id}/`, 'A draft')
    await watched.page.getByRole('button', { name: 'Save as a query' }).click()
    await watched.page.getByRole('dialog').getByLabel('Name').fill('Tenants again')
    await watched.page.keyboard.press('Enter')

    await heading(watched, 'Tenants again')
    await watched.page.getByRole('group', { name: /^fvTenant/ }).waitFor()
    expect(watched.complaints).toEqual([])
  })
})
