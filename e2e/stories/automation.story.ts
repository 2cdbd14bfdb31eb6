import { scriptOf } from '@heddle/simulators/automation/model/job-script.ts'
import { linesOf } from '@heddle/simulators/automation/output/job-output.ts'
import { type AutomationSimulator, startAutomation } from '@heddle/simulators/automation/start-automation.ts'
import { insertExecution, insertRequest } from '@heddle/server/testing/automation/insert-executions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, type WatchedPage } from '../browser.ts'
import { barriers, heading, startWebUi, type WebUi } from '../web-ui.ts'

const SCHEMA = [
  { name: 'switch', required: true },
  { name: 'vlan', field_type: 'integer', required: true, min: 1, max: 4094 },
]

/** More than a window has room for. */
const PRINTED = [
  'PLAY [Add VLANs]',
  ...Array.from({ length: 500 }, (_, index) => `\u001b[0;33mchanged: [leaf-101] => vlan ${index}\u001b[0m`),
  'PLAY RECAP ***',
]

describe.skipIf(chromiumPath === undefined)('automation', () => {
  let ui: WebUi
  let automation: AutomationSimulator
  let connection: string
  let template: { readonly id: string; readonly automation_connection: string }
  beforeAll(async () => {
    automation = await startAutomation({
      templates: [
        {
          id: 7,
          name: 'Quick',
          allowSimultaneous: true,
          script: scriptOf({ runMs: 300, output: linesOf(PRINTED) }),
        },
      ],
    })
    ui = await startWebUi({ env: { AUTOMATION_POLL_SECONDS: '1' } })
    const { admin } = ui.runs.app
    const server = { name: 'awx', base_url: automation.url, oauth_token: automation.token }
    connection = (await admin.post('/api/automation/connections/', server)).body.id
    template = await templateOf('Add VLANs', SCHEMA)
  })
  afterAll(async () => {
    await ui.stop()
    await automation.close()
  })

  it('shows a request as its job goes on, and what the job prints, line by line', async () => {
    const { editor } = ui.runs
    const rows = [{ switch: 'leaf-101', vlan: 210 }]
    await editor.post(`/api/automation/templates/${template.id}/launch/`, { rows, comment: 'for the lab' })
    const watched = await ui.opened('/automation/requests/', 'Requests')
    const { page } = watched
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('table', { name: 'Requests' }).getByRole('link', { name: 'Add VLANs' }).click()
    await heading(watched, 'Add VLANs')
    await page.getByText('for the lab').waitFor()
    await page.getByText('succeeded', { exact: true }).waitFor()
    await page.getByRole('table', { name: 'Jobs' }).getByText('successful').waitFor()
    await page.getByRole('tab', { name: 'Rows' }).click()
    await page.getByRole('table', { name: 'Rows' }).getByText('leaf-101').waitFor()
    expect(await barriers(watched)).toEqual([])

    await page.getByRole('tab', { name: 'Jobs' }).click()
    await page.getByRole('link', { name: 'Job for all rows' }).click()
    await heading(watched, 'Job for all rows')
    const log = page.getByRole('log', { name: 'Output' })
    await page.getByText('complete', { exact: true }).waitFor()
    await page.getByText('502 lines').waitFor()
    // The output follows its end, so its beginning may have gone out of sight.
    const find = page.getByRole('searchbox', { name: 'Find in output' })
    await find.fill('play [add vlans]')
    await page.keyboard.press('Enter')
    await log.getByText('PLAY [Add VLANs]').waitFor()
    await find.fill('play recap')
    await page.keyboard.press('Enter')
    await page.waitForURL(({ searchParams }) => Number(searchParams.get('L')) > 1)
    await page.reload()
    await log
      .locator('[aria-current]')
      .getByText(/PLAY RECAP/)
      .waitFor()
    expect(await barriers(watched)).toEqual([])
    expect(watched.complaints).toEqual([])
  })

  it('waits for approval by somebody else, who sees who asks for what', async () => {
    const id = await waiting()
    const { username } = (await (await ui.runs.app.userOf('viewer')).get('/api/auth/profile/')).body
    const watched = await ui.opened(`/automation/requests/${id}/`, 'Quick change')
    const { page } = watched
    await page.getByText(/asks to launch/).waitFor()
    await page.getByText('1 row with “Quick change”: 1 job.').waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: 'Approve and launch' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Note (optional)').fill('in the window')
    expect(await barriers(watched)).toEqual([])
    await dialog.getByRole('button', { name: 'Approve and launch' }).click()
    await page.getByText('approved by').waitFor()
    await page.getByText('in the window').waitFor()
    expect((await ui.runs.app.admin.get(`/api/automation/requests/${id}/`)).body.approval.status).toBe('approved')
    expect(watched.complaints).toEqual([])

    const other = await ui.opened(`/automation/requests/`, 'Requests', { username })
    await other.page.getByText('No requests yet').waitFor()
  })

  it('launches rows that were pasted, once the server finds nothing wrong with them', async () => {
    const { username } = (await ui.runs.editor.get('/api/auth/profile/')).body
    const watched = await ui.opened('/automation/templates/', 'Templates', { username })
    const { page } = watched
    await page.getByRole('table', { name: 'Templates' }).waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('link', { name: 'Launch Add VLANs' }).click()
    await heading(watched, 'Add VLANs')
    await pasteInto(watched, 'switch, row 1', 'leaf-101\t210\r\nleaf-102\t21O\r\n')
    await page.getByText('2 rows · 1 fault').waitFor()
    await page.getByRole('list', { name: 'Faults' }).getByText('"21O": expected an integer.').waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: 'Row 2, vlan' }).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('211')
    await page.getByText('2 rows · No faults').waitFor()
    await page.getByRole('button', { name: 'Dry run' }).click()
    await page.getByText('1 job for 2 rows; nothing is launched yet.').waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'Launch', exact: true }).click()
    await page.waitForURL(/\/automation\/requests\//)
    await page.getByRole('tab', { name: 'Rows' }).click()
    await page.getByRole('table', { name: 'Rows' }).getByText('211').waitFor()
    // The browser notes the refusal that listed the fault.
    expect(watched.complaints.filter((text) => !text.includes('dry_run=true'))).toEqual([])
  })

  it('connects an automation server, and says where a test of it stopped and what helps', async () => {
    const watched = await ui.opened('/automation/connections/', 'Automation connections')
    const { page } = watched
    const dialog = page.getByRole('dialog')
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: 'New connection' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Second server')
    await dialog.getByLabel('Token', { exact: true }).fill(automation.token)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => dialog.locator('[aria-invalid="true"]:focus').count()).toBe(1)
    await dialog.getByLabel('Address', { exact: true }).fill(automation.url)
    expect(await barriers(watched)).toEqual([])
    await dialog.getByRole('button', { name: 'Save and test' }).click()
    await dialog.getByText('The connection works.').waitFor()
    await dialog.getByText('Certificate: none, http sends the token unencrypted').waitFor()
    expect(await barriers(watched)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('row', { name: /Second server.*works/ }).waitFor()

    await page.getByRole('button', { name: 'Second server', exact: true }).click()
    await dialog.getByLabel('Address', { exact: true }).fill('http://127.0.0.1:9')
    await dialog.getByText('what is stored is never sent to a new address').waitFor()
    await dialog.getByLabel('Token', { exact: true }).fill('another')
    await dialog.getByRole('button', { name: 'Save and test' }).click()
    await dialog.getByText('Address: failed').waitFor()
    await dialog.getByText('Check the address and the port').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('button', { name: 'Actions for Second server' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await dialog.getByText('No template launches through it.').waitFor()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Second server', exact: true }).waitFor({ state: 'detached' })
    expect(watched.complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([])
  })

  it('shows connections to an editor, who may not change them', async () => {
    const { username } = (await ui.runs.editor.get('/api/auth/profile/')).body
    const { page } = await ui.opened('/automation/connections/', 'Automation connections', { username })
    await page.getByText('Operators and administrators create and change connections.').waitFor()
    await page.getByRole('table').getByText('awx').first().waitFor()

    expect(await page.getByRole('button', { name: /^(New connection|awx|Test|Actions)/ }).count()).toBe(0)
  })

  /** A request that waits for approval; nobody asks for one by hand, schedules do. */
  async function waiting(): Promise<string> {
    const { app, editor } = ui.runs
    const { db } = app.app.platform.database
    const { id: userId, username } = (await editor.get('/api/auth/profile/')).body
    const { id: templateId, automation_connection: connectionId } = await templateOf('Quick change', [])
    const template = {
      name: 'Quick change',
      connectionId,
      jobTemplateId: 7,
      executionMode: 'bulk' as const,
      rowConcurrency: 5,
      columns: [],
    }
    const asked = { templateId, template, userId, username, status: 'pending', startedAt: null } as const
    const requestId = await insertRequest(db, { ...asked, approvalStatus: 'waiting' })
    const queued = { status: 'pending', launch: 'queued', jobId: null, jobKind: null } as const
    await insertExecution(db, { ...queued, transitions: [], requestId, connectionId })
    return requestId
  }

  async function templateOf(name: string, schema: readonly object[]): Promise<typeof template> {
    const { body } = await ui.runs.app.admin.post('/api/automation/templates/', {
      name,
      automation_connection: connection,
      automation_job_template_id: 7,
      schema,
    })
    return body
  }
})

/** What a spreadsheet puts into the clipboard, without one. */
async function pasteInto({ page }: WatchedPage, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click()
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }`)
}
