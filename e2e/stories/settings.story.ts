import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../browser.ts'
import { barriers, heading, startWebUi, type WebUi } from '../web-ui.ts'

type Role = 'operator' | 'editor' | 'viewer'

describe.skipIf(chromiumPath === undefined)('settings and roles', () => {
  let ui: WebUi
  beforeAll(async () => {
    ui = await startWebUi()
  })
  afterAll(() => ui.stop())
  const nameOf = async (role: Role) => {
    const user = await ui.runs.app.userOf(role)
    return { user, username: (await user.get('/api/auth/profile/')).body.username as string }
  }

  it('have an overview, and those of runs and schedules are saved unless the server finds a fault', async () => {
    const { user, username } = await nameOf('editor')
    const watched = await ui.opened('/settings/', 'Settings', { username })
    const { page } = watched
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('link', { name: 'Runs and schedules' }).click()
    await heading(watched, 'Runs and schedules')
    const days = page.getByRole('textbox', { name: 'Days that runs are kept' })
    await days.fill('0')
    await page.getByRole('combobox', { name: 'Time zone of new schedules' }).fill('Europe/Warsaw')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('[aria-invalid="true"]').waitFor()
    expect(await barriers(watched)).toEqual([])
    await days.fill('31')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect((await user.get('/api/queries/task-settings/')).body).toMatchObject({
      execution_log_retention_days: 31,
      default_timezone: 'Europe/Warsaw',
    })
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await heading(watched, 'Settings')
    expect(watched.complaints.filter((text) => !text.includes('status of 400'))).toEqual([])
  })

  it.each(['light', 'dark'] as const)('show capacity and health to administrators, in the %s theme', async (theme) => {
    const watched = await ui.opened('/dashboard/capacity/', 'Capacity and health', { theme })
    const { page } = watched
    await page.getByRole('table', { name: 'Threads' }).getByRole('row', { name: /runs/ }).first().waitFor()
    await page.getByRole('table', { name: 'Queues' }).getByRole('row').nth(1).waitFor()
    await page.getByRole('table', { name: 'Controllers' }).getByRole('row').nth(1).waitFor()
    await page.getByText('none by the backup command').waitFor()
    expect(await barriers(watched)).toEqual([])
    expect(watched.complaints).toEqual([])
  })

  const ADMINISTRATION = [
    ['/administration/', 'Administration'],
    ['/auth/management/', 'Users'],
    ['/auth/groups/', 'Groups'],
    ['/auth/permissions/', 'Permissions'],
    ['/auth/tokens/', 'API tokens'],
    ['/audit/logs/', 'Audit log'],
    ['/audit/login-attempts/', 'Login attempts'],
    ['/audit/settings/', 'Audit settings'],
    ['/dashboard/capacity/', 'Capacity and health'],
  ] as const
  const WRITERS = [
    ['/queries/saved-queries/', 'Queries', 'New query', ['operator', 'editor']],
    ['/queries/scheduled-tasks/', 'Schedules', 'New schedule', ['operator', 'editor']],
    ['/automation/templates/', 'Templates', 'New template', ['operator']],
    ['/controller/connections/', 'Connections', 'New connection', ['operator']],
    ['/automation/connections/', 'Automation connections', 'New connection', ['operator']],
  ] as const
  const FORMS = [
    ['/queries/scheduled-tasks/new', 'New schedule', 'queries.add_scheduledtask', ['operator', 'editor']],
    ['/automation/templates/new', 'New template', 'automation.add_template', ['operator']],
    ['/auth/service-accounts/', 'Service accounts', 'users.manage_serviceaccount', []],
  ] as const

  it.each(['operator', 'editor', 'viewer'] as const)(
    'let the %s see and do what the role may, and say why not',
    async (role) => {
      const { username } = await nameOf(role)
      const watched = await ui.opened('/', 'Home', { username })
      const { page } = watched
      const main = page.getByRole('navigation', { name: 'Main' })
      await main.getByRole('link', { name: 'Settings' }).waitFor()
      expect(await main.getByRole('link', { name: 'Administration' }).count()).toBe(0)
      for (const [path, title] of ADMINISTRATION) {
        await page.goto(path)
        await heading(watched, title)
        await page.getByText('It is for administrators only.').waitFor()
      }
      for (const [path, title, verb, roles] of WRITERS) {
        await page.goto(path)
        await heading(watched, title)
        await page.getByRole('status', { name: 'Connection' }).waitFor()
        const offered = page.getByRole('main').or(page.getByRole('banner')).getByText(verb, { exact: true })
        if ((roles as readonly string[]).includes(role)) await offered.first().waitFor()
        else expect(await offered.count()).toBe(0)
      }
      for (const [path, title, permission, roles] of FORMS) {
        if ((roles as readonly string[]).includes(role)) continue
        await page.goto(path)
        await heading(watched, title)
        await page.getByText(permission).waitFor()
      }
      expect(watched.complaints).toEqual([])
    },
  )
})
