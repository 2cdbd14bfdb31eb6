import type { TestBrowser, WatchedPage } from '@heddle/e2e/browser.ts'
import { domainOf, epgOf, HISTORY } from '../fabrics.ts'
import { type Line, mb, ms } from '../measurement.ts'
import { startProgram } from '../start-program.ts'
import { median, percentile, spread } from '../statistics.ts'
import { storeQuery, type TestServer } from '../test-server.ts'
import { heapMb } from './heap.ts'
import { clickUntil, pressUntil, scrollFrames, watchLongTasks } from './page-functions.ts'
import { signInOn } from './signed-in.ts'
import { untilQuiet } from './until-quiet.ts'

type Given = {
  readonly browser: TestBrowser
  readonly server: TestServer
  readonly rounds: number
  readonly quick: boolean
}
type Captured = { readonly query: string; readonly captures: readonly string[] }

const CAPTURES = 100
const QUICK_CAPTURES = 20
const CHANGED = 10_000
/** As many moments as somebody steps through. */
const STEPS = 8
/** And as many at once, when what comes next cannot have been read. */
const HURRIED_STEPS = 8
const WEB = { width: 1440, height: 900 }

/** History and comparison: a query with many captures, and one with many rows. */
export async function measureHistory({ browser, server, rounds, quick }: Given): Promise<readonly Line[]> {
  const fabric = await startProgram('fabric', { name: 'history' })
  try {
    const url = await fabric.call.url()
    const describe = (dns: readonly string[], descr: string) => fabric.call.describe({ dns, descr })
    const count = quick ? QUICK_CAPTURES : CAPTURES
    const often = await capture(server, url, 'fvBD', count, (round) =>
      describe(
        [0, 1, 2, 3, 4].map((place) => domainOf((place * round) % HISTORY.domains)),
        `round ${round}`,
      ),
    )
    const places = Array.from({ length: CHANGED }, (_, index) => index)
    // First the objects of a few tenants, as by a change of them; then some in each, as by an upgrade.
    const large = await capture(server, url, 'fvAEPg', 3, (round) =>
      round === 1
        ? describe(places.map(epgOf), 'changed')
        : describe(
            places.map((place) => epgOf((place * HISTORY.rows) / CHANGED)),
            'upgraded',
          ),
    )
    const figures = []
    for (let round = 0; round < rounds; round++) figures.push(await lookAt({ browser, url: server.url, often, large }))
    return linesOf(figures, count)
  } finally {
    await fabric.stop()
  }
}

/** Captures a class again and again, with changes in between. */
async function capture(
  server: TestServer,
  fabric: string,
  class_name: string,
  count: number,
  change: (round: number) => Promise<void>,
): Promise<Captured> {
  const nodes = [{ id: class_name, class_name, properties: [] }]
  const [, query = ''] = /saved-queries\/([^/]+)\//.exec(await storeQuery(server, fabric, nodes, class_name)) ?? []
  const captures: string[] = []
  for (let round = 0; round < count; round++) {
    if (round > 0) await change(round)
    captures.push((await server.post<{ id: string }>('/api/history/capture/', { saved_query: query })).id)
  }
  return { query, captures }
}

type Figures = Readonly<Record<Figure, number>> & {
  readonly steps: readonly number[]
  readonly hurried: readonly number[]
  readonly frames: readonly number[]
}
type Figure = 'opened' | 'rows' | 'timeline' | 'compared' | 'spread' | 'elements' | 'historyElements' | 'task' | 'heap'
type Looked = {
  readonly browser: TestBrowser
  readonly url: string
  readonly often: Captured
  readonly large: Captured
}

async function lookAt({ browser, url, often, large }: Looked): Promise<Figures> {
  const watched = await browser.open({ baseURL: url, viewport: WEB })
  await watched.page.goto('/login')
  await signInOn(watched)
  const history = await lookAtHistory(watched, often)
  const comparison = await lookAtComparison(watched, large)
  await watched.context.close()
  return { ...history, ...comparison }
}

const ROWS = `document.querySelector('[role=grid][aria-label="Rows"]')`

async function lookAtHistory({ page }: WatchedPage, { query }: Captured) {
  await page.goto('/history/')
  await page.getByRole('table', { name: 'Queries with captures' }).waitFor()
  const opened = await page.evaluate<number>(
    clickUntil(
      `a[href*="${query}"]`,
      `document.querySelector('[data-captured]') && document.querySelector('table[aria-label="Captures"] tbody a')`,
    ),
  )
  const historyElements = await page.evaluate<number>(`document.querySelectorAll('*').length`)
  const slider = '[role=slider][aria-label="As of"]'
  const marked = `${ROWS}?.querySelector('[aria-description^="was"]')`
  const rows = await page.evaluate<number>(pressUntil(slider, 'ArrowLeft', marked, ''))
  const step = () => page.evaluate<number>(pressUntil(slider, 'ArrowLeft', marked, `${marked}?.textContent`))
  const steps: number[] = []
  for (let left = STEPS; left > 0; left--) {
    // As somebody reads what changed; meanwhile the neighbors are read.
    await untilQuiet(page)
    steps.push(await step())
  }
  const hurried: number[] = []
  for (let left = HURRIED_STEPS; left > 0; left--) hurried.push(await step())
  await page.goto('/history/')
  await page.getByRole('table', { name: 'Queries with captures' }).waitFor()
  const dn = encodeURIComponent(domainOf(0))
  await page.goto(`/history/timeline/?saved_query_id=${query}`)
  await page.getByRole('combobox', { name: 'Object', exact: true }).waitFor()
  const from = Date.now()
  await page.goto(`/history/timeline/?saved_query_id=${query}&dn=${dn}`)
  await page.getByRole('grid', { name: 'Timeline' }).waitFor()
  return { opened, rows, steps, hurried, timeline: Date.now() - from, historyElements }
}

const CHANGES = `document.querySelector('[role=table][aria-label="Changes"]')`

async function lookAtComparison(watched: WatchedPage, large: Captured) {
  const { page } = watched
  // The newest capture is the first in the list.
  const spread = await compare(watched, large, [0, 1])
  const compared = await compare(watched, large, [1, 2])
  await page.waitForLoadState('networkidle')
  const elements = await page.evaluate<number>(`document.querySelectorAll('*').length`)
  const frames = await page.evaluate<readonly number[]>(scrollFrames(CHANGES))
  const task = await page.evaluate<number>('window.longestTask')
  return { spread, compared, elements, frames, task, heap: await heapMb(watched) }
}

/** Milliseconds from the click in the history to the first change that is seen. */
async function compare({ page }: WatchedPage, { query, captures }: Captured, places: readonly number[]) {
  await page.goto(`/history/?saved_query=${query}`)
  const boxes = page.getByRole('table', { name: 'Captures' }).locator('tbody').getByRole('checkbox')
  for (const place of places) await boxes.nth(place).check()
  await page.waitForLoadState('networkidle')
  await page.evaluate(watchLongTasks)
  await page.evaluate(
    `[...document.querySelectorAll('button')].find((one) => one.textContent.startsWith('Compare 2')).id = 'bench-compare'`,
  )
  const taken = await page.evaluate<number>(
    clickUntil('#bench-compare', `${CHANGES}?.querySelector('[role=row] del, [role=row] ins')`),
  )
  const compared = places.every((place) => page.url().includes(captures.toReversed()[place]!))
  if (!compared) throw new Error(`compared something else: ${page.url()}`)
  return taken
}

function linesOf(figures: readonly Figures[], captures: number): readonly Line[] {
  const line = (what: string, name: Figure, format: (value: number) => string, most: number): Line => {
    const values = figures.map((one) => one[name])
    return { what, heddle: spread(values, format), target: `at most ${format(most)}`, passed: median(values) <= most }
  }
  const number = (value: number): string => value.toFixed(0)
  const p95Line = (what: string, values: readonly number[], most: number): Line => ({
    what,
    heddle: `${ms(percentile(values, 0.95))} (median ${ms(median(values))})`,
    target: `at most ${ms(most)}`,
    passed: percentile(values, 0.95) <= most,
  })
  const large = `${HISTORY.rows.toLocaleString('en')} rows, ${CHANGED.toLocaleString('en')} of a few tenants changed`
  return [
    line(`history of ${captures} captures: from the click to heatmap and list`, 'opened', ms, 1000),
    line('history: rows of a moment, the first one', 'rows', ms, 1000),
    p95Line(
      `history: a step of the slider over ${HISTORY.domains.toLocaleString('en')} rows, p95`,
      figures.flatMap(({ steps }) => steps),
      200,
    ),
    p95Line(
      'history: such a step right after another one, p95',
      figures.flatMap(({ hurried }) => hurried),
      400,
    ),
    line('history: elements of the page', 'historyElements', number, 2500),
    line(`timeline of an object over ${captures} captures, the page with it`, 'timeline', ms, 1300),
    line(`compare ${large}: from the click to the first change`, 'compared', ms, 1500),
    line('compare: the same, spread over all tenants', 'spread', ms, 1500),
    p95Line(
      'compare: frames while scrolling, p95',
      figures.flatMap(({ frames }) => frames),
      20,
    ),
    line('compare: longest task of the page', 'task', ms, 100),
    line('compare: heap of page and worker', 'heap', mb, 250),
    line('compare: elements of the page', 'elements', number, 2500),
  ]
}
