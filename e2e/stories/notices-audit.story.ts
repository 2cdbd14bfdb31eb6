import { notificationsFeature } from '@heddle/server/features/notifications/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../browser.ts'
import { barriers, heading, startWebUi, type WebUi } from '../web-ui.ts'

describe.skipIf(chromiumPath === undefined)('what happened', () => {
  let ui: WebUi
  beforeAll(async () => {
    ui = await startWebUi()
  })
  afterAll(() => ui.stop())

  it('is in notifications that one reads, deletes, mutes and keeps quiet at night', async () => {
    const { app } = ui.runs.app
    const user = await ui.runs.app.userOf('operator')
    const { username, id } = (await user.get('/api/auth/profile/')).body
    const notify = app.features.of(notificationsFeature).notify
    const notice = { category: 'system', severity: 'warning', body: 'First row: leaf-101', link: null } as const
    await app.platform.database.transaction(async (tx) => {
      await notify(tx, [id], { ...notice, title: 'One port is down' })
      await notify(tx, [id], { ...notice, title: 'Two ports are down' })
    })
    const watched = await ui.opened('/notifications/', 'Notifications', { username })
    const { page } = watched
    await page.getByText('First row: leaf-101').first().waitFor()
    await page.getByRole('button', { name: 'Mark as read: One port is down' }).click()
    await page.getByRole('combobox', { name: 'Show' }).fill('Unread')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Mark as read: One port is down' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete: Two ports are down' }).click()
    await page.getByText('No notifications match these filters.').waitFor()
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

    await page.getByLabel('From', { exact: true }).fill('22:00')
    await page.getByLabel('Until', { exact: true }).fill('06:30')
    await page.getByText('Quiet for 8 h 30 min a day.').waitFor()
    await page.getByRole('button', { name: 'Mute', exact: true }).click()
    await page.getByRole('button', { name: 'Unmute' }).waitFor()
    const { body } = await user.get('/api/notifications/preferences/')
    expect([body.in_app_enabled, body.quiet_hours_start.slice(0, 5), body.quiet_hours_end.slice(0, 5)]).toEqual([
      false,
      '22:00',
      '06:30',
    ])
    expect(await barriers(watched)).toEqual([])
    expect(watched.complaints).toEqual([])
  })

  it('is in the audit log, with what it was before and after, for administrators', async () => {
    const { admin } = ui.runs.app
    const query = await ui.runs.save({ name: 'Audited', nodes: [{ id: 't', class_name: 'fvTenant' }] })
    await admin.patch(`/api/queries/saved-queries/${query}/`, { name: 'Audited again' })
    const watched = await ui.opened('/audit/logs/?search=Audited', 'Audit log')
    const { page } = watched
    const log = page.getByRole('table', { name: 'Audit log' })
    await log
      .getByRole('row', { name: /was changed/ })
      .first()
      .waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: 'Only action query_update' }).first().click()
    await page.getByRole('list', { name: 'Filters' }).getByText('action: query_update').waitFor()
    await page.waitForURL(/action=query_update/)
    await page.getByText('Entries with the action query_update that say “Audited”.').waitFor()
    await page.getByRole('button', { name: /^Views/ }).click()
    await page.getByRole('menuitem', { name: 'Save this view…' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Audited changes')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /^View: Audited changes/ }).waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: 'Remove the filter text' }).click()
    await page.waitForURL(({ searchParams }) => !searchParams.has('search'))
    await page.goBack()

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)
    await log
      .getByRole('link', { name: /Audited/ })
      .first()
      .click()
    await heading(watched, 'Audit entry')
    const changes = page.getByRole('table', { name: 'Before and after' })
    await changes.getByRole('row', { name: /name.*Audited.*Audited again/ }).waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('link', { name: 'Open the saved query' }).click()
    await heading(watched, 'Audited again')

    await page.goto('/audit/login-attempts/')
    await page.getByRole('table', { name: 'Login attempts' }).getByText('succeeded').first().waitFor()
    await page.goto('/audit/settings/')
    await page.getByRole('textbox', { name: 'notification' }).fill('31')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The audit settings are saved.').waitFor()
    expect((await admin.get('/api/audit/settings/')).body.retention_days.notification).toBe(31)
    expect(await barriers(watched)).toEqual([])
    expect(watched.complaints).toEqual([])

    const user = await ui.runs.app.userOf('viewer')
    const { username } = (await user.get('/api/auth/profile/')).body
    const other = await ui.opened('/audit/logs/', 'Audit log', { username })
    await other.page.getByText('administrators only').waitFor()
  })
})
