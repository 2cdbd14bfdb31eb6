import { archiveOf } from '@heddle/server/testing/packs/archive-of.ts'
import { packFiles } from '@heddle/server/testing/packs/pack-files.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../browser.ts'
import { barriers, heading, startWebUi, type WebUi } from '../web-ui.ts'

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

  async function check(id: string) {
    const { checks } = (await ui.runs.app.admin.get('/api/packs/story/')).body
    return checks.find((one: { readonly id: string }) => one.id === id)
  }
})
