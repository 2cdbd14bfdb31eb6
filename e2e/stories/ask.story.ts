import { type AiSimulator, startAi } from '@heddle/simulators/ai/start-ai.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath } from '../browser.ts'
import { barriers, heading, startWebUi, type WebUi } from '../web-ui.ts'

const SETTINGS = '/api/ai/settings/'
const part = (parts: object) => ({ reason: 'Needed.', ...parts })
const WITHOUT_VRF = {
  name: 'Bridge domains without a VRF',
  description: 'Those that refer to none.',
  explanation: 'It takes the bridge domains, and keeps those that refer to no VRF.',
  nodes: [
    part({ id: 'bd', class_name: 'fvBD', reason: 'The question is about fvBD.' }),
    part({ id: 'vrf', class_name: 'fvCtx', reason: 'A VRF is an fvCtx.' }),
  ],
  edges: [part({ id: 'e1', source: 'bd', target: 'vrf', join: 'without', through: 'fvRsCtx' })],
  post_processors: [],
  remove: [],
}

describe.skipIf(chromiumPath === undefined)('asking in words', () => {
  let ui: WebUi
  let ai: AiSimulator
  beforeAll(async () => {
    ;[ui, ai] = await Promise.all([startWebUi({ alone: true }), startAi()])
  })
  afterAll(async () => {
    await ui.stop()
    await ai.close()
  })
  const settings = (body: object) => ui.runs.app.admin.patch(SETTINGS, body)
  beforeEach(async () => {
    ai.faults.clear()
    ai.resetCounters()
    ai.setAnswers(() => WITHOUT_VRF)
    await settings({
      ai_builder_enabled: true,
      platform_default_provider: 'openai',
      platform_base_url: ai.baseUrls.openai,
      platform_api_key: ai.settings.keys.openai,
    })
  })

  const question = (page: Page) => page.getByRole('textbox', { name: 'What do you want to see?' })
  const proposal = (page: Page) => page.getByRole('region', { name: 'Proposal', exact: true })
  const drawn = (page: Page, name: RegExp) =>
    page.getByRole('application', { name: 'Query canvas' }).first().getByRole('group', { name }).first()

  it.each(['light', 'dark'] as const)('leads from Home to a proposal, taken as one change: %s', async (theme) => {
    const watched = await ui.opened('/', 'Home', { theme })
    const { page } = watched
    await question(page).fill('bridge domains without a VRF')
    await page.keyboard.press('Enter')
    await heading(watched, 'New query')
    await proposal(page).getByRole('heading', { name: 'Proposal: Bridge domains without a VRF' }).waitFor()
    await proposal(page).getByRole('link', { name: 'fvCtx' }).first().waitFor()
    await page.getByText(/1 question, [\d,]+ tokens sent/).waitFor()
    expect(await barriers(watched)).toEqual([])

    await page.getByRole('button', { name: 'Accept all' }).click()
    await proposal(page).waitFor({ state: 'detached' })
    await drawn(page, /^fvBD/).waitFor()
    await drawn(page, /^fvCtx/).waitFor()
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await drawn(page, /^fvBD/).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Redo' }).first().click()
    await page.getByRole('button', { name: 'Save', exact: false }).first().click()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Bridge domains without a VRF')
    await page.getByRole('button', { name: 'Suggest a name and a description' }).click()
    await page
      .getByText('Written by rules')
      .or(page.getByText(/tokens sent/).last())
      .first()
      .waitFor()
    expect(await barriers(watched)).toEqual([])
    expect(watched.complaints).toEqual([])
  })

  it('accepts and rejects one part after the other, as one Undo', async () => {
    const watched = await ui.opened('/queries/saved-queries/new', 'New query')
    const { page } = watched
    await question(page).fill('bridge domains without a VRF')
    await page.getByText('What would be sent').click()
    await page.getByRole('region', { name: 'Text for the provider' }).getByText(/fvBD/).waitFor()
    expect(ai.requests).toEqual([])
    await page.getByRole('button', { name: 'Ask', exact: true }).click()

    await page.getByRole('button', { name: 'Accept fvBD', exact: true }).click()
    await page.getByRole('button', { name: 'Accept fvBD', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Accept fvBD → fvCtx' }).click()
    await proposal(page).waitFor({ state: 'detached' })
    await drawn(page, /^fvCtx/).waitFor()
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await drawn(page, /^fvBD/).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByRole('button', { name: 'Reject fvCtx', exact: true }).click()
    await page.getByRole('button', { name: 'Accept fvBD → fvCtx' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Accept fvBD', exact: true }).click()
    await proposal(page).waitFor({ state: 'detached' })
    expect(await drawn(page, /^fvCtx/).count()).toBe(0)
    expect(watched.complaints).toEqual([])
  })

  it('finds classes by words where there is no provider, and says where one is set up', async () => {
    await settings({ platform_default_provider: null, platform_base_url: null, platform_api_key: null })
    const watched = await ui.opened('/queries/saved-queries/new', 'New query')
    const { page } = watched
    await question(page).fill('bridge domains')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()

    await page.getByText(/No AI provider is set up/).waitFor()
    await page.getByRole('button', { name: 'Add fvBD' }).waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: 'Add fvBD' }).click()
    await drawn(page, /^fvBD/).waitFor()
  })

  it('says that the provider fails, and asks again', async () => {
    ai.setAnswers(() => ({ nonsense: true }))
    const watched = await ui.opened('/queries/saved-queries/new', 'New query')
    const { page } = watched
    await question(page).fill('bridge domains without a VRF')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText(/The provider gave no answer. Nothing was counted./).waitFor()

    ai.setAnswers(() => WITHOUT_VRF)
    await page.getByRole('button', { name: 'Try again' }).click()

    await proposal(page).waitFor()
  })

  it('is offered by the palette for whatever is typed, and explains what is on the canvas', async () => {
    const watched = await ui.opened('/', 'Home')
    const { page } = watched
    await page.keyboard.press('Control+k')
    await page.keyboard.type('bridge domains without a VRF')
    await page.getByRole('option', { name: /Ask AI: “bridge domains without a VRF”/ }).click()
    await page.getByRole('button', { name: 'Accept all' }).click()
    ai.setAnswers(() => ({ sentences: ['It lists fvBD objects.'] }))
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Explain…' }).click()

    await page.getByText('It lists fvBD objects.').waitFor()
    await page.getByText(/Written by AI/).waitFor()
    expect(await barriers(watched)).toEqual([])
  })

  it.each(['light', 'dark'] as const)('has a page for providers, use and settings: %s', async (theme) => {
    const watched = await ui.opened('/ai/', 'AI', { theme })
    const { page } = watched
    await page
      .getByText(/models, as the provider lists them now/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByText(/The model answered in/).waitFor()
    expect(await barriers(watched)).toEqual([])
    expect(watched.complaints).toEqual([])
  })

  it('shows others what was decided for everybody, and takes a provider of their own', async () => {
    const { username } = (await (await ui.runs.app.userOf('editor')).get('/api/auth/profile/')).body
    const watched = await ui.opened('/ai/', 'AI', { username })
    const { page } = watched
    await page.getByText('An administrator decides this.').waitFor()
    await page.getByRole('button', { name: 'Set up your own' }).click()
    await page.getByRole('combobox', { name: 'Provider' }).click()
    await page.getByRole('option', { name: /^openai/i }).click()
    await page.getByRole('textbox', { name: 'Base URL' }).fill(ai.baseUrls.openai)
    await page.getByLabel('API key').fill(ai.settings.keys.openai ?? '')
    await page.getByRole('button', { name: 'Save', exact: true }).click()

    await page.getByText(/A key is saved/).waitFor()
    await page.getByRole('button', { name: 'Go back to the provider for everybody' }).click()
    await page.getByRole('button', { name: 'Set up your own' }).waitFor()
    expect(await barriers(watched)).toEqual([])
  })
})
