import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, type WatchedPage } from '../browser.ts'
import { saveAndRun, startWebUi, type WebUi } from '../web-ui.ts'

const EMPTY = { count: 0, next: null, previous: null, results: [], count_is_exact: true }
const FAILURE = { detail: 'Something went wrong. Please try again.', request_id: 'req-of-this-story' }

type Given = {
  readonly path: string
  readonly title: string
  /** What the page reads first. */
  readonly read: RegExp
  readonly failure: string
  readonly permission: string
  readonly shows: (page: Page) => Promise<void>
  /** The heading of a page with nothing on it, and its first step. */
  readonly empty?: { readonly heading: string; readonly step?: string; readonly reply?: object }
}

const table = (name: string) => (page: Page) => page.getByRole('table', { name }).waitFor()

/** Pages by their address; `:query` and `:run` are those of this story. */
const PAGES: readonly Given[] = [
  {
    path: '/queries/saved-queries/',
    title: 'Queries',
    read: /\/api\/queries\/saved-queries\/\?/,
    failure: 'The queries could not be read.',
    permission: 'queries.view_savedquery',
    shows: table('Queries'),
    empty: { heading: 'No queries yet', step: 'New query' },
  },
  {
    path: '/queries/execution-logs/',
    title: 'Runs',
    read: /\/api\/queries\/execution-logs\/\?/,
    failure: 'The runs could not be read.',
    permission: 'queries.view_executionlog',
    shows: table('Runs'),
    empty: { heading: 'No runs yet' },
  },
  {
    path: '/controller/connections/',
    title: 'Connections',
    read: /\/api\/controller\/connections\/\?/,
    failure: 'The connections could not be read.',
    permission: 'controller.view_connection',
    shows: table('Connections'),
    empty: { heading: 'No connections yet', step: 'New connection' },
  },
  {
    path: '/queries/execution-logs/:run/',
    title: 'Tenants',
    read: /\/api\/queries\/execution-logs\/[\w-]{36}\/$/,
    failure: 'The run could not be read.',
    permission: 'queries.view_executionlog',
    // Without its rows it is still being read.
    shows: (page) => page.getByRole('grid', { name: 'Rows' }).getByRole('gridcell').first().waitFor(),
  },
  {
    path: '/queries/saved-queries/:query/',
    title: 'Tenants',
    read: /\/api\/queries\/saved-queries\/[\w-]{36}\/$/,
    failure: 'The query could not be read.',
    permission: 'queries.view_savedquery',
    shows: (page) => page.getByRole('heading', { level: 1, name: 'Tenants' }).waitFor(),
  },
  {
    path: '/history/',
    title: 'History',
    read: /\/api\/history\/queries\//,
    failure: 'The history could not be read.',
    permission: 'history.view_snapshot',
    shows: table('Queries with captures'),
    empty: { heading: 'Nothing was captured yet', reply: { queries: [] } },
  },
  {
    path: '/mim/class/fvTenant/',
    title: 'fvTenant',
    read: /\/api\/mim\/explorer\/class\/fvTenant\/$/,
    failure: 'fvTenant could not be read.',
    permission: 'administrators',
    shows: table('Properties'),
  },
]

/** A browser reports each failed request; what a story provokes is no fault of the page. */
const unprovoked = ({ complaints }: WatchedPage) =>
  complaints.filter((text) => !/Failed to load resource|net::ERR_|WebSocket/.test(text))

describe.skipIf(chromiumPath === undefined)('the states of a page', () => {
  let ui: WebUi
  let ids: Readonly<Record<string, string>>
  beforeAll(async () => {
    ui = await startWebUi()
    ids = await saveAndRun(ui)
    await ui.runs.app.admin.post('/api/history/capture/', { saved_query: ids['query'] })
  })
  afterAll(() => ui.stop())

  const open = async ({ path, title }: Given) => {
    const address = path.replace(/:(\w+)/, (_, name: string) => ids[name]!)
    return ui.opened(address, title)
  }
  const answering = async ({ page }: WatchedPage, { read }: Given, handler: (route: Route) => Promise<void>) => {
    await page.route(read, handler)
    await page.reload()
  }

  describe.each(PAGES)('$path', (given) => {
    it('loading: shows its shape while it waits', async () => {
      const watched = await open(given)
      const { promise, resolve } = Promise.withResolvers<void>()
      await answering(watched, given, async (route) => {
        await promise
        await route.continue()
      })
      await watched.page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor()
      resolve()
      await given.shows(watched.page)

      expect(watched.complaints).toEqual([])
    })

    it('failed: says what was tried, with the id of the request, and Retry tries again', async () => {
      const watched = await open(given)
      await answering(watched, given, (route) => route.fulfill({ status: 500, json: FAILURE }))
      const alert = watched.page.getByRole('main').getByRole('alert')
      await alert.getByText(given.failure).waitFor()
      expect(await alert.textContent()).toContain(FAILURE.request_id)
      await watched.page.unroute(given.read)
      await alert.getByRole('button', { name: 'Retry' }).click()
      await given.shows(watched.page)

      expect(unprovoked(watched)).toEqual([])
    })

    it('forbidden: names the permission, and whom to ask', async () => {
      const watched = await open(given)
      await answering(watched, given, (route) =>
        route.fulfill({ status: 403, json: { detail: 'You may not do this.' } }),
      )
      const main = watched.page.getByRole('main')
      await main.getByRole('heading', { name: 'You may not see this page' }).waitFor()

      expect(await main.textContent()).toMatch(
        new RegExp(`${given.permission.replace('.', '\\.')}.*Ask an administrator`),
      )
      expect(unprovoked(watched)).toEqual([])
    })

    it('stale: says how old it is while the browser is offline, and goes on afterwards', async () => {
      const watched = await open(given)
      await given.shows(watched.page)
      await watched.context.setOffline(true)
      try {
        const stale = watched.page
          .getByRole('main')
          .getByRole('status')
          .filter({ hasText: /was read just now/ })
        await stale.getByRole('button', { name: 'Reload' }).waitFor()
        await given.shows(watched.page)
        await watched.context.setOffline(false)
        await stale.waitFor({ state: 'detached' })
      } finally {
        await watched.context.setOffline(false)
      }

      expect(unprovoked(watched)).toEqual([])
    })
  })

  it.each(PAGES.filter(({ empty }) => empty !== undefined))(
    'empty: $path says what belongs there, and the first step',
    async (given) => {
      const watched = await open(given)
      await answering(watched, given, (route) => route.fulfill({ json: given.empty!.reply ?? EMPTY }))
      const main = watched.page.getByRole('main')
      await main.getByRole('heading', { name: given.empty!.heading }).waitFor()

      if (given.empty!.step !== undefined)
        expect(await main.getByRole('button', { name: given.empty!.step }).count()).toBeGreaterThan(1)
      expect(watched.complaints).toEqual([])
    },
  )

  it('what was shown stays when reading it again fails', async () => {
    const given = PAGES[0]!
    const watched = await open(given)
    await given.shows(watched.page)
    await watched.page.route(given.read, (route) => route.fulfill({ status: 500, json: FAILURE }))
    await watched.page.getByRole('button', { name: 'Favorite Tenants', exact: true }).click()
    const alert = watched.page.getByRole('main').getByRole('alert')
    await alert.getByText(FAILURE.request_id).waitFor()

    expect(await watched.page.getByRole('link', { name: 'Tenants', exact: true }).isVisible()).toBe(true)
    await watched.page.unroute(given.read)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await alert.waitFor({ state: 'detached' })
    expect(unprovoked(watched)).toEqual([])
  })

  it('a list that was open for long says how old it is, and Reload reads it again', async () => {
    const given = PAGES[2]!
    const watched = await open(given)
    await watched.page.clock.install()
    await watched.page.reload()
    await given.shows(watched.page)
    await watched.page.clock.fastForward('12:00')
    const stale = watched.page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /was read 1[12] minutes ago/ })
    await stale.getByRole('button', { name: 'Reload' }).click()
    await stale.waitFor({ state: 'detached' })

    expect(watched.complaints).toEqual([])
  })

  it('asks for nothing that its user may not read', async () => {
    const nobody = await ui.runs.app.userOf(undefined)
    const { username } = (await nobody.get('/api/auth/profile/')).body
    const watched = await ui.opened('/queries/saved-queries/', 'Queries', { username })
    await watched.page.getByText('queries.view_savedquery').waitFor()
    await watched.page.goto('/controller/connections/')
    await watched.page.getByText('controller.view_connection').waitFor()

    expect(watched.complaints).toEqual([])
  })
})
