import { archiveOf } from '@heddle/server/testing/packs/archive-of.ts'
import { packFiles } from '@heddle/server/testing/packs/pack-files.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, type WatchedPage } from '../browser.ts'
import { barriers, heading, startWebUi, type WebUi } from '../web-ui.ts'

/** One that finds something, with what to do about it, and one that does not. */
const MORE = {
  'checks/node-tenant.yaml': `id: node-tenant
title: Check node-tenant
remedy: Look at the **tenant**.
nodes: [{ id: t, class_name: fvTenant, properties: [name] }]
expect: { rows: { max: 0 } }
`,
  'checks/node-fine.yaml': `id: node-fine
title: Check node-fine
nodes: [{ id: t, class_name: fvTenant, filters: [{ property: name, operator: eq, value: nobody }] }]
expect: { rows: { max: 0 } }
`,
}

describe.skipIf(chromiumPath === undefined)('checks', () => {
  let ui: WebUi
  beforeAll(async () => {
    ui = await startWebUi({ alone: true })
  })
  afterAll(() => ui.stop())

  it('are installed as a pack whose plan is shown first, set for this place, and deleted', async () => {
    const watched = await ui.opened('/packs/', 'Packs')
    const { page } = watched
    await page.getByRole('heading', { name: 'No packs yet' }).waitFor()
    await page.getByRole('button', { name: 'Install a pack' }).first().click()
    const dialog = page.getByRole('dialog')
    const files = packFiles('story')
    await choose('faulty.tgz', { ...files, 'checks/node-named.yaml': 'id: node-named\nx: 1' })
    await dialog.getByRole('heading', { name: 'checks/node-named.yaml' }).waitFor()
    expect(await barriers(watched)).toEqual([])
    await choose('story.tgz', files)
    await dialog.getByText('2 new. All of its examples hold.').waitFor()
    expect(await barriers(watched)).toEqual([])
    await dialog.getByRole('button', { name: 'Install', exact: true }).click()
    await page.getByRole('table', { name: 'Packs' }).getByRole('link', { name: 'Pack story' }).click()
    await heading(watched, 'Pack story')
    await page.getByRole('switch', { name: 'node-active runs with the pack' }).uncheck()
    await expect.poll(async () => (await check('node-active')).enabled).toBe(false)
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: 'Settings of node-active' }).click()
    await dialog.getByRole('combobox', { name: 'Severity' }).fill('critical')
    await page.keyboard.press('Enter')
    expect(await barriers(watched)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved the settings of node-active.').waitFor()
    expect((await check('node-active')).severity).toBe('critical')
    await page.getByRole('button', { name: 'Delete…' }).click()
    await dialog.getByText(/2 checks go with it/).waitFor()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('heading', { name: 'No packs yet' }).waitFor()
    // The browser notes the refusal that listed the faults.
    expect(watched.complaints.filter((text) => !text.includes('dry_run=true'))).toEqual([])

    async function choose(name: string, contents: Readonly<Record<string, string>>): Promise<void> {
      const file = { name, mimeType: 'application/gzip', buffer: await archiveOf(contents) }
      await dialog.getByLabel('Archive of the pack').setInputFiles(file)
    }
  })

  it('can be looked at by others, who may not change packs', async () => {
    await ui.runs.app.admin.post('/api/packs/', { files: packFiles('seen') })
    const { username } = (await ui.runs.editor.get('/api/auth/profile/')).body
    const watched = await ui.opened('/packs/seen/', 'Pack seen', { username, theme: 'dark' })
    const { page } = watched
    await page.getByRole('table', { name: 'Checks' }).waitFor()

    expect(await page.getByRole('button', { name: /^(Install|Delete|Settings)/ }).count()).toBe(0)
    expect(await page.getByRole('switch').count()).toBe(0)
    expect(await barriers(watched)).toEqual([])
    expect(watched.complaints).toEqual([])
  })

  it('run, with what is not as it should be first, and findings can be waived', async () => {
    const { admin } = ui.runs.app
    await admin.post('/api/packs/', { files: packFiles('run', '1.0.0', MORE) })
    const watched = await ui.opened('/queries/checks/?pack=run', 'Run checks')
    const { page } = watched
    // The default is chosen already.
    await expect.poll(() => page.getByRole('combobox', { name: 'Connection' }).inputValue()).not.toBe('')
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: 'Run checks' }).click()
    await heading(watched, 'Check of Pack run')
    const results = page.getByRole('list', { name: 'Results' })
    await results.getByText('Failed').waitFor()
    await results.getByText('Passed').waitFor()
    const checks = page.getByRole('list', { name: 'Checks' })
    await checks.getByRole('button', { name: /node-tenant/ }).click()
    expect(await checks.getByRole('button', { name: /node-fine/ }).count()).toBe(0)
    await checks.getByRole('button', { name: /Passed/ }).click()
    await checks.getByRole('button', { name: /node-fine/ }).waitFor()
    const detail = page.getByRole('region', { name: 'The chosen check' })
    await detail.getByText('Look at the tenant.').waitFor()
    expect(await barriersInBoth(watched)).toEqual([])
    await detail
      .getByRole('button', { name: /^Waive/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Resource' }).fill('uni/*')
    await dialog.getByRole('button', { name: 'Waive' }).click()
    await expect.poll(() => dialog.locator('[aria-invalid="true"]').count()).toBe(1)
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Moves in February')
    expect(await barriers(watched)).toEqual([])
    await dialog.getByRole('button', { name: 'Waive' }).click()
    await page.getByText('Waived. It counts from the next run.').waitFor()

    await page.getByRole('button', { name: /^Report/ }).click()
    const opened = page.context().waitForEvent('page')
    await page.getByRole('menuitem', { name: 'Page to print' }).click()
    const report = await opened
    await report.getByRole('heading', { name: '4 checks' }).waitFor()
    // Its style is part of it, and the content policy knows it.
    expect(await report.evaluate("getComputedStyle(document.querySelector('.counts')).display")).toBe('flex')
    await report.close()
    await detail.getByRole('link', { name: 'Since when' }).click()
    await heading(watched, 'Check node-tenant')
    await page.getByRole('region', { name: 'Waivers' }).getByText('Moves in February').waitFor()
    await page.getByText('There is no capture of it yet.', { exact: false }).waitFor()
    expect(await barriersInBoth(watched)).toEqual([])
    await page.goto('/queries/waivers/')
    await page.getByRole('table', { name: 'Waivers' }).waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: 'End the waiver for uni/*' }).click()
    await page.getByRole('heading', { name: 'No waivers' }).waitFor()
    expect(watched.complaints.filter((text) => !text.includes('/waivers/'))).toEqual([])
  })

  async function check(id: string) {
    const { checks } = (await ui.runs.app.admin.get('/api/packs/story/')).body
    return checks.find((one: { readonly id: string }) => one.id === id)
  }
})

/** In the light theme, then in the dark one. */
async function barriersInBoth(watched: WatchedPage): Promise<readonly string[]> {
  const found = await barriers(watched)
  await watched.page.emulateMedia({ colorScheme: 'dark' })
  const inDark = await barriers(watched)
  await watched.page.emulateMedia({ colorScheme: 'light' })
  return [...found, ...inDark]
}
