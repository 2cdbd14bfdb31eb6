import type { Page } from 'playwright-core'
import { heading, type Look } from './look.ts'

const table = (name: string) => (page: Page) => page.getByRole('table', { name }).waitFor()

/** Schedules, administration and settings. */
export const PEOPLE_LOOKS: readonly Look[] = [
  { name: 'schedules', path: '/queries/scheduled-tasks/', act: table('Schedules') },
  {
    name: 'schedule-new',
    path: '/queries/scheduled-tasks/new',
    act: (page) => page.getByRole('textbox', { name: 'Cron expression' }).waitFor(),
  },
  {
    name: 'answer',
    path: ({ query }) => `/queries/saved-queries/${query}/?view=answer`,
    act: (page) => heading(page, /./),
  },
  { name: 'waivers', path: '/queries/waivers/', act: (page) => heading(page, 'Waivers') },
  { name: 'change-windows', path: '/history/changes', act: (page) => heading(page, /^Change/) },
  { name: 'channels', path: '/notifications/channels', act: table('Channels') },
  {
    name: 'channel-new',
    path: '/notifications/channels',
    act: async (page) => {
      await page.getByRole('button', { name: 'New channel' }).click()
      await page.getByRole('dialog').getByLabel('Name').waitFor()
    },
  },
  { name: 'ai', path: '/ai/', act: (page) => heading(page, 'AI') },
  { name: 'settings', path: '/settings/', act: (page) => heading(page, 'Settings') },
  { name: 'administration', path: '/administration/', act: (page) => heading(page, 'Administration') },
  { name: 'users', path: '/auth/management/', act: table('Users') },
  {
    name: 'user',
    path: '/auth/management/?search=olga',
    act: async (page) => {
      await page.getByRole('link', { name: 'olga' }).click()
      await page.getByRole('region', { name: 'Sessions' }).waitFor()
    },
  },
  { name: 'groups', path: '/auth/groups/', act: (page) => page.getByRole('table').waitFor() },
  {
    name: 'group-conflict',
    path: '/auth/groups/',
    before: async (page) => {
      let reads = 0
      await page.route(/\/api\/auth\/groups\/\d+\/$/, async (route) => {
        if (route.request().method() === 'PATCH')
          return route.fulfill({ status: 412, json: { detail: 'The object has changed since it was read.' } })
        const group = await route.fetch().then((reply) => reply.json())
        reads += 1
        const quota = reads > 1 ? { ...group.quota, queries_max: 250, ai_analysis_daily: 40 } : group.quota
        return route.fulfill({ json: { ...group, quota } })
      })
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Actions for Editors' }).click()
      await page.getByRole('menuitem', { name: 'Quota…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Most saved queries').fill('300')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.getByRole('button', { name: 'Take theirs' }).waitFor()
    },
  },
  { name: 'permissions', path: '/auth/permissions/', act: (page) => heading(page, 'Permissions') },
  { name: 'tokens', path: '/auth/tokens/', act: (page) => heading(page, 'API tokens') },
  { name: 'service-accounts', path: '/auth/service-accounts/', act: (page) => heading(page, 'Service accounts') },
  { name: 'repositories', path: '/queries/repositories/', act: (page) => heading(page, 'Repositories') },
  { name: 'capacity', path: '/dashboard/capacity/', act: (page) => page.getByRole('table').first().waitFor() },
  { name: 'task-settings', path: '/queries/task-settings/', act: (page) => page.getByLabel(/./).first().waitFor() },
  { name: 'requests', path: '/automation/requests/', act: (page) => heading(page, /./) },
]
