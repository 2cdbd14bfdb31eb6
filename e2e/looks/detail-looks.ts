import type { Page } from 'playwright-core'
import type { Look } from './look.ts'

/** The first link of a page whose address begins so, and the page behind it. */
const through =
  (address: string, shown: (page: Page) => Promise<void> = titled) =>
  async (page: Page): Promise<void> => {
    const { pathname: from } = new URL(page.url())
    await page.getByRole('main').locator(`a[href*="${address}"]:not([href$="/new"])`).first().click()
    await page.waitForURL(({ pathname }) => pathname !== from)
    await shown(page)
  }

const titled = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()
const openSchedule = through('/queries/scheduled-tasks/')
const openRequest = through('/automation/requests/')

/** Pages of one thing, opened from the list that leads there. */
export const DETAIL_LOOKS: readonly Look[] = [
  { name: 'schedule', path: '/queries/scheduled-tasks/', act: openSchedule },
  {
    name: 'schedule-edit',
    path: '/queries/scheduled-tasks/',
    act: async (page) => {
      await openSchedule(page)
      await page.getByRole('link', { name: 'Edit' }).click()
      await page.getByRole('textbox', { name: 'Name' }).waitFor()
    },
  },
  {
    name: 'firing',
    path: '/queries/scheduled-tasks/',
    act: async (page) => {
      await openSchedule(page)
      await through('/queries/scheduled-executions/')(page)
    },
  },
  { name: 'request', path: '/automation/requests/', act: openRequest },
  {
    name: 'job',
    path: '/automation/requests/',
    act: async (page) => {
      await openRequest(page)
      await through('/automation/executions/', (there) => there.getByRole('log').waitFor())(page)
    },
  },
  {
    name: 'launch',
    path: '/automation/templates/',
    act: async (page) => {
      await page
        .getByRole('link', { name: /^Launch/ })
        .first()
        .click()
      await page.getByRole('grid', { name: 'Rows' }).waitFor()
    },
  },
  { name: 'repository', path: '/queries/repositories/', act: through('/queries/repositories/') },
  { name: 'change-window', path: '/history/changes/', act: through('/history/changes/') },
  { name: 'group', path: '/auth/groups/', act: through('/auth/groups/') },
  {
    name: 'object',
    path: ({ run }) => `/queries/execution-logs/${run}/`,
    act: async (page) => {
      await page.getByRole('grid', { name: 'Rows' }).getByRole('gridcell').first().click()
      await page.keyboard.press('Shift+F10')
      await page.getByRole('menuitem', { name: 'Open object' }).click()
      await titled(page)
      await page.getByText('Properties').first().waitFor()
    },
  },
]
