import { readdir, stat } from 'node:fs/promises'
import type { TestBrowser, WatchedPage } from '@heddle/e2e/browser.ts'
import { assetsOfForm, SCRIPT_BUDGETS } from '@heddle/e2e/script-budgets.ts'
import { median, spread } from '../statistics.ts'
import { type Line, ms } from '../measurement.ts'
import { clickUntil } from './page-functions.ts'
import { signInOn } from './signed-in.ts'

type Given = {
  readonly browser: TestBrowser
  readonly url: string
  readonly dist: string
  readonly queryId: string
  readonly rounds: number
}

type Times = Readonly<Record<'paint' | 'form' | 'route' | 'canvas', number>>
type Transfer = { readonly path: string; readonly bytes: number }

/** What a visitor waits for: bytes over the line, and milliseconds until there is something to do. */
export async function measureLoading({ browser, url, dist, queryId, rounds }: Given): Promise<readonly Line[]> {
  const times: Times[] = []
  let sizes: { readonly login: readonly Transfer[]; readonly workspace: readonly Transfer[] } | undefined
  for (let round = 0; round < rounds; round++) {
    const watched = await browser.open({ baseURL: url, viewport: { width: 1440, height: 900 } })
    const transfers = watchTransfers(watched)
    const { paint, form } = await openLogin(watched)
    const login = await transfers.take()
    await signInOn(watched)
    const route = await changeRoute(watched)
    await transfers.take()
    const canvas = await openCanvas(watched, queryId)
    const known = new Set(login.map(({ path }) => path))
    const used = await assetsOf(watched)
    const all = [...(await transfers.everything())]
    sizes = { login, workspace: all.filter(({ path }) => used.has(path) && !known.has(path)) }
    times.push({ paint, form, route, canvas })
    await watched.context.close()
  }
  const { login = [], workspace = [] } = sizes ?? {}
  const named = await assetsOfForm(url)
  const form = login.filter(({ path }) => !/^\/assets\/.*\.(?:js|css)$/.test(path) || named.has(path))
  return [
    sizeLine('/login, JavaScript before its form, as sent', total(form, '.js'), SCRIPT_BUDGETS.form),
    sizeLine('/login, with what comes while somebody types', total(login, '.js'), SCRIPT_BUDGETS.signIn),
    sizeLine('/login, CSS as sent', total(login, '.css'), 30),
    sizeLine('/login, fonts', total(login, '.woff2'), 80),
    {
      what: '/login, requests before its form',
      heddle: String(form.length),
      target: 'at most 12',
      passed: form.length <= 12,
    },
    sizeLine('workspace beyond that, JavaScript as sent', total(workspace, '.js', /worker/), SCRIPT_BUDGETS.page),
    ...(await workerLines(dist)),
    timeLine('first paint of /login', times, 'paint', 900),
    timeLine('/login until its form can be used', times, 'form', 1300),
    timeLine('another page, warm', times, 'route', 100),
    timeLine('workspace until its canvas is there', times, 'canvas', 1000),
  ]
}

async function openLogin({ page }: WatchedPage): Promise<{ readonly paint: number; readonly form: number }> {
  const from = performance.now()
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Username').waitFor()
  const form = performance.now() - from
  await page.waitForLoadState('networkidle')
  const paint = await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0].startTime`)
  return { paint, form }
}

/** There and back once, so that the code is here; then again. */
async function changeRoute({ page }: WatchedPage): Promise<number> {
  const title = (text: string) => `document.querySelector('h1')?.textContent === '${text}'`
  const link = (area: string) => `nav a[href^="${area}"]`
  await page.getByRole('link', { name: 'Queries', exact: true }).click()
  await page.getByRole('table').waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(clickUntil(link('/queries/execution-logs'), title('Runs')))
  await page.getByRole('table').waitFor()
  await page.getByRole('link', { name: 'Queries', exact: true }).click()
  await page.getByRole('table').waitFor()
  return page.evaluate<number>(clickUntil(link('/queries/execution-logs'), title('Runs')))
}

async function openCanvas({ page }: WatchedPage, queryId: string): Promise<number> {
  await page.goto(`/queries/saved-queries/${queryId}/`)
  await page.getByRole('application').waitFor()
  await page.waitForLoadState('networkidle')
  const from = performance.now()
  await page.goto(`/queries/saved-queries/${queryId}/`, { waitUntil: 'commit' })
  await page.getByRole('application').waitFor()
  return performance.now() - from
}

/** Also those that an earlier page has brought into the cache. */
async function assetsOf({ page }: WatchedPage): Promise<ReadonlySet<string>> {
  await page.waitForLoadState('networkidle')
  return new Set(
    await page.evaluate<string[]>(
      `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname).filter((name) => name.startsWith('/assets/'))`,
    ),
  )
}

/** What came over the line, by its path. */
function watchTransfers({ page }: WatchedPage) {
  const waiting: Promise<Transfer>[] = []
  let taken = 0
  page.on('requestfinished', (request) => {
    waiting.push(
      request.sizes().then(
        ({ responseBodySize }) => ({ path: new URL(request.url()).pathname, bytes: responseBodySize }),
        // The page is gone already.
        () => ({ path: '', bytes: 0 }),
      ),
    )
  })
  return {
    take: () => {
      const part = waiting.slice(taken)
      taken = waiting.length
      return Promise.all(part)
    },
    everything: async () => {
      const found = new Map<string, Transfer>()
      for (const one of await Promise.all(waiting)) if (!found.has(one.path) || one.bytes > 0) found.set(one.path, one)
      return found.values()
    },
  }
}

const total = (transfers: readonly Transfer[], ending: string, except?: RegExp): number =>
  transfers
    .filter(({ path }) => path.endsWith(ending) && !except?.test(path))
    .reduce((sum, { bytes }) => sum + bytes, 0)

function sizeLine(what: string, bytes: number, most: number): Line {
  return { what, heddle: `${(bytes / 1000).toFixed(0)} kB`, target: `at most ${most} kB`, passed: bytes <= most * 1000 }
}

async function workerLines(dist: string): Promise<readonly Line[]> {
  const files = (await readdir(`${dist}/assets`)).filter((name) => /worker.*\.js\.br$/.test(name))
  return Promise.all(
    files.map(async (name) =>
      sizeLine(`worker ${name.replace(/-[\w-]{8}\.js\.br$/, '')}`, (await stat(`${dist}/assets/${name}`)).size, 140),
    ),
  )
}

function timeLine(what: string, times: readonly Times[], name: keyof Times, most: number): Line {
  const values = times.map((one) => one[name])
  return { what, heddle: spread(values, ms), target: `at most ${ms(most)}`, passed: median(values) <= most }
}
