import type { TestBrowser, WatchedPage } from '@heddle/e2e/browser.ts'
import { type Line, ms } from '../measurement.ts'
import { percentile } from '../statistics.ts'
import { storeQuery, type TestServer } from '../test-server.ts'
import { afterFrames, framesSeen, watchFrames, watchKeys, watchLongTasks } from './page-functions.ts'
import { signInOn } from './signed-in.ts'
import { untilQuiet } from './until-quiet.ts'

type Given = { readonly browser: TestBrowser; readonly server: TestServer; readonly rounds: number }
type Page = WatchedPage['page']
type Act = (page: Page) => Promise<void>
type Place = { readonly x: number; readonly y: number }

const SIZES = [200, 300]
/** Nothing is run. */
const NOBODY = 'http://127.0.0.1:9'
const MOST_MS = 20
const MOST_KEY_MS = 200
const MOST_TASK_MS = 100
const KEYS = 20
/** As a hand moves in a second or so. */
const MOVES = 60
const WEB = { width: 1440, height: 900 }

/** Frames of a large canvas: all of it in view first, as `0` shows it, then at the size in which it is read. */
export async function measureCanvas({ browser, server, rounds }: Given): Promise<readonly Line[]> {
  const lines: Line[] = []
  for (const size of SIZES) {
    const query = await storeCanvas(server, size)
    const frames = new Map<string, number[]>()
    const [keys, tasks]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      const watched = await openCanvas(browser, server.url, query)
      for (const { view, what, act } of ACTS) {
        const measured = await measureAct(watched.page, view, act)
        frames.set(what, [...(frames.get(what) ?? []), ...measured])
      }
      const typed = await typeInFilter(watched.page)
      keys.push(...typed.keys)
      tasks.push(typed.longest)
      await watched.context.close()
    }
    lines.push(...[...frames].map(([what, times]) => frameLine(`canvas of ${size} nodes: ${what}`, times)))
    lines.push(...keyLines(`canvas of ${size} nodes: a key in a filter`, keys, tasks))
  }
  return lines
}

/** Each class has the eight that follow below it; most have a filter and properties, as in queries that people keep. */
async function storeCanvas(server: TestServer, size: number): Promise<string> {
  const nodes = Array.from({ length: size }, (_, index) => ({
    id: `n${index}`,
    class_name: index === 0 ? 'fvTenant' : 'fvSubnet',
    primary: index === 0,
    properties: index % 3 === 0 ? [] : ['ip', 'scope', 'descr'],
    filters: index % 2 === 0 ? [] : [{ property: 'ip', operator: 'starts_with', value: `10.${index % 250}.` }],
    position: { x: (index % 20) * 300, y: Math.floor(index / 20) * 180 },
  }))
  const edges = nodes.slice(1).map(({ id }, index) => ({
    id: `e${index}`,
    source: `n${index >> 3}`,
    target: id,
    kind: 'contains',
  }))
  const execute = await storeQuery(server, NOBODY, nodes, `${size} nodes`, edges)
  return execute.replace('/api', '').replace('execute/', '')
}

async function openCanvas(browser: TestBrowser, url: string, query: string): Promise<WatchedPage> {
  const watched = await browser.open({ baseURL: url, viewport: WEB })
  await watched.page.goto('/login')
  await signInOn(watched)
  await watched.page.goto(query)
  await watched.page.getByRole('img', { name: 'Map of the canvas' }).waitFor()
  await watched.page.waitForLoadState('networkidle')
  return watched
}

type View = 'all in view' | 'to be read'

const ACTS: readonly { readonly view: View; readonly what: string; readonly act: Act }[] = (
  ['all in view', 'to be read'] as const
).flatMap((view) => [
  { view, what: `${view}, panning`, act: pan },
  { view, what: `${view}, zooming`, act: zoom },
  { view, what: `${view}, dragging a class`, act: drag },
])

async function pan(page: Page): Promise<void> {
  const { x, y } = await freePlace(page)
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= MOVES; step++) await page.mouse.move(x - step * 4, y - step * 2)
  await page.mouse.up()
}

async function zoom(page: Page): Promise<void> {
  const { x, y } = await freePlace(page)
  await page.mouse.move(x, y)
  for (let step = 0; step < MOVES; step++) await page.mouse.wheel(0, step % 20 < 10 ? -40 : 40)
}

async function drag(page: Page): Promise<void> {
  const { x, y } = await page.evaluate<Place>(placeOf('.react-flow__node'))
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= MOVES; step++) await page.mouse.move(x + step * 3, y + step * 2)
  await page.mouse.up()
}

const freePlace = (page: Page) => page.evaluate<Place>(placeOf('.react-flow__pane'))

/** Somewhere near the middle of the canvas where nothing but such an element is under the hand. */
const placeOf = (selector: string): string => `(() => {
  const { left, top, width, height } = document.querySelector('.react-flow').getBoundingClientRect()
  for (let far = 0; far < 0.4; far += 0.01)
    for (const [across, down] of [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [1, -1], [-1, -1]]) {
      const [x, y] = [left + width * (0.5 + far * across), top + height * (0.5 + far * down)]
      if (document.elementFromPoint(x, y)?.closest('.react-flow__handle, .react-flow__node, .react-flow__edge, .react-flow__pane')?.matches('${selector}')) return { x, y }
    }
  throw new Error('no place for ${selector}')
})()`

/** All of it, or as large as words are elsewhere on the page. */
async function show(page: Page, view: View): Promise<void> {
  await page.getByRole('application').focus()
  await page.keyboard.press('0')
  if (view === 'to be read') while (await page.evaluate<boolean>(`${ZOOM} < 0.95`)) await page.keyboard.press('+')
  await page.evaluate(afterFrames(10))
}

const ZOOM = `new DOMMatrix(getComputedStyle(document.querySelector('.react-flow__viewport')).transform).a`

async function measureAct(page: Page, view: View, act: Act): Promise<readonly number[]> {
  await show(page, view)
  await page.evaluate(watchFrames)
  await act(page)
  return page.evaluate<number[]>(framesSeen)
}

/** From each key until it is drawn, as the browser tells it, which leaves out what takes less than a frame. */
async function typeInFilter(page: Page): Promise<{ readonly keys: readonly number[]; readonly longest: number }> {
  await show(page, 'to be read')
  await page.locator('.react-flow__node[data-id="n1"]').focus()
  await page.keyboard.press('Enter')
  const value = page.getByRole('group', { name: 'Filter 1', exact: true }).getByRole('textbox', { name: 'Value' })
  await value.focus()
  await page.evaluate(watchKeys)
  await page.evaluate(watchLongTasks)
  for (let typed = 0; typed < KEYS; typed++) {
    await page.keyboard.press(String(typed % 10))
    await page.evaluate(afterFrames(6))
  }
  await untilQuiet(page)
  return {
    keys: await page.evaluate<number[]>('window.seenKeys'),
    longest: await page.evaluate<number>('window.longestTask'),
  }
}

function keyLines(what: string, keys: readonly number[], tasks: readonly number[]): readonly Line[] {
  const p98 = keys.length === 0 ? 0 : percentile(keys, 0.98)
  const longest = Math.max(...tasks)
  const target = (most: number) => `at most ${ms(most)}`
  return [
    {
      what: `${what}, until it is drawn, p98`,
      heddle: ms(p98),
      target: target(MOST_KEY_MS),
      passed: p98 <= MOST_KEY_MS,
    },
    {
      what: `${what}, longest task`,
      heddle: ms(longest),
      target: target(MOST_TASK_MS),
      passed: longest <= MOST_TASK_MS,
    },
  ]
}

function frameLine(what: string, times: readonly number[]): Line {
  const p95 = percentile(times, 0.95)
  const heddle = `${ms(p95)} (median ${ms(percentile(times, 0.5))}, p99 ${ms(percentile(times, 0.99))})`
  return { what: `${what}, p95`, heddle, target: `at most ${MOST_MS} ms`, passed: p95 <= MOST_MS }
}
