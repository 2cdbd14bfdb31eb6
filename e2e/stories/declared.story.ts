import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../browser.ts'
import { barriers, startWebUi, type WebUi } from '../web-ui.ts'

const DRAWING = {
  nodes: [
    {
      id: 'bd',
      class_name: 'fvBD',
      filters: [{ property: 'name', operator: 'starts_with', value: '{{prefix}}' }],
      properties: ['name', 'dn'],
    },
  ],
}

describe.skipIf(chromiumPath === undefined)('what a query declares', () => {
  let ui: WebUi
  const opened = async (name: string) => {
    const id = await ui.runs.save({ name, ...DRAWING })
    return { id, ...(await ui.opened(`/queries/saved-queries/${id}/`, name)) }
  }
  const stored = async (id: string) => (await ui.runs.app.admin.get(`/api/queries/saved-queries/${id}/`)).body
  beforeAll(async () => {
    ui = await startWebUi()
  })
  afterAll(() => ui.stop())

  it('declares a variable of the canvas, with what is wrong on its field', async () => {
    const { id, page, complaints } = await opened('Declares a parameter')
    await page.getByRole('button', { name: 'Declare prefix' }).click()
    const dialog = page.getByRole('dialog', { name: 'Declare a parameter' })
    await dialog.getByLabel('Label').fill('Beginning of the name')
    await dialog.getByRole('radio', { name: 'From a list' }).check()
    await dialog.getByLabel('List of choices').fill('app\nweb\napp')
    await dialog.getByLabel('Default').fill('db')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('"db" is not one of the choices.').waitFor()
    await dialog.getByText('"app" is listed twice.').waitFor()
    expect(await dialog.getByLabel('Default').getAttribute('aria-invalid')).toBe('true')

    await dialog.getByLabel('List of choices').fill('app\nweb')
    await dialog.getByLabel('Default').fill('app')
    expect(await barriers({ page, complaints, context: page.context() })).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()

    await page.getByRole('combobox', { name: 'Beginning of the name' }).waitFor()
    expect((await stored(id)).parameters).toEqual([
      {
        name: 'prefix',
        label: 'Beginning of the name',
        type: 'text',
        required: false,
        default: 'app',
        choices: ['app', 'web'],
      },
    ])
    expect(complaints).toEqual([])
  })

  it('moves and removes parameters, without a version more', async () => {
    const { id, page, complaints } = await opened('Orders its parameters')
    const declare = async (name: string) => {
      await page.getByRole('button', { name: 'Declare…' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill(name)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: `Edit ${name}` }).waitFor()
    }
    const choose = async (name: string, entry: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: entry }).click()
    }
    const names = async () => (await stored(id)).parameters.map(({ name }: { readonly name: string }) => name)
    await declare('prefix')
    await declare('zone')
    await choose('zone', 'Move up')
    await expect.poll(names).toEqual(['zone', 'prefix'])
    await choose('prefix', 'Remove')
    await expect.poll(names).toEqual(['zone'])

    expect((await stored(id)).current_version).toBe('1')
    expect(complaints).toEqual([])
  })

  it('shows what the last rows would have said to an expectation, while one types', async () => {
    const { id, page, complaints } = await opened('Expects something')
    await page.getByRole('textbox', { name: 'prefix' }).fill('b')
    await page.keyboard.press('Control+Enter')
    await page.getByText(/^Rows of /).waitFor()
    const count = (await ui.runs.app.admin.get(`/api/queries/execution-logs/?saved_query=${id}`)).body.results[0]
      .row_count
    await page.getByRole('button', { name: 'Expect…' }).click()
    const dialog = page.getByRole('dialog', { name: 'What is expected of the rows' })
    const preview = dialog.getByRole('region', { name: 'Against the last rows' })
    await preview.getByText('Nothing is expected yet.').waitFor()

    await dialog.getByLabel('True for every row').click()
    await page.keyboard.type('nam == "x"')
    await dialog.getByText(/The rows have no column nam/).waitFor()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('name != ""')
    await preview.getByText(/as expected\.$/).waitFor()

    await dialog.getByRole('combobox', { name: 'How many rows' }).fill('No rows')
    await page.keyboard.press('Enter')
    await preview.getByText(`expected at most 0`).waitFor()
    expect(await barriers({ page, complaints, context: page.context() })).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()

    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    await inspector.getByText('No rows', { exact: true }).waitFor()
    expect(await stored(id)).toMatchObject({ expect: { rows: { max: 0 }, every: 'name != ""' }, severity: 'medium' })
    expect(count).toBeGreaterThan(0)
    expect(complaints).toEqual([])
  })

  it('shows them to somebody who may not change the query, and offers nothing', async () => {
    const id = await ui.runs.save({ name: 'Of somebody else', ...DRAWING })
    await ui.runs.app.admin.patch(`/api/queries/saved-queries/${id}/`, { expect: { rows: { min: 1 } } })
    const { username } = (await (await ui.runs.app.userOf('viewer')).get('/api/auth/profile/')).body
    const { page, complaints } = await ui.opened(`/queries/saved-queries/${id}/?view=edit`, 'Of somebody else', {
      username,
    })

    await page.getByText('At least one row').waitFor()
    expect(await page.getByRole('button', { name: 'Declare…' }).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('gives the rows the whole height by a key, and closes the panels beside the canvas', async () => {
    const { page, complaints } = await opened('Makes room')
    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    const canvas = page.getByRole('application')
    await inspector.waitFor()
    await page.keyboard.press('Control+i')
    await inspector.waitFor({ state: 'hidden' })
    await page.reload()
    await canvas.waitFor()
    expect(await inspector.isVisible()).toBe(false)

    await page.keyboard.press('Control+i')
    await inspector.waitFor()
    await page.keyboard.press('m')
    await canvas.waitFor({ state: 'hidden' })
    expect(await barriers({ page, complaints, context: page.context() })).toEqual([])
    await page.keyboard.press('m')
    await canvas.waitFor()
    expect(complaints).toEqual([])
  })
})
