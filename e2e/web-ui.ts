import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, BrowserContextOptions, Page, ViewportSize } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { generateModel } from '@heddle/simulators/registry/generate-model.ts'
import { installModel } from '@heddle/server/testing/mim/install-model.ts'
import { perWorker } from '@heddle/server/testing/per-worker.ts'
import { addSmallFabric } from '@heddle/server/testing/small-fabric.ts'
import { CONNECTIONS, type Runs, startRuns } from '@heddle/server/testing/start-runs.ts'
import { ADMIN } from '@heddle/server/testing/start-test-app.ts'
import { openTab, startBrowser, type WatchedPage } from './browser.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Of what passes, axe would describe every element, which takes longer than finding what is wrong. */
const AXE_RUN = "axe.run({ resultTypes: ['violations'] })"
/** What another theme can change. */
const AXE_RUN_COLOURS = "axe.run({ resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] })"

export type WebUi = Awaited<ReturnType<typeof startWebUi>>
export type Theme = 'light' | 'dark'
type Given = { readonly username?: string; readonly theme?: Theme; readonly viewport?: ViewportSize }
type Settings = Readonly<Record<string, string>>
type Options = {
  readonly env?: Settings
  /** Stories that show whole lists, or change what all see, have a server of their own; so have those with settings. */
  readonly alone?: boolean
}

/**
 * The whole server with the web UI, a simulated controller with a small fabric, a class model, and a browser. The files
 * of a worker share server and browser, each with its own profiles.
 */
export async function startWebUi({ env, alone = env !== undefined }: Options = {}) {
  const runs = alone ? await startServer(env) : await serverOfWorker()
  const browser = await startBrowser()

  const open = async (path: string, options: BrowserContextOptions = {}): Promise<WatchedPage> => {
    const watched = await browser.open({
      baseURL: runs.app.url,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      viewport: { width: 1440, height: 900 },
      ...options,
    })
    await watched.page.goto(path)
    return watched
  }

  // Signing in takes seconds, so the pages of a user share a profile; what one page changes there, the next one sees.
  const profiles = new Map<string, Promise<BrowserContext>>()
  const profileOf = (username: string): Promise<BrowserContext> => {
    const known = profiles.get(username) ?? signedIn(username)
    profiles.set(username, known)
    return known
  }
  const signedIn = async (username: string): Promise<BrowserContext> => {
    const watched = await open('/login')
    await signIn(watched, username)
    await watched.page.waitForURL((url) => url.pathname !== '/login')
    await watched.page.close()
    return watched.context
  }

  return {
    runs,
    /** A page in a browser of its own, before anybody signed in. */
    open,
    /** A page as a signed-in user sees it, the administrator if nobody else is named. */
    opened: async (
      path: string,
      title: string,
      { username = ADMIN.username, theme, viewport }: Given = {},
    ): Promise<WatchedPage> => {
      const watched = await openTab(await profileOf(username), runs.app.url)
      onTestFinished(() => watched.page.close())
      if (theme) await watched.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      if (viewport) await watched.page.setViewportSize(viewport)
      await watched.page.goto(path)
      await heading(watched, title)
      return watched
    },
    stop: async () => {
      await browser.close()
      if (alone) await runs.stop()
    },
  }
}

async function startServer(env: Settings = {}): Promise<Runs> {
  const runs = await startRuns({ webUiFolder: `${ROOT}web/dist`, env })
  addSmallFabric(runs.controller.store)
  // What a page asks when nobody chose: a story that adds a connection changes nothing for the ones after it.
  await runs.app.admin.patch(`${CONNECTIONS}${runs.connection}/`, { is_default: true })
  const model = generateModel({ classes: 400 })
  await installModel(
    runs.app.app,
    model.classNames.map((name) => model.document(name)!),
  )
  return runs
}

/** The users of a server are signed in once, for 15 minutes: the longest file needs three of them. */
const MOST_MS = 6 * 60_000

const serverOfWorker = perWorker(
  () => startServer(),
  (runs) => runs.stop(),
  MOST_MS,
)

export async function signIn({ page }: WatchedPage, username: string = ADMIN.username): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(ADMIN.password)
  await page.keyboard.press('Enter')
}

/** A query of tenants, and a run of it. */
export async function saveAndRun({ runs }: WebUi): Promise<{ readonly query: string; readonly run: string }> {
  const query = await runs.save({ name: 'Tenants', nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }] })
  return { query, run: (await runs.execute(query)).body.execution_id }
}

/** Waits for the page with this heading. */
export const heading = ({ page }: WatchedPage, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor()

/** Halfway through a transition, a button can have the colour of its text. */
const AT_REST = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished))`

/** A page that follows the system draws the other theme in its next frame. */
const DRAWN = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'

/**
 * What axe finds wrong with the page once it has come to rest, and what it finds wrong with its colours in the other
 * theme: every page and dialog that is looked at in one is looked at in both.
 */
export async function barriers({ page }: WatchedPage): Promise<readonly string[]> {
  await page.evaluate(AXE)
  const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches")
  const [given, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  const found = await violations(page, AXE_RUN)
  await page.emulateMedia({ colorScheme: other })
  await page.evaluate(DRAWN)
  const inOther = await violations(page, AXE_RUN_COLOURS)
  await page.emulateMedia({ colorScheme: given })
  return [...found, ...inOther.map((one) => `${other}: ${one}`)]
}

async function violations(page: Page, run: string): Promise<readonly string[]> {
  await page.evaluate(AT_REST)
  const found = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(run)
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}
