import type { TestBrowser, WatchedPage } from '@heddle/e2e/browser.ts'
import { SCRIPT_BUDGETS } from '@heddle/e2e/script-budgets.ts'
import { AREAS, PAGES } from '../../../web/src/app/shell/areas.ts'
import type { Line } from '../measurement.ts'
import { signInOn } from './signed-in.ts'

type Given = { readonly browser: TestBrowser; readonly url: string }
type Loaded = { readonly path: string; readonly script: number; readonly calls: number }

const MOST_SCRIPT = SCRIPT_BUDGETS.page * 1000
const MOST_CALLS = 8
/** Signing in is a matter of its own. */
const OF_SESSION = /\/api\/(?:auth\/token\/refresh|ws-ticket)\//

/** Every page of the menu and the palette: its script beyond what signing in loads, and what it asks of the API. */
export async function measurePages({ browser, url }: Given): Promise<readonly Line[]> {
  const watched = await browser.open({ baseURL: url, viewport: { width: 1440, height: 900 } })
  await watched.page.goto('/login')
  const shell = await scriptOf(watched, () => signInOn(watched))
  const pages: Loaded[] = []
  for (const { to: path } of [...AREAS, ...PAGES]) pages.push(await load(watched, path, shell.names))
  await watched.context.close()
  return [
    worst(
      pages,
      'script',
      'beyond sign-in, JavaScript as sent',
      (bytes) => `${(bytes / 1000).toFixed(0)} kB`,
      MOST_SCRIPT,
    ),
    worst(pages, 'calls', 'calls of the API', String, MOST_CALLS),
  ]
}

async function load(watched: WatchedPage, path: string, known: ReadonlySet<string>): Promise<Loaded> {
  const { page } = watched
  await page.goto('about:blank')
  let calls = 0
  const count = (asked: { url(): string }) => {
    const { pathname } = new URL(asked.url())
    if (pathname.startsWith('/api/') && !OF_SESSION.test(pathname)) calls += 1
  }
  page.on('request', count)
  const { sizes } = await scriptOf(watched, async () => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  })
  page.off('request', count)
  const script = [...sizes].reduce((sum, [name, bytes]) => sum + (known.has(name) ? 0 : bytes), 0)
  return { path, script, calls }
}

/** The scripts that a page names while something goes on, with their sizes as they were sent, also from the cache. */
async function scriptOf({ page }: WatchedPage, act: () => Promise<void>) {
  await act()
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
  const entries = await page.evaluate<[string, number][]>(
    `performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])`,
  )
  const sizes = new Map(entries.filter(([name]) => name.endsWith('.js') && !name.includes('worker')))
  return { sizes, names: new Set(sizes.keys()) }
}

function worst(
  pages: readonly Loaded[],
  what: 'script' | 'calls',
  title: string,
  text: (value: number) => string,
  most: number,
): Line {
  const largest = pages.toSorted((one, other) => other[what] - one[what])[0]!
  return {
    what: `${pages.length} pages, at most: ${title}`,
    heddle: `${text(largest[what])} (${largest.path})`,
    target: `at most ${text(most)}`,
    passed: largest[what] <= most,
  }
}
