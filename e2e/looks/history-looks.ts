import type { Locator, Page } from 'playwright-core'
import type { Facts } from './facts.ts'
import type { Look } from './look.ts'

const history = ({ captured }: Facts) => `/history/?saved_query=${captured}`

/** Ticked once the server has it; another view may have done so before. */
async function tick(page: Page, box: Locator, isTicked: boolean): Promise<void> {
  if ((await box.isChecked()) !== isTicked) await box.click()
  await box.and(page.locator(isTicked ? ':checked' : ':not(:checked)')).waitFor()
}

/** The pages of time. */
export const HISTORY_LOOKS: readonly Look[] = [
  {
    name: 'history',
    path: history,
    act: async (page) => {
      await page.getByRole('grid', { name: 'Changes per day' }).waitFor()
      await page.getByRole('table', { name: 'Captures' }).waitFor()
    },
    docs: 'history.png',
  },
  {
    name: 'history-then',
    path: ({ captured, changedAt }) =>
      `/history/at/?${new URLSearchParams({ saved_query: captured, at: changedAt }).toString()}`,
    act: (page) => page.getByRole('grid', { name: 'Rows' }).locator('[aria-description^="was"]').first().waitFor(),
    docs: 'history-then.png',
  },
  {
    name: 'history-queries',
    path: '/history/',
    act: (page) => page.getByRole('table', { name: 'Queries with captures' }).waitFor(),
  },
  {
    name: 'history-settings',
    path: '/history/settings',
    act: (page) => page.getByRole('heading', { name: 'Clean-up', exact: true }).waitFor(),
  },
  {
    name: 'history-compare',
    path: ({ captured, changed }) => `/history/compare/?saved_query=${captured}&snapshot_b=${changed}`,
    act: async (page) => {
      await page.getByRole('list', { name: 'Summary' }).waitFor()
      await page.keyboard.press(']')
      await page.keyboard.press(']')
      await page.locator('[role="row"][aria-current="true"]').waitFor()
    },
    docs: 'compare.png',
  },
  {
    name: 'history-compare-row',
    path: ({ captured, changed }) => `/history/compare/?saved_query=${captured}&snapshot_b=${changed}&view=side`,
    act: async (page) => {
      await page.getByRole('list', { name: 'Summary' }).waitFor()
      await page.keyboard.press(']')
      await page.locator('[role="row"][aria-current="true"]').dblclick()
      await page.getByRole('complementary', { name: 'Changed row' }).waitFor()
    },
  },
  {
    name: 'history-timeline',
    path: ({ captured, object }) =>
      `/history/timeline/?${new URLSearchParams({ saved_query_id: captured, dn: object }).toString()}`,
    act: async (page) => {
      await page.getByRole('grid', { name: 'Timeline' }).waitFor()
      await page.getByRole('button', { name: /attributes? never changed$/ }).click()
    },
    docs: 'timeline.png',
  },
  {
    name: 'history-timeline-two',
    path: ({ captured, object }) =>
      `/history/timeline/?${new URLSearchParams({ saved_query_id: captured, dn: object, dn2: 'uni/tn-dmz/BD-web' }).toString()}`,
    act: (page) =>
      page
        .getByRole('rowheader', { name: /BD-web$/ })
        .first()
        .waitFor(),
  },
  {
    name: 'history-compare-groups',
    path: ({ captured, changed }) => `/history/compare/?saved_query=${captured}&snapshot_b=${changed}&group=parent`,
    act: (page) => page.getByRole('button', { name: 'Fold all' }).click(),
  },
  {
    name: 'history-compare-reviewed',
    path: ({ captured, changed }) => `/history/compare/?saved_query=${captured}&snapshot_b=${changed}&ignore=descr`,
    act: async (page) => {
      await page.getByRole('button', { name: /without change$/ }).click()
      await page.keyboard.press(']')
      const [first, second] = [0, 1].map((place) => page.getByRole('checkbox', { name: /^Reviewed/ }).nth(place))
      await tick(page, first!, true)
      await tick(page, second!, false)
    },
  },
  {
    name: 'history-compare-picker',
    path: ({ captured, changed }) => `/history/compare/?saved_query=${captured}&snapshot_b=${changed}`,
    act: async (page) => {
      await page.getByRole('button', { name: /^Before/ }).click()
      await page.locator('[data-panel] [role=gridcell][data-captured]').last().click()
      await page.getByText(/^Captures of /).waitFor()
    },
  },
  {
    name: 'history-compare-schedule',
    path: ({ captured, changed }) => `/history/compare/?saved_query=${captured}&snapshot_b=${changed}&key=name`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Schedule this check…' }).click()
      await page.getByText(/^Runs the query on this connection/).waitFor()
    },
  },
]
