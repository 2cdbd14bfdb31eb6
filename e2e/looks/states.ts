import type { Page } from 'playwright-core'
import { AUDIT_LOOKS } from './audit-looks.ts'
import { AUTOMATION_LOOKS } from './automation-looks.ts'
import { CHECK_LOOKS } from './check-looks.ts'
import { CLASS_LOOKS } from './class-looks.ts'
import { DETAIL_LOOKS } from './detail-looks.ts'
import type { Facts } from './facts.ts'
import { HISTORY_LOOKS } from './history-looks.ts'
import { answer, heading, type Look } from './look.ts'
import { PEOPLE_LOOKS } from './people-looks.ts'
import { SIGNED_OUT_LOOKS } from './signed-out-looks.ts'

const REFUSED = { detail: 'You may not do this.' }
const FAILED = { detail: 'Something went wrong. Please try again.', request_id: '0e6c2f0a-3d1b-4b52-9c1a-5f6a7d2b9e11' }
const NOTHING = { count: 0, next: null, previous: null, results: [], count_is_exact: true }
const QUERIES = /\/api\/queries\/saved-queries\/\?/

const dialog = (page: Page) => page.getByRole('dialog')
const newQuery = '/queries/saved-queries/new'
const savedQuery = ({ query }: Facts) => `/queries/saved-queries/${query}/`

async function withRows(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('grid', { name: 'Rows' }).waitFor()
}

/** What a person looks at before the web UI is called done; a state more is an entry more. */
export const LOOKS: readonly Look[] = [
  ...SIGNED_OUT_LOOKS,
  ...HISTORY_LOOKS,
  ...CHECK_LOOKS,
  ...AUTOMATION_LOOKS,
  ...PEOPLE_LOOKS,
  ...DETAIL_LOOKS,
  { name: 'home', path: '/', act: (page) => heading(page, /./) },
  {
    name: 'paused-copy',
    path: '/',
    before: (page) =>
      page.route(/\/api\/auth\/profile\//, async (route) => {
        const profile = await route.fetch().then((reply) => reply.json())
        await route.fulfill({ json: { ...profile, paused_since: '2026-11-22T06:30:00.000+00:00' } })
      }),
    act: (page) => page.getByText('This is a restored copy').waitFor(),
  },
  {
    name: 'queries',
    path: '/queries/saved-queries/',
    act: (page) => page.getByRole('table', { name: 'Queries' }).waitFor(),
  },
  {
    name: 'queries-selected',
    path: '/queries/saved-queries/',
    act: async (page) => {
      const boxes = page.getByRole('checkbox', { name: /^Select [A-Z]/ })
      await boxes.nth(2).click()
      await boxes.nth(5).click({ modifiers: ['Shift'] })
    },
  },
  {
    name: 'queries-menu',
    path: '/queries/saved-queries/',
    act: async (page) => {
      await page.getByRole('button', { name: 'Actions for Bridge domains without a VRF' }).click()
      await page.getByRole('menuitem', { name: 'Delete…' }).waitFor()
    },
  },
  {
    name: 'queries-delete',
    path: '/queries/saved-queries/',
    act: async (page) => {
      await page.getByRole('button', { name: 'Actions for Bridge domains without a VRF' }).click()
      await page.getByRole('menuitem', { name: 'Delete…' }).click()
      await dialog(page).getByText('These schedules will be deleted too').waitFor()
    },
  },
  {
    name: 'queries-import',
    path: '/queries/saved-queries/',
    act: async (page) => {
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      const query = { name: 'Bridge domains of a tenant', nodes: [{ id: 'bd', class_name: 'fvBD' }], edges: [] }
      await dialog(page)
        .getByLabel('Query as JSON')
        .fill(JSON.stringify(query, null, 2))
      await dialog(page).getByLabel('Connection').waitFor()
    },
  },
  {
    name: 'empty',
    path: '/queries/saved-queries/',
    before: answer(QUERIES, 200, NOTHING),
    act: (page) => page.getByRole('heading', { name: 'No queries yet' }).waitFor(),
  },
  {
    name: 'loading',
    path: '/queries/saved-queries/',
    before: (page) => page.route(QUERIES, () => undefined),
    act: (page) => page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor(),
  },
  {
    name: 'error',
    path: '/queries/saved-queries/',
    before: answer(QUERIES, 500, FAILED),
    act: (page) => page.getByRole('button', { name: 'Retry' }).waitFor(),
  },
  {
    name: 'forbidden',
    path: '/queries/execution-logs/',
    before: answer(/\/api\/queries\/execution-logs\/\?/, 403, REFUSED),
    act: (page) => page.getByRole('heading', { name: 'You may not see this page' }).waitFor(),
  },
  {
    name: 'stale',
    path: '/controller/connections/',
    act: async (page) => {
      await page.getByRole('table', { name: 'Connections' }).waitFor()
      await page.context().setOffline(true)
      await page.getByRole('button', { name: 'Reload' }).first().waitFor()
      await page
        .getByText(/trying again/)
        .first()
        .waitFor({ state: 'attached' })
    },
  },
  {
    name: 'runs',
    path: '/queries/execution-logs/',
    act: (page) => page.getByRole('table', { name: 'Runs' }).waitFor(),
  },
  {
    name: 'run',
    path: ({ run }) => `/queries/execution-logs/${run}/`,
    act: (page) => page.getByRole('grid', { name: 'Rows' }).waitFor(),
    docs: 'run.png',
  },
  {
    name: 'run-failed',
    path: ({ failedRun }) => `/queries/execution-logs/${failedRun}/`,
    act: (page) => page.getByRole('main').getByRole('alert').waitFor(),
  },
  {
    name: 'connections',
    path: '/controller/connections/',
    act: (page) => page.getByRole('table', { name: 'Connections' }).waitFor(),
  },
  {
    name: 'connection-new',
    path: '/controller/connections/',
    act: async (page) => {
      await page.getByRole('button', { name: 'New connection' }).click()
      await dialog(page).getByLabel('Address', { exact: true }).waitFor()
    },
  },
  {
    name: 'connection-test',
    path: '/controller/connections/',
    act: async (page) => {
      await page.getByRole('button', { name: 'Test Demo fabric' }).click()
      await dialog(page).getByText('The connection works.').waitFor()
    },
  },
  {
    name: 'connection-test-failed',
    path: '/controller/connections/',
    act: async (page) => {
      await page.getByRole('button', { name: 'Test Switched-off fabric' }).click()
      await dialog(page).getByText('Address: failed').waitFor()
    },
  },
  {
    name: 'workspace-new',
    path: newQuery,
    act: (page) => page.getByRole('application', { name: 'Query canvas' }).waitFor(),
  },
  { name: 'workspace', path: savedQuery, act: withRows, docs: 'workspace.png' },
  {
    name: 'workspace-connect',
    path: savedQuery,
    onlyWide: true,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Connect l1PhysIf/ })
        .first()
        .click()
      await page
        .getByRole('dialog', { name: /^Connect/ })
        .getByRole('option')
        .first()
        .waitFor()
    },
    docs: 'connect.png',
  },
  {
    name: 'workspace-steps',
    path: savedQuery,
    onlyWide: true,
    act: async (page) => {
      await withRows(page)
      await page.getByRole('list', { name: 'Steps' }).getByRole('listitem').nth(1).press('Enter')
    },
    docs: 'steps.png',
  },
  {
    name: 'workspace-plan',
    path: savedQuery,
    act: async (page) => {
      await page.getByRole('tab', { name: 'Plan' }).click()
      await page.getByRole('tabpanel', { name: 'Plan' }).getByText(/GET/).first().waitFor()
    },
  },
  {
    name: 'workspace-inspector',
    path: savedQuery,
    onlyWide: true,
    // After the others: it leaves a draft, which the pages of this query offer.
    before: (page) => page.addInitScript(`indexedDB.deleteDatabase('heddle-drafts')`),
    act: async (page) => {
      await page
        .getByRole('group', { name: /^l1PhysIf(,|$)/ })
        .first()
        .click()
      await page.getByRole('complementary', { name: 'Inspector' }).getByRole('button', { name: 'Add filter' }).click()
      await page.getByRole('group', { name: 'Filter 1' }).waitFor()
      await page.getByText('Not filled in yet').waitFor()
      await page.getByRole('grid', { name: 'Rows' }).waitFor()
    },
  },
  {
    name: 'rows-menu',
    path: ({ run }) => `/queries/execution-logs/${run}/`,
    act: async (page) => {
      await page.getByRole('grid', { name: 'Rows' }).getByRole('gridcell').first().click()
      await page.keyboard.press('Shift+F10')
      await page.getByRole('menu').waitFor()
    },
  },
  { name: 'account', path: '/auth/profile', act: (page) => page.getByRole('radiogroup', { name: 'Theme' }).waitFor() },
  {
    name: 'mfa',
    path: '/auth/profile',
    act: async (page) => {
      await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click()
      await page.getByRole('img', { name: 'QR code' }).waitFor()
    },
  },
  { name: 'notices', path: '/notifications/', act: (page) => heading(page, 'Notifications') },
  {
    name: 'palette',
    path: '/queries/saved-queries/',
    act: async (page) => {
      await page.getByRole('table', { name: 'Queries' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('without a VRF')
      await page.getByRole('dialog', { name: 'Command palette' }).getByRole('option').first().waitFor()
    },
  },
  {
    name: 'bell',
    path: '/queries/saved-queries/',
    act: async (page) => {
      await page.getByRole('button', { name: /^Notifications/ }).click()
    },
  },
  {
    name: 'help',
    path: '/queries/saved-queries/',
    act: async (page) => {
      await page.getByRole('table', { name: 'Queries' }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    },
  },
  ...CLASS_LOOKS,
  ...AUDIT_LOOKS,
  { name: 'missing', path: '/no/such/page', act: (page) => page.getByText('There is no such page').waitFor() },
]
