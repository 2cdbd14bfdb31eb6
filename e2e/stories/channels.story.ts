import { startReceiver, type TestReceiver } from '@heddle/server/testing/channels/start-receiver.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../browser.ts'
import { barriers, startWebUi, type WebUi } from '../web-ui.ts'

describe.skipIf(chromiumPath === undefined)('channels', () => {
  let ui: WebUi
  let receiver: TestReceiver
  beforeAll(async () => {
    ui = await startWebUi()
    receiver = await startReceiver()
  })
  afterAll(async () => {
    await ui.stop()
    await receiver.close()
  })

  it('are created with a secret that is shown once, tested, and show what they sent', async () => {
    const watched = await ui.opened('/notifications/channels/', 'Channels')
    const { page } = watched
    await page.getByText('No channels yet').waitFor()
    await page.getByRole('button', { name: 'New channel' }).click()
    const form = page.getByRole('dialog', { name: 'New channel' })
    await form.getByLabel('Name').fill('Night shift')
    await form.getByLabel('URL').fill('nonsense')
    await form.getByRole('button', { name: 'Create' }).click()
    await form.getByText('Expected an http:// or https:// URL.').waitFor()
    expect(await barriers(watched)).toEqual([])
    await form.getByLabel('URL').fill(receiver.url)
    await form.getByRole('button', { name: 'Create' }).click()

    const secret = page.getByRole('dialog', { name: 'The secret of this channel' })
    await secret.getByText(/^whsec_/).waitFor()
    await secret.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'Test Night shift' }).click()
    await page.getByText('Delivered. The receiver answered 200.').waitFor()
    expect(await barriers(watched)).toEqual([])

    await page.getByRole('button', { name: 'Actions for Night shift' }).click()
    await page.getByRole('menuitem', { name: 'Deliveries' }).click()
    const deliveries = page.getByRole('dialog', { name: 'Deliveries of Night shift' })
    await deliveries.getByRole('button', { name: /^Show Test of channel/ }).click()
    await deliveries.getByRole('region', { name: 'Answer' }).getByText('answered').waitFor()
    await deliveries.getByRole('region', { name: 'Request' }).getByText('"type": "test"').waitFor()
    expect(await barriers(watched)).toEqual([])
    await deliveries.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => receiver.arrivals.length).toBe(2)
    expect(watched.complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
  })

  it('take news of chosen queries and of a folder', async () => {
    const { runs } = ui
    const query = await runs.save({ name: 'Reported tenants', nodes: [{ id: 't', class_name: 'fvTenant' }] })
    const { body: folder } = await runs.app.admin.post('/api/queries/categories/', { name: 'Night checks' })
    const watched = await ui.opened('/settings/', 'Settings')
    const { page } = watched
    await page.getByRole('main').getByRole('link', { name: 'Channels' }).click()
    await page.getByRole('button', { name: 'New channel' }).first().click()
    const form = page.getByRole('dialog', { name: 'New channel' })
    await form.getByLabel('Name').fill('Narrow')
    await form.getByLabel('URL').fill(receiver.url)
    await form.getByRole('combobox', { name: 'Only these queries' }).fill('Reported')
    await page.keyboard.press('Enter')
    await form.getByRole('button', { name: 'Leave out Reported tenants' }).waitFor()
    await form.getByRole('combobox', { name: 'Only queries in the folder' }).fill('Night')
    await page.keyboard.press('Enter')
    expect(await barriers(watched)).toEqual([])
    await form.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('dialog', { name: 'The secret of this channel' }).waitFor()
    const narrow = async () =>
      (await runs.app.admin.get('/api/notifications/channels/')).body.results.find(
        ({ name }: { readonly name: string }) => name === 'Narrow',
      ).events
    expect(await narrow()).toMatchObject({ saved_queries: [query], category: folder.id })

    await page.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'Actions for Narrow' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit Narrow' })
    await edit.getByRole('button', { name: 'Leave out Reported tenants' }).click()
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect.poll(narrow).toMatchObject({ saved_queries: [], category: folder.id })
    expect(watched.complaints).toEqual([])
  })

  it('are muted by a link once somebody who is signed in confirms', async () => {
    const created = await ui.runs.app.admin.post('/api/notifications/channels/', {
      ...{ name: 'Chat', type: 'slack', target: receiver.url },
    })
    const { id } = created.body
    const watched = await ui.opened(`/notifications/channels/${id}/mute?for=1d`, 'Mute a channel')
    const { page } = watched
    await page.getByText('Chat will report nothing for a day.').waitFor()
    const before = (await ui.runs.app.admin.get(`/api/notifications/channels/${id}/`)).body.muted
    expect(await barriers(watched)).toEqual([])

    await page.getByRole('button', { name: 'Mute', exact: true }).click()

    await page.getByRole('heading', { name: 'Channels' }).waitFor()
    const after = (await ui.runs.app.admin.get(`/api/notifications/channels/${id}/`)).body.muted
    expect([before.length, after.length]).toEqual([0, 1])
  })
})
