import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { chromiumPath, type WatchedPage } from '../browser.ts'
import { startWebUi, type WebUi } from '../web-ui.ts'

const PATH = '/controller/connections/'

/** A browser reports each refused request; here the refusals are what is shown. */
const unprovoked = ({ complaints }: WatchedPage) =>
  complaints.filter((text) => !text.includes('Failed to load resource'))

describe.skipIf(chromiumPath === undefined)('connections', () => {
  let ui: WebUi
  beforeAll(async () => {
    ui = await startWebUi()
  })
  afterAll(() => ui.stop())

  it('are created and tested in one go; what the server refuses is on its fields, and what was typed stays', async () => {
    const watched = await ui.opened(PATH, 'Connections')
    const { page } = watched
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'New connection' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Created here')
    await dialog.getByLabel('Username').fill('admin')
    await dialog.getByLabel('Password', { exact: true }).fill(DEFAULT_PASSWORD)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    const address = dialog.getByLabel('Address', { exact: true })
    await expect.poll(() => dialog.locator('[aria-invalid="true"]:focus').count()).toBe(1)
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Created here')

    await address.fill(ui.runs.controller.url)
    await dialog.getByRole('button', { name: 'Save and test' }).click()
    await dialog.getByText('The connection works.').waitFor()
    expect(await dialog.locator('dl').textContent()).toMatch(/Release\d.*Answered in/)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('row', { name: /Created here.*works/ }).waitFor()

    expect(unprovoked(watched)).toEqual([])
  })

  it('demand the password again when the address changes, and say why', async () => {
    await ui.runs.connect({ name: 'Moved away' })
    const watched = await ui.opened(PATH, 'Connections')
    const { page } = watched
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Moved away', exact: true }).click()
    await dialog.getByLabel('Address', { exact: true }).fill('http://127.0.0.1:9')
    await dialog.getByText('the stored password is never sent to a new address').waitFor()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    const password = dialog.getByLabel('Password', { exact: true })
    await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true')
    await dialog.getByText('Enter the password again: a stored password is not sent to a new address.').waitFor()

    await page.keyboard.press('Escape')
    await dialog.getByText('What you typed is not saved.').waitFor()
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await password.fill('another')
    await dialog.getByRole('button', { name: 'Save and test' }).click()
    await dialog.getByText('Address: failed').waitFor()
    await dialog.getByText('Check the address and the port').waitFor()
    await dialog.getByRole('button', { name: 'Edit…' }).click()
    await page.getByRole('dialog', { name: 'Edit “Moved away”' }).waitFor()

    expect(unprovoked(watched)).toEqual([])
  })

  it('say before they are deleted how many queries read through them', async () => {
    const id = await ui.runs.connect({ name: 'Unloved' })
    await ui.runs.save({ name: 'Reader', nodes: [{ id: 't', class_name: 'fvTenant' }] }, id)
    const watched = await ui.opened(PATH, 'Connections')
    const { page } = watched
    await page.getByRole('button', { name: 'Actions for Unloved' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByText('1 query reads through it').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Unloved', exact: true }).waitFor({ state: 'detached' })

    expect(watched.complaints).toEqual([])
  })

  it('are read-only for an editor', async () => {
    const { username } = (await ui.runs.editor.get('/api/auth/profile/')).body
    const watched = await ui.opened(PATH, 'Connections', { username })
    await watched.page.getByText('Administrators create and change connections.').waitFor()
    await watched.page.getByRole('table').waitFor()

    expect(await watched.page.getByRole('button', { name: /^(New connection|lab)/ }).count()).toBe(0)
    expect(watched.complaints).toEqual([])
  })
})
