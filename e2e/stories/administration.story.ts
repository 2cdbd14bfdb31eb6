import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../browser.ts'
import { barriers, heading, startWebUi, type WebUi } from '../web-ui.ts'

describe.skipIf(chromiumPath === undefined)('administration', () => {
  let ui: WebUi
  beforeAll(async () => {
    ui = await startWebUi()
  })
  afterAll(() => ui.stop())

  it('creates a user, says why this user may do what, and gives out a code that is shown once', async () => {
    const watched = await ui.opened('/auth/management/', 'Users')
    const { page } = watched
    const dialog = page.getByRole('dialog')
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: 'New user' }).click()
    await dialog.getByLabel('Username').fill('nina')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => dialog.locator('[aria-invalid="true"]:focus').count()).toBe(1)
    await dialog.getByLabel('E-mail address').fill('nina@example.org')
    await dialog.getByLabel('Editors').check()
    expect(await barriers(watched)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Actions for nina' }).click()
    await page.getByRole('menuitem', { name: 'One-time reset code…' }).click()
    await dialog.getByText('It is shown once.').waitFor()
    expect(await barriers(watched)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('link', { name: 'nina' }).click()
    await heading(watched, 'nina')
    await page.getByRole('row', { name: /queries.add_savedquery.*Editors/ }).waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: 'Actions for nina' }).click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    await page.getByText('“nina” may no longer sign in.').waitFor()
    await page.getByText('deactivated', { exact: true }).waitFor()
    expect(watched.complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([])
  })

  it('gives a group a permission, and the audit log has it', async () => {
    const { admin } = ui.runs.app
    const { body: group } = await admin.post('/api/auth/groups/', { name: 'Night shift' })
    const watched = await ui.opened('/auth/groups/', 'Groups')
    const { page } = watched
    const box = page.getByRole('checkbox', { name: 'Night shift: queries.view_savedquery' })
    await box.waitFor()
    expect(await barriers(watched)).toEqual([])
    await box.click()
    await page.getByText('Night shift may queries.view_savedquery.').waitFor()
    expect((await admin.get(`/api/auth/groups/${group.id}/`)).body.permissions).toContain('queries.view_savedquery')
    const { body: log } = await admin.get('/api/audit/logs/?action=group_update&search=Night')
    expect(log.results[0].description).toContain('Night shift')
    expect(watched.complaints).toEqual([])
  })

  it('is for administrators only', async () => {
    const { username } = (await ui.runs.editor.get('/api/auth/profile/')).body
    const { page } = await ui.opened('/auth/groups/', 'Groups', { username })
    await page.getByText('It is for administrators only.').waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
  })
})
