import { type AutomationSimulator, startAutomation } from '@heddle/simulators/automation/start-automation.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../browser.ts'
import { barriers, heading, startWebUi, type WebUi } from '../web-ui.ts'

describe.skipIf(chromiumPath === undefined)('templates', () => {
  let ui: WebUi
  let automation: AutomationSimulator
  let template: string
  beforeAll(async () => {
    automation = await startAutomation({ templates: [{ id: 7, name: 'Quick' }] })
    ui = await startWebUi({ alone: true })
    const { admin } = ui.runs.app
    const server = { name: 'Lab server', base_url: automation.url, oauth_token: automation.token }
    const connection = (await admin.post('/api/automation/connections/', server)).body.id
    const { body } = await admin.post('/api/automation/templates/', {
      name: 'Close ports',
      automation_connection: connection,
      automation_job_template_id: 7,
      schema: [{ name: 'mode', field_type: 'enum', choices: ['up', 'down'], required: true }],
    })
    template = body.id
  })
  afterAll(async () => {
    await ui.stop()
    await automation.close()
  })

  it('say what they launch and ask for, and are deleted', async () => {
    const watched = await ui.opened('/automation/templates/', 'Templates')
    const { page } = watched
    await page.getByRole('row', { name: /Close ports Lab server · job template 7.*Everybody/ }).waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('link', { name: 'Close ports', exact: true }).click()
    await heading(watched, 'Close ports')
    await page.getByRole('row', { name: /mode one of a list required up, down/ }).waitFor()
    await page.getByText('Nothing was launched from it yet.').waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: 'Actions for Close ports' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await heading(watched, 'Templates')
    await page.getByText('No templates yet').waitFor()
    expect((await ui.runs.app.admin.get(`/api/automation/templates/${template}/`)).status).toBe(404)
    expect(watched.complaints).toEqual([])
  })

  it('are created once the server finds no fault, and edited unless somebody else was faster', async () => {
    const watched = await ui.opened('/automation/templates/new', 'New template')
    const { page } = watched
    await page.getByLabel('Name', { exact: true }).fill('Add VLANs')
    await page.getByLabel('Column name').fill('vlan')
    await page.getByRole('combobox', { name: 'Type' }).fill('whole')
    await page.keyboard.press('Enter')
    await page.getByText('Rules', { exact: true }).click()
    await page.getByLabel('At least').fill('9')
    await page.getByLabel('At most').fill('1')
    await page.getByRole('grid', { name: 'Rows' }).getByText('whole number 9–1').waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('1: expected 9 or more, as `min` says.').waitFor()
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(3)
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('combobox', { name: 'Automation connection' }).click()
    await page.getByRole('option', { name: 'Lab server' }).click()
    await page.getByRole('combobox', { name: 'Job template' }).fill('qui')
    await page.getByRole('option', { name: /Quick \(7\)/ }).click()
    expect(await barriers(watched)).toEqual([])
    await page.getByLabel('At most').fill('4094')
    await page.getByRole('button', { name: 'Save' }).click()
    await heading(watched, 'Add VLANs')
    await page.getByRole('row', { name: /vlan whole number 9–4094 optional/ }).waitFor()

    await page.getByRole('link', { name: 'Edit' }).click()
    await heading(watched, 'Edit “Add VLANs”')
    const [, id] = /templates\/([^/]+)\/edit/.exec(page.url()) ?? []
    await ui.runs.app.admin.patch(`/api/automation/templates/${id}/`, { description: 'Of somebody else' })
    await page.getByLabel('Name', { exact: true }).fill('Add some VLANs')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
    expect(await barriers(watched)).toEqual([])
    expect((await ui.runs.app.admin.get(`/api/automation/templates/${id}/`)).body.name).toBe('Add VLANs')
    expect(watched.complaints.filter((text) => !/status of (400|412)/.test(text))).toEqual([])
  })

  it('refer to data with a page of its own, which says what uses it', async () => {
    const watched = await ui.opened('/automation/reference-data/', 'Reference data')
    const { page } = watched
    const dialog = page.getByRole('dialog')
    const saved = () => dialog.waitFor({ state: 'detached' })
    await page.getByText('No categories yet').waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: 'New category' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Access')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await saved()
    await page.getByRole('row', { name: /Access/ }).waitFor()

    await page.getByRole('tab', { name: 'Patterns' }).click()
    await page.getByRole('button', { name: 'New pattern' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Leaf name')
    await dialog.getByLabel('Pattern', { exact: true }).fill('leaf-(')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.locator('[aria-invalid="true"]').waitFor()
    expect(await barriers(watched)).toEqual([])
    await dialog.getByLabel('Pattern', { exact: true }).fill(String.raw`leaf-\d+`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await saved()

    await page.getByRole('tab', { name: 'Lists of values' }).click()
    await page.getByRole('button', { name: 'New list of values' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Leaves')
    await dialog.getByLabel('Allowed values').fill('leaf-101\nleaf-102\n')
    await dialog.getByText('2 so far').waitFor()
    expect(await barriers(watched)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await saved()

    await page.getByRole('tab', { name: 'Column templates' }).click()
    await page.getByRole('button', { name: 'New column template' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Leaf')
    await dialog.getByRole('combobox', { name: 'List of values' }).click()
    await page.getByRole('option', { name: 'Leaves' }).click()
    expect(await barriers(watched)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await saved()
    await page.getByRole('row', { name: /Leaf text from the list “Leaves” nothing/ }).waitFor()
    expect(await barriers(watched)).toEqual([])

    await page.getByRole('tab', { name: 'Lists of values' }).click()
    await page.getByRole('row', { name: /Leaves typed Leaf/ }).waitFor()
    await page.getByRole('button', { name: 'Actions for Leaves' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await dialog.getByText('It is used by “Leaf”, and stays while that is so.').waitFor()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByRole('alert').waitFor()
    expect(watched.complaints.filter((text) => !/status of (400|409)/.test(text))).toEqual([])
  })

  it('are reached from the overview of automation', async () => {
    const watched = await ui.opened('/automation/', 'Automation')
    const { page } = watched
    await page.getByRole('table', { name: 'Connections' }).getByText('Lab server').waitFor()
    await page.getByRole('region', { name: 'Requests' }).getByText('No requests yet').waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('link', { name: 'Column templates' }).click()
    await page.getByRole('tab', { name: 'Column templates', selected: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Overview' }).getAttribute('aria-current')).toBeNull()
    expect(watched.complaints).toEqual([])
  })
})
