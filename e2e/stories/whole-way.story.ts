import { type AiSimulator, startAi } from '@heddle/simulators/ai/start-ai.ts'
import { scriptOf } from '@heddle/simulators/automation/model/job-script.ts'
import { type AutomationSimulator, startAutomation } from '@heddle/simulators/automation/start-automation.ts'
import { changesOf } from '@heddle/simulators/controller/model/audited-changes.ts'
import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, type WatchedPage } from '../browser.ts'
import { heading, signIn, startWebUi, type WebUi } from '../web-ui.ts'

const NAME = 'Bridge domains that flood ARP'
const WEB = 'uni/tn-A/BD-web'
/** What a provider answers to the question. */
const PROPOSED = {
  name: NAME,
  description: 'Those that send ARP requests everywhere.',
  explanation: 'It takes the bridge domains whose arpFlood is yes.',
  nodes: [
    {
      ...{ id: 'bd', class_name: 'fvBD', properties: ['name', 'arpFlood'], reason: 'The question is about fvBD.' },
      filters: [{ property: 'arpFlood', operator: 'eq', value: 'yes' }],
    },
  ],
  edges: [],
  post_processors: [],
  remove: [],
}

describe.skipIf(chromiumPath === undefined)('the whole way', () => {
  let ui: WebUi
  let ai: AiSimulator
  let automation: AutomationSimulator
  /** Username, of an administrator who is new here. */
  let newcomer: string
  beforeAll(async () => {
    ai = await startAi()
    ai.setAnswers(() => PROPOSED)
    automation = await startAutomation({ templates: [{ id: 7, name: 'Stop flooding', script: stopFlooding }] })
    ui = await startWebUi({ env: { AUTOMATION_POLL_SECONDS: '1' } })
    const { admin } = ui.runs.app
    await admin.patch('/api/ai/settings/', {
      ...{ ai_builder_enabled: true, platform_default_provider: 'openai' },
      ...{ platform_base_url: ai.baseUrls.openai, platform_api_key: ai.settings.keys.openai },
    })
    const server = { name: 'awx', base_url: automation.url, oauth_token: automation.token }
    const { body: connection } = await admin.post('/api/automation/connections/', server)
    await admin.post('/api/automation/templates/', {
      ...{ name: 'Stop flooding', automation_connection: connection.id, automation_job_template_id: 7 },
      schema: [{ name: 'bd', field_type: 'text', required: true }],
    })
    const user = await ui.runs.app.userOf('administrator')
    newcomer = (await user.get('/api/auth/profile/')).body.username
  })
  afterAll(async () => {
    await ui.stop()
    await automation.close()
    await ai.close()
  })

  /** What the job does to the fabric. */
  function stopFlooding() {
    ui.runs.controller.store.update(WEB, { arpFlood: 'no' })
    return scriptOf({ runMs: 200 })
  }

  it('leads from signing in to the proof that what was found is gone', { timeout: 240_000 }, async () => {
    const watched = await ui.open('/login')
    await signIn(watched, newcomer)
    await heading(watched, 'Home')
    await connect(watched)
    const query = await ask(watched)
    await expectOnlyBare(watched)
    const task = await schedule(watched)
    await runNow(watched, task, 'as expected')

    changesOf(ui.runs.controller.store, 'maria').update(WEB, { arpFlood: 'yes' })
    await runNow(watched, task, 'not as expected')
    await findCulprit(watched, query)
    await approveByAnother()
    await prove(watched)
    await runNow(watched, task, 'as expected')
    expect(watched.complaints).toEqual([])
  })

  async function connect(watched: WatchedPage): Promise<void> {
    const { page } = watched
    await page.goto('/controller/connections/')
    await heading(watched, 'Connections')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'New connection' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('My fabric')
    await dialog.getByLabel('Address', { exact: true }).fill(ui.runs.controller.url)
    await dialog.getByLabel('Username').fill('admin')
    await dialog.getByLabel('Password', { exact: true }).fill(DEFAULT_PASSWORD)
    await dialog.getByRole('button', { name: 'Save and test' }).click()
    await dialog.getByText('The connection works.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  }

  /** Returns the id of the query that was asked for, taken and saved. */
  async function ask(watched: WatchedPage): Promise<string> {
    const { page } = watched
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('textbox', { name: 'What do you want to see?' }).fill('which bridge domains flood ARP?')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Accept all' }).click()
    await page.keyboard.press('Control+Enter')
    await page.getByText(/^1 row · /).waitFor()
    await page.getByRole('button', { name: /^Save/ }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Save query' })
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe(NAME)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await heading(watched, NAME)
    await page.waitForURL(/saved-queries\/[0-9a-f-]{36}/)
    return /saved-queries\/([0-9a-f-]{36})/.exec(page.url())![1]!
  }

  /** One bridge domain may: it did before. */
  async function expectOnlyBare({ page }: WatchedPage): Promise<void> {
    await page.getByRole('button', { name: 'Expect…' }).click()
    const dialog = page.getByRole('dialog', { name: 'What is expected of the rows' })
    await dialog.getByLabel('True for every row').click()
    await page.keyboard.type('name == "bare"')
    await dialog.getByText(/as expected\.$/).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  /** Returns the address of the schedule, which launches a job for what is new. */
  async function schedule(watched: WatchedPage): Promise<string> {
    const { page } = watched
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Tell me when this changes…' }).click()
    await heading(watched, 'New schedule')
    await page.getByRole('checkbox', { name: /no longer as expected/ }).check()
    await page.getByRole('checkbox', { name: 'Launch a job when rows changed' }).check()
    await page.getByRole('combobox', { name: 'Template' }).click()
    await page.getByRole('option', { name: 'Stop flooding' }).click()
    await page.getByRole('combobox', { name: 'bd', exact: true }).fill('name')
    await page.getByRole('checkbox', { name: 'added' }).check()
    expect(await page.getByRole('checkbox', { name: 'Somebody else has to approve it' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Save' }).click()
    await heading(watched, `Changes of ${NAME}`)
    return page.url()
  }

  async function runNow(watched: WatchedPage, task: string, outcome: string): Promise<void> {
    const { page } = watched
    await page.goto(task)
    await heading(watched, `Changes of ${NAME}`)
    await page.getByRole('button', { name: /^Run now/ }).click()
    const newest = page.getByRole('table', { name: 'Runs' }).getByRole('row').nth(1)
    await newest.getByText(outcome, { exact: true }).waitFor()
  }

  async function findCulprit(watched: WatchedPage, query: string): Promise<void> {
    const { page } = watched
    await page.goto(`/history/compare/?saved_query=${query}`)
    await heading(watched, `Changes of ${NAME}`)
    await page.getByRole('button', { name: 'Who changed it' }).click()
    await page.getByText(/maria/).first().waitFor()
  }

  /** The administrator of the server finds on Home what waits, and approves it. */
  async function approveByAnother(): Promise<void> {
    const { page } = await ui.opened('/', 'Home')
    await page.getByRole('region', { name: 'Waits for you' }).getByRole('link').first().click()
    await page.getByRole('button', { name: 'Approve and launch' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve and launch' }).click()
    await page.getByText('succeeded', { exact: true }).waitFor()
  }

  async function prove(watched: WatchedPage): Promise<void> {
    const { page } = watched
    await page.goto('/automation/requests/')
    await heading(watched, 'Requests')
    await page.getByRole('link', { name: 'Stop flooding' }).first().click()
    await heading(watched, 'Stop flooding')
    const opening = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'Proof' }).click()
    const proof = await opening
    await proof
      .getByText(/SHA-256/)
      .first()
      .waitFor()
  }
})
