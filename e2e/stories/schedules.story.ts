import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../browser.ts'
import { barriers, heading, startWebUi, type WebUi } from '../web-ui.ts'

const TASKS = '/api/queries/scheduled-tasks/'
const ONE_TENANT = {
  id: 't',
  class_name: 'fvTenant',
  filters: [{ property: 'name', operator: 'eq', value: '{{tenant}}' }],
}

describe.skipIf(chromiumPath === undefined)('schedules', () => {
  let ui: WebUi
  beforeAll(async () => {
    ui = await startWebUi()
  })
  afterAll(() => ui.stop())

  it('are created with the next five runs in sight, which are those of the saved task, and run now', async () => {
    const query = await ui.runs.save({ name: 'Scheduled tenants', nodes: [{ id: 't', class_name: 'fvTenant' }] })
    const { username } = (await ui.runs.editor.get('/api/auth/profile/')).body
    const watched = await ui.opened(`/queries/scheduled-tasks/new?saved_query=${query}`, 'New schedule', { username })
    const { page } = watched
    const cron = page.getByRole('textbox', { name: 'Cron expression' })
    await cron.fill('61 6 * * *')
    await page.getByText(/expected 0 to 59/).waitFor()
    await cron.fill('30 6 * * mon-fri')
    await page.getByText('Runs at 06:30 on weekdays.').waitFor()
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Warsaw')
    await page.keyboard.press('Enter')
    const next = page.getByRole('list', { name: 'Next runs' })
    await next
      .getByText(/06:30 Warsaw/)
      .first()
      .waitFor()
    const shown = await next.locator('time').evaluateAll((times) => times.map((one) => one.getAttribute('datetime')))
    expect(shown).toHaveLength(5)
    expect(await next.getByText(/UTC/).count()).toBeGreaterThanOrEqual(5)
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await heading(watched, 'Scheduled tenants')

    const id = new URL(page.url()).pathname.split('/')[3]!
    const { body: task } = await ui.runs.editor.get(`${TASKS}${id}/`)
    expect(task.next_runs.map((at: string) => new Date(at).toISOString())).toEqual(shown)
    await page.getByText('It has not run yet.').waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: /^Run now/ }).click()
    const runs = page.getByRole('table', { name: 'Runs' })
    await runs.getByText('success').waitFor()
    expect(await barriers(watched)).toEqual([])
    await runs.getByRole('link').first().click()
    await heading(watched, 'Scheduled tenants')
    await page.getByRole('link', { name: 'Rows and plan of the run' }).waitFor()
    expect(await barriers(watched)).toEqual([])
    expect(watched.complaints).toEqual([])
  })

  it('are filled from the rows on the screen, to report changes or rows', async () => {
    const query = await ui.runs.save({ name: 'Watched tenants', nodes: [ONE_TENANT] })
    const { username } = (await ui.runs.editor.get('/api/auth/profile/')).body
    const address = `/queries/saved-queries/${query}/?v.tenant=common`
    const watched = await ui.opened(`${address}&view=answer`, 'Watched tenants', { username })
    const { page } = watched
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText(/^Rows of /).waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('menuitem', { name: 'Tell me when this changes…' }).click()
    await heading(watched, 'New schedule')
    expect(await page.getByRole('textbox', { name: 'tenant' }).inputValue()).toBe('common')
    await page.getByRole('button', { name: 'Save' }).click()
    await heading(watched, 'Changes of Watched tenants')
    const id = new URL(page.url()).pathname.split('/')[3]!
    expect((await ui.runs.editor.get(`${TASKS}${id}/`)).body).toMatchObject({
      saved_query: query,
      controller_connections: [ui.runs.connection],
      variables: { tenant: 'common' },
      capture_snapshot: true,
      notify_on_changes: true,
    })

    await page.goto(`${address}&view=edit`)
    await heading(watched, 'Watched tenants')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Tell me when this has rows…' }).click()
    await page.getByText(/this query expects nothing yet/).waitFor()
    expect(await page.getByRole('checkbox', { name: /no longer as expected/ }).isChecked()).toBe(true)
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('link', { name: 'Set what it expects' }).click()
    await heading(watched, 'Watched tenants')
    await page.getByRole('button', { name: 'Expect…' }).waitFor()
    expect(watched.complaints).toEqual([])
  })

  it('are changed by their owner, unless somebody else changed them meanwhile', async () => {
    const { id, name } = await scheduled('Changed nightly')
    const { username } = (await ui.runs.editor.get('/api/auth/profile/')).body
    const watched = await ui.opened(`/queries/scheduled-tasks/${id}/`, name, { username })
    const { page } = watched
    await page.getByRole('link', { name: 'Edit' }).click()
    await heading(watched, `Change “${name}”`)
    await page.getByRole('radio', { name: 'Every so many minutes' }).check()
    await page.getByRole('textbox', { name: 'Minutes' }).fill('90')
    await page.getByRole('checkbox', { name: 'rows changed since the run before' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('every 90 minutes').waitFor()
    const { body: task } = await ui.runs.editor.get(`${TASKS}${id}/`)
    expect([task.interval_minutes, task.notify_on_changes]).toEqual([90, true])

    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Minutes' }).fill('30')
    await ui.runs.editor.patch(`${TASKS}${id}/`, { notify_on_failure: false })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
    expect((await ui.runs.editor.get(`${TASKS}${id}/`)).body.interval_minutes).toBe(90)
    expect(await barriers(watched)).toEqual([])
    expect(watched.complaints.filter((text) => !text.includes('412'))).toEqual([])
  })

  it('give Prometheus a metric, whose name the form shows', async () => {
    const { id, name } = await scheduled('Measured nightly')
    const { username } = (await ui.runs.editor.get('/api/auth/profile/')).body
    const watched = await ui.opened(`/queries/scheduled-tasks/${id}/edit`, `Change “${name}”`, { username })
    const { page } = watched
    await page.getByRole('checkbox', { name: 'Give its numbers to Prometheus' }).check()
    const field = page.getByRole('textbox', { name: 'Metric name' })
    await field.fill('Tenants')
    await page.getByRole('textbox', { name: 'Labels' }).fill('name, dn')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^name: /).waitFor()
    expect(await barriers(watched)).toEqual([])

    await field.fill('tenants')
    await page.getByText('Served as heddle_query_tenants.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('heddle_query_tenants').waitFor()

    const { body: task } = await ui.runs.editor.get(`${TASKS}${id}/`)
    expect(task.metric).toEqual({ name: 'tenants', value: 'rows', labels: ['name', 'dn'] })
    expect(await barriers(watched)).toEqual([])
    expect(watched.complaints.filter((text) => !text.includes('400'))).toEqual([])
  })

  it('are not left by mistake while something is unsaved', async () => {
    const watched = await ui.opened('/queries/scheduled-tasks/new', 'New schedule')
    const { page } = watched
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Half done')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs' }).click()
    await dialog.waitFor()
    expect(await barriers(watched)).toEqual([])
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe('Half done')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await heading(watched, 'Schedules')

    await page.goto('/queries/scheduled-tasks/new')
    await heading(watched, 'New schedule')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await heading(watched, 'Schedules')
    expect(watched.complaints).toEqual([])
  })

  it('are for others to look at only, as far as their permissions go', async () => {
    const viewer = await ui.runs.app.userOf('viewer')
    const { username } = (await viewer.get('/api/auth/profile/')).body
    const watched = await ui.opened('/queries/scheduled-tasks/', 'Schedules', { username })
    expect(await watched.page.getByRole('link', { name: 'New schedule' }).count()).toBe(0)
    await watched.page.goto('/queries/scheduled-tasks/new')
    await watched.page.getByText('queries.add_scheduledtask').waitFor()
    expect(watched.complaints).toEqual([])
  })

  async function scheduled(name: string): Promise<{ readonly id: string; readonly name: string }> {
    const query = await ui.runs.save({ name: `Query of ${name}`, nodes: [{ id: 't', class_name: 'fvTenant' }] })
    const { body } = await ui.runs.editor.post(TASKS, {
      name,
      saved_query: query,
      controller_connections: [ui.runs.connection],
      schedule_type: 'cron',
      cron_expression: '30 2 * * *',
    })
    return body
  }
})
