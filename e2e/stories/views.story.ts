import type { Drawing } from '@heddle/server/testing/start-runs.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../browser.ts'
import { barriers, heading, startWebUi, type WebUi } from '../web-ui.ts'

const TENANTS = { nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name', 'dn'] }] }
const NAMED = {
  nodes: [
    {
      id: 't',
      class_name: 'fvTenant',
      properties: ['name', 'dn'],
      filters: [{ property: 'name', operator: 'eq', value: '{{tenant=A}}' }],
    },
  ],
}

describe.skipIf(chromiumPath === undefined)('ways to look at rows', () => {
  let ui: WebUi
  beforeAll(async () => {
    ui = await startWebUi()
  })
  afterAll(() => ui.stop())

  async function saved(name: string, canvas: Drawing = TENANTS): Promise<string> {
    const id = await ui.runs.save({ name, ...canvas })
    await ui.runs.execute(id)
    return `/queries/saved-queries/${id}/`
  }
  const usernameOf = async (role: 'viewer' | 'editor') =>
    (await (await ui.runs.app.userOf(role)).get('/api/auth/profile/')).body.username as string
  const grid = (page: Page) => page.getByRole('grid', { name: 'Rows' })

  it('are saved under a name, opened by default, shared by address, renamed and deleted', async () => {
    const path = await saved('Rows with views')
    const watched = await ui.opened(path, 'Rows with views')
    const { page } = watched
    await grid(page).getByRole('columnheader', { name: /^name/ }).first().click()
    await page.waitForURL(/sort=name/)
    await page.getByRole('button', { name: /^Views/ }).click()
    await page.getByRole('menuitem', { name: 'Save this view…' }).click()
    expect(await barriers(watched)).toEqual([])
    await page.getByLabel('Name', { exact: true }).fill('By name')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^View: By name/ }).click()
    const isKept = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await page.getByRole('menuitem', { name: 'Open with this view' }).click()
    await isKept
    const link = page.url()

    await page.goto(path)
    await page.waitForURL(/sort=name/)
    await page.getByRole('button', { name: /^View: By name/ }).click()
    await page.getByRole('menuitem', { name: 'Rename…' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Sorted')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^View: Sorted/ }).click()
    await page.getByRole('menuitem', { name: 'Delete this view' }).click()
    await page.getByRole('button', { name: 'Views', exact: false }).first().waitFor()

    // The rows of a run belong to its user; how to look at rows does not.
    const colleague = await ui.opened(link, 'Rows with views', { username: await usernameOf('editor') })
    await colleague.page.keyboard.press('Control+Enter')
    await grid(colleague.page).locator('[role="columnheader"][aria-sort="ascending"]').waitFor()
    expect(watched.complaints).toEqual([])
  })

  it.each(['light', 'dark'] as const)('are bars and a line from two columns: %s', async (theme) => {
    const path = await saved(`Drawn ${theme}`)
    const watched = await ui.opened(`${path}?tab=chart`, `Drawn ${theme}`, { theme })
    const { page } = watched
    await page.getByRole('table', { name: /^Number of rows for each/ }).waitFor()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('combobox', { name: 'For each' }).fill('name')
    await page.keyboard.press('Enter')
    await page.getByRole('table', { name: 'Number of rows for each name' }).getByRole('row').nth(1).waitFor()
    await page.getByRole('radio', { name: 'Line' }).click()
    await page.getByRole('img', { name: 'Number of rows for each name' }).waitFor()
    expect(new URL(page.url()).searchParams.get('chart')).toBe('line,count,name')

    await page.reload()
    await page.getByRole('img', { name: 'Number of rows for each name' }).waitFor()
    expect(await barriers(watched)).toEqual([])
    expect(watched.complaints).toEqual([])
  })

  it('are an answer with its parameters on top, where a viewer lands', async () => {
    const path = await saved('One tenant', NAMED)
    const watched = await ui.opened(path, 'One tenant', { username: await usernameOf('viewer') })
    const { page } = watched
    await page.getByRole('radio', { name: 'Answer', checked: true }).waitFor()
    expect(await page.getByRole('application').count()).toBe(0)
    // Somebody else ran it, and the rows of a run are theirs.
    await page.getByText('No rows yet').waitFor()
    await page
      .getByRole('textbox', { name: 'tenant' })
      .or(page.getByRole('combobox', { name: 'tenant' }))
      .fill('infra')
    await page.getByRole('button', { name: 'Run', exact: false }).first().click()
    await page.waitForURL(/run=/)
    expect(await barriers(watched)).toEqual([])

    await page.getByRole('radio', { name: 'Canvas' }).click()
    await page.getByRole('application', { name: 'Query canvas' }).waitFor()
    expect(watched.complaints).toEqual([])
  })

  it('are an answer for those who draw, too, on a telephone as well', async () => {
    const path = await saved('Asked on the way', NAMED)
    const viewport = { width: 390, height: 844 }
    const watched = await ui.opened(`${path}?view=answer&v.tenant=A`, 'Asked on the way', { viewport })
    const { page } = watched
    await grid(page).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await page.getByRole('radio', { name: 'Edit', exact: true }).click()
    await page.getByRole('application', { name: 'Query canvas' }).waitFor()
    await page.getByRole('radio', { name: 'Answer', exact: true }).click()
    await page.getByRole('application', { name: 'Query canvas' }).waitFor({ state: 'detached' })
    expect(await barriers(watched)).toEqual([])
  })

  it('come of several fabrics at once', async () => {
    const [first] = (await ui.runs.app.admin.get('/api/controller/connections/')).body.results
    const { name: _name, id: _id, ...same } = first
    const added = await ui.runs.app.admin.post('/api/controller/connections/', {
      ...{ name: 'Second fabric', host: same.host, username: same.username, verify_ssl: same.verify_ssl },
      password: 'wrong-but-there',
    })
    expect(added.status, added.text).toBe(201)
    const watched = await ui.opened(await saved('On two fabrics'), 'On two fabrics')
    const { page } = watched
    await page.getByRole('button', { name: 'More ways to run' }).click()
    await page.getByRole('menuitem', { name: 'Run on several fabrics…' }).click()
    await page.getByRole('checkbox', { name: 'Second fabric' }).check()
    expect(await barriers(watched)).toEqual([])
    const sent = page.waitForRequest((request) => request.url().includes('execute_background'))
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click()
    expect((await sent).postDataJSON()).toMatchObject({
      merge: true,
      controller_connections: [first.id, added.body.id],
    })
    await ui.runs.app.admin.delete(`/api/controller/connections/${added.body.id}/`)
  })

  it('may be declared before the first save', async () => {
    const watched = await ui.opened('/queries/saved-queries/new?class=fvTenant', 'New query')
    const { page } = watched
    const canvas = page.getByRole('application', { name: 'Query canvas' })
    await canvas
      .getByRole('group', { name: /^fvTenant/ })
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Declare…' }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('tenant')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('list', { name: 'Parameters' }).getByText('tenant').first().waitFor()
    await page.getByRole('button', { name: 'Expect…' }).click()
    await page
      .getByRole('radio', { name: 'At least one row' })
      .or(page.getByRole('combobox', { name: 'How many rows' }))
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Declared first')
    await page.keyboard.press('Enter')
    await heading(watched, 'Declared first')

    const { results } = (await ui.runs.app.admin.get('/api/queries/saved-queries/?search=Declared%20first')).body
    const { parameters } = (await ui.runs.app.admin.get(`/api/queries/saved-queries/${results[0].id}/`)).body
    expect(parameters.map(({ name }: { readonly name: string }) => name)).toEqual(['tenant'])
    expect(watched.complaints).toEqual([])
  })
})
