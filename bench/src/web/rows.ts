import type { TestBrowser, WatchedPage } from '@heddle/e2e/browser.ts'
import { PORT_OBJECTS } from '../fabrics.ts'
import { type Line, mb, ms } from '../measurement.ts'
import { median, percentile, spread } from '../statistics.ts'
import { heapMb } from './heap.ts'
import { clickUntil, scrollFrames, watchLongTasks } from './page-functions.ts'
import { signInOn } from './signed-in.ts'

type Given = { readonly browser: TestBrowser; readonly url: string; readonly run: string; readonly rounds: number }

type Figures = Readonly<
  Record<'first' | 'all' | 'sort' | 'sortDn' | 'filter' | 'find' | 'task' | 'heap' | 'elements', number>
> & {
  readonly frames: readonly number[]
}

/** All rows of one large run, looked at as people do. */
export async function measureRows({ browser, url, run, rounds }: Given): Promise<readonly Line[]> {
  const figures: Figures[] = []
  for (let round = 0; round < rounds; round++) {
    const watched = await browser.open({ baseURL: url, viewport: { width: 1440, height: 900 } })
    await watched.page.goto('/login')
    await signInOn(watched)
    figures.push(await lookAt(watched, run))
    await watched.context.close()
  }
  const frames = figures.flatMap((one) => one.frames)
  const line = (
    what: string,
    name: Exclude<keyof Figures, 'frames'>,
    format: (value: number) => string,
    most: number,
  ): Line => {
    const values = figures.map((one) => one[name])
    return { what, heddle: spread(values, format), target: `at most ${format(most)}`, passed: median(values) <= most }
  }
  const p95 = percentile(frames, 0.95)
  return [
    line('rows: first ones, from the click', 'first', ms, 1000),
    line('rows: all of them', 'all', ms, 4000),
    line('rows: sort by a text, all different', 'sort', ms, 800),
    line('rows: sort by dn', 'sortDn', ms, 800),
    line('rows: filter by a value', 'filter', ms, 300),
    line('rows: find a text in all columns, with the pause in typing', 'find', ms, 300 + 250),
    {
      what: 'rows: frames while scrolling, p95 (p99)',
      heddle: `${ms(p95)} (${ms(percentile(frames, 0.99))})`,
      target: 'at most 20 ms',
      passed: p95 <= 20,
    },
    line('rows: longest task of the page', 'task', ms, 100),
    line('rows: heap of page and worker', 'heap', mb, 250),
    line('rows: elements of the page', 'elements', (value) => value.toFixed(0), 2500),
  ]
}

const GRID = `document.querySelector('[role=grid]')`
const FIRST = `${GRID}?.querySelector('[role=row][aria-rowindex="2"] [role=gridcell]')?.textContent`
const header = (name: string) => `[role=columnheader][aria-label="${name}"]`

async function lookAt(watched: WatchedPage, run: string): Promise<Figures> {
  const { page } = watched
  await page.goto('/queries/execution-logs/')
  await page.getByRole('table').waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(watchLongTasks)
  const [first, all] = await open(watched, run)
  const sort = await page.evaluate<number>(clickUntil(header('descr'), `${cellOf('descr')} === 'patched 0'`))
  const sortDn = await page.evaluate<number>(
    clickUntil(
      header('dn'),
      `${GRID}?.getAttribute('aria-activedescendant') && ${FIRST}?.includes('node-101/sys/phys-[eth1/1]')`,
    ),
  )
  const frames = await page.evaluate<readonly number[]>(scrollFrames(`${GRID}.parentElement`))
  const elements = await page.evaluate<number>(`document.querySelectorAll('*').length`)
  const filter = await filterBySpeed(watched)
  const find = await findText(watched)
  const task = await page.evaluate<number>('window.longestTask')
  return { first, all, sort, sortDn, filter, find, frames, task, heap: await heapMb(watched), elements }
}

/** The text in the first row below a name. */
const cellOf = (name: string): string => `(() => {
  const index = document.querySelector('${header(name)}')?.getAttribute('aria-colindex')
  return ${GRID}?.querySelector('[role=row][aria-rowindex="2"] [aria-colindex="' + index + '"]')?.textContent
})()`

async function open({ page }: WatchedPage, run: string): Promise<readonly [first: number, all: number]> {
  const isAll = `${GRID}?.getAttribute('aria-rowcount') === '${PORT_OBJECTS + 1}' && ${GRID}.getAttribute('aria-busy') === 'false'`
  const from = `window.clickedAt`
  await page.evaluate(`window.clickedAt = performance.now()`)
  const first = await page.evaluate<number>(clickUntil(`a[href*="${run}"]`, `(${FIRST} ?? '') !== ''`))
  const all = await page.evaluate<number>(`new Promise((resolve) => {
    const look = () => (${isAll} ? resolve(performance.now() - ${from}) : requestAnimationFrame(look))
    look()
  })`)
  return [first, all]
}

async function filterBySpeed({ page }: WatchedPage): Promise<number> {
  await page.evaluate(`${GRID}.parentElement.scrollLeft = 1e6`)
  await page.evaluate(`${GRID}.parentElement.scrollTop = 0`)
  await page
    .getByRole('gridcell', { name: /^(100G|25G)$/ })
    .first()
    .click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Filter by/ }).waitFor()
  await page.evaluate(
    `[...document.querySelectorAll('[role=menuitem]')].find((item) => item.textContent.startsWith('Filter by')).id = 'bench-filter'`,
  )
  return page.evaluate<number>(
    clickUntil('#bench-filter', `Number(${GRID}?.getAttribute('aria-rowcount')) <= ${PORT_OBJECTS / 2 + 100}`),
  )
}

async function findText({ page }: WatchedPage): Promise<number> {
  const before = await page.evaluate<string>(`${GRID}.getAttribute('aria-rowcount')`)
  await page.getByRole('searchbox', { name: 'Find in rows' }).focus()
  await page.evaluate(`window.typedAt = performance.now()`)
  await page.keyboard.insertText('phys-[eth1/9')
  return page.evaluate<number>(`new Promise((resolve) => {
    const look = () => (${GRID}.getAttribute('aria-rowcount') === '${before}' ? requestAnimationFrame(look) : resolve(performance.now() - window.typedAt))
    look()
  })`)
}
