import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN } from '@heddle/server/testing/start-test-app.ts'
import { chromiumPath } from '../browser.ts'
import { barriers, heading, startWebUi, type WebUi } from '../web-ui.ts'

const account = (username: string) => ({ username, email: `${username}@example.org` })

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

  it('finds users by what they may do, and gives and takes back a permission directly', async () => {
    const { admin } = ui.runs.app
    const { id } = (await admin.post('/api/auth/management/', account('rita'))).body
    await admin.patch(`/api/auth/management/${id}/`, { groups: [] })
    const watched = await ui.opened(`/auth/management/${id}`, 'rita')
    const { page } = watched
    const dialog = page.getByRole('dialog')
    await page.getByText('This user has no permissions.').waitFor()
    await page.getByRole('button', { name: 'Give a permission…' }).click()
    await dialog.getByRole('combobox', { name: 'Permission' }).fill('packs.change_pack')
    await page.keyboard.press('Enter')
    expect(await barriers(watched)).toEqual([])
    await dialog.getByRole('button', { name: 'Give' }).click()
    await page.getByRole('row', { name: /packs.change_pack.*given directly/ }).waitFor()
    expect(await barriers(watched)).toEqual([])

    await page.getByRole('link', { name: 'Who may packs.change_pack' }).click()
    await heading(watched, 'Users')
    await page.getByRole('link', { name: 'rita' }).waitFor()
    await page.getByRole('combobox', { name: 'Kind' }).fill('Superusers')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'rita' }).waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByRole('link', { name: 'rita' }).click()
    await page.getByRole('button', { name: 'Take back packs.change_pack' }).click()
    await page.getByText('This user has no permissions.').waitFor()
    expect(watched.complaints).toEqual([])
  })

  it('ends sessions, revokes tokens and deletes a user, saying what that means', async () => {
    const user = await ui.runs.app.userOf('editor')
    const { username } = (await user.get('/api/auth/profile/')).body
    await user.post('/api/auth/tokens/', { name: 'nightly export' })
    const watched = await ui.opened(`/auth/management/${user.id}`, username)
    const { page } = watched
    const dialog = page.getByRole('dialog')
    await ui.runs.app.signIn(username, ADMIN.password)
    const sessions = page.getByRole('table', { name: 'Sessions' }).getByRole('row')
    await page.reload()
    await sessions.nth(2).waitFor()
    expect(await barriers(watched)).toEqual([])
    await page
      .getByRole('button', { name: /^End the session of/ })
      .first()
      .click()
    await page.getByText('The session was ended.').waitFor()
    await sessions.nth(2).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Revoke nightly export' }).click()
    await dialog.getByText('are refused from the next request on').waitFor()
    expect(await barriers(watched)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('The user has no API tokens.').waitFor()
    await page.getByRole('button', { name: 'End all sessions' }).click()
    await page.getByText('The user is not signed in anywhere.').waitFor()
    await page.getByRole('button', { name: `Actions for ${username}` }).click()
    await page.getByRole('menuitem', { name: 'Set a password…' }).click()
    await dialog.getByLabel('New password').fill('short')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Expected at least 10 characters, got 5.').waitFor()
    expect(await barriers(watched)).toEqual([])
    await dialog.getByLabel('New password').fill('staple under bridge')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('has a new password').waitFor()
    await page.getByRole('button', { name: `Actions for ${username}` }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await dialog.getByText('Queries and all else that the user created stay').waitFor()
    expect(await barriers(watched)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await heading(watched, 'Users')
    expect((await ui.runs.app.admin.get(`/api/auth/management/${user.id}/`)).status).toBe(404)
    expect(watched.complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([])
  })

  it('refuses to overwrite what another administrator changed meanwhile', async () => {
    const { admin } = ui.runs.app
    const { id } = (await admin.post('/api/auth/management/', account('paul'))).body
    const watched = await ui.opened('/auth/management/?search=paul', 'Users')
    const { page } = watched
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Actions for paul' }).click()
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    await dialog.getByLabel('Last name').fill('Late')
    await admin.patch(`/api/auth/management/${id}/`, { last_name: 'Early' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').getByText('last name').waitFor()
    expect(await barriers(watched)).toEqual([])
    expect((await admin.get(`/api/auth/management/${id}/`)).body.last_name).toBe('Early')
  })

  it('keeps groups: creates, fills, clones, limits and deletes them, and says who loses what', async () => {
    const { admin } = ui.runs.app
    const { id: kim } = (await admin.post('/api/auth/management/', account('kim'))).body
    await admin.patch(`/api/auth/management/${kim}/`, { groups: [] })
    const watched = await ui.opened('/auth/groups/', 'Groups')
    const { page } = watched
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'New group' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Spine team')
    await dialog.getByRole('combobox', { name: 'Permissions to begin with' }).fill('viewer')
    await page.keyboard.press('Enter')
    expect(await barriers(watched)).toEqual([])
    await dialog.getByRole('button', { name: 'Create' }).click()
    await heading(watched, 'Spine team')
    await page.getByText('Nobody is in this group.').waitFor()
    await page.getByRole('button', { name: 'Add a member…' }).click()
    await dialog.getByRole('combobox', { name: 'User' }).fill('kim')
    await page.getByRole('option', { name: /^kim/ }).click()
    expect(await barriers(watched)).toEqual([])
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('table', { name: 'Members' }).getByRole('link', { name: 'kim' }).waitFor()
    expect(await barriers(watched)).toEqual([])

    await page.getByRole('button', { name: 'Actions for Spine team' }).click()
    await page.getByRole('menuitem', { name: 'Quota…' }).click()
    await dialog.getByLabel('Most saved queries').fill('7')
    expect(await barriers(watched)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The quota of “Spine team” is saved.').waitFor()
    await page.getByRole('link', { name: 'Change them in the matrix' }).click()
    await heading(watched, 'Groups')
    await page.getByRole('checkbox', { name: 'Spine team: queries.view_savedquery' }).click()
    await dialog.getByText('1 person loses queries.view_savedquery: kim.').waitFor()
    expect(await barriers(watched)).toEqual([])
    await dialog.getByRole('button', { name: 'Take away' }).click()
    await page.getByText('Spine team may no longer queries.view_savedquery.').waitFor()

    await page.getByRole('button', { name: 'Actions for Spine team' }).click()
    await page.getByRole('menuitem', { name: 'Clone…' }).click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await heading(watched, 'Spine team (copy)')
    await page.getByText('7', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Actions for Spine team (copy)' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await dialog.getByText('Nobody loses a permission.').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await heading(watched, 'Groups')
    const { results } = (await admin.get('/api/auth/groups/?search=Spine')).body
    expect(results).toMatchObject([{ name: 'Spine team', member_count: 1, quota: { queries_max: 7 } }])
    expect(watched.complaints).toEqual([])
  })

  it('goes from a permission to who has it, and shows the tokens of everybody', async () => {
    await ui.runs.app.admin.post('/api/auth/tokens/', { name: 'of the boss', permissions: ['packs.view_pack'] })
    const watched = await ui.opened('/auth/permissions/?search=launch', 'Permissions')
    const { page } = watched
    await page.getByRole('row', { name: /automation.launch_template.*Editors/ }).waitFor()
    expect(await barriers(watched)).toEqual([])
    await page
      .getByRole('navigation', { name: 'Administration pages' })
      .getByRole('link', { name: 'API tokens' })
      .click()
    await heading(watched, 'API tokens')
    await page.getByRole('row', { name: /of the boss.*admin/ }).waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Administration' }).click()
    await heading(watched, 'Administration')
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('link', { name: 'Users' }).click()
    await heading(watched, 'Users')
    expect(watched.complaints).toEqual([])
  })

  it('is behind More where the navigation has no room', async () => {
    const watched = await ui.opened('/', 'Home', { viewport: { width: 390, height: 844 } })
    const { page } = watched
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('menuitem', { name: 'Administration' }).click()
    await heading(watched, 'Administration')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  })

  it('is for administrators only', async () => {
    const { username } = (await ui.runs.editor.get('/api/auth/profile/')).body
    const { page } = await ui.opened('/auth/groups/', 'Groups', { username })
    await page.getByText('It is for administrators only.').waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
  })
})
