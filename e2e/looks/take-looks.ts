import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { launchBrowser, openTab, profilesIn, type TestBrowser, type WatchedPage } from '../browser.ts'
import { lostInForcedColours } from '../forced-colours.ts'
import { barriers } from '../web-ui.ts'
import { ACCOUNT, type Facts } from './facts.ts'
import type { Look } from './look.ts'
import { setClockBack } from './pictured-at.ts'
import { hidePassing, pictureAtRest, watchRequests } from './settle.ts'

type Theme = 'light' | 'dark'
type Options = {
  readonly url: string
  readonly folder: string
  readonly looks: readonly Look[]
  readonly facts: Facts
  /** One picture each, wide and light, under the name that the documents use. */
  readonly isForDocs: boolean
  /** Every width that people have, instead of two. */
  readonly isEveryWidth: boolean
  /** The colours that the system forces on a page. */
  readonly isForced: boolean
  /** For the pictures that are compared: two widths, and no times, which pass. */
  readonly isCompared: boolean
  /** How far the clock of the demo is behind. */
  readonly behindMs: number
  /** Reads each state with axe, in both themes, and in forced colours; one picture each. */
  readonly isForBarriers: boolean
}
type View = { readonly theme: Theme; readonly width: number; readonly height: number }

const WIDE = { width: 1440, height: 900 }
const MIDDLE = { width: 768, height: 1024 }
const NARROW = { width: 390, height: 844 }
/** A large screen, a small laptop, and a laptop at twice the size. */
const OTHERS = [
  { width: 1920, height: 1080 },
  { width: 1024, height: 768 },
  { width: 720, height: 450 },
]
const SETTLED_MS = 300
/** The machine may be busy. */
const PATIENCE_MS = 30_000
const MOST_BYTES_IN_DOCS = 200_000

/** Takes all pictures; returns what could not be reached, and what the browser complained about. */
export async function takeLooks(options: Options): Promise<readonly string[]> {
  const { url, folder, looks, isForDocs } = options
  const chromium = await launchBrowser()
  const browser = profilesIn(chromium)
  const faults: string[] = []
  try {
    const inside = await signedIn(browser, url)
    for (const look of looks) {
      for (const view of viewsOf(look, options)) {
        const file = join(folder, isForDocs ? look.docs! : `${look.name}-${view.theme}-${view.width}.png`)
        const context = look.isSignedOut ? (await browser.open({ baseURL: url })).context : inside
        faults.push(...(await take({ ...options, context, look, view, file })))
        if (look.isSignedOut) await context.close()
        if (isForDocs) faults.push(...(await tooLarge(file)))
      }
      console.log(look.name)
    }
  } finally {
    await chromium.close()
  }
  return faults
}

function viewsOf(
  { onlyWide = false }: Look,
  { isForDocs, isEveryWidth, isForced, isCompared, isForBarriers }: Options,
): readonly View[] {
  if (isForDocs || isForBarriers) return [{ theme: 'light', ...WIDE }]
  if (isForced) return [{ theme: 'dark', ...WIDE }]
  const sizes = onlyWide
    ? [WIDE]
    : isCompared
      ? [WIDE, NARROW]
      : [WIDE, MIDDLE, NARROW, ...(isEveryWidth ? OTHERS : [])]
  return (['light', 'dark'] as const).flatMap((theme) => sizes.map((size) => ({ theme, ...size })))
}

async function signedIn(browser: TestBrowser, url: string): Promise<BrowserContext> {
  const { page, context } = await browser.open({ baseURL: url, viewport: WIDE, reducedMotion: 'reduce' })
  await page.goto('/login')
  await page.getByLabel('Username').fill(ACCOUNT.username)
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(({ pathname }) => pathname !== '/login')
  await page.close()
  return context
}

type Shot = {
  readonly context: BrowserContext
  readonly url: string
  readonly look: Look
  readonly view: View
  readonly facts: Facts
  readonly file: string
} & Pick<Options, 'isForced' | 'isCompared' | 'behindMs' | 'isForBarriers'>

/** What is not reached is pictured too: the picture says why. */
async function take({ context, url, look, view, facts, file, ...choices }: Shot): Promise<readonly string[]> {
  const { theme, ...size } = view
  const watched = await openTab(context, url)
  const { page, complaints } = watched
  page.setDefaultTimeout(PATIENCE_MS)
  if (choices.behindMs > 0) await setClockBack(page, choices.behindMs)
  const requests = watchRequests(page)
  const faults: string[] = []
  try {
    await page.emulateMedia({
      ...{ colorScheme: theme, reducedMotion: 'reduce' },
      forcedColors: choices.isForced ? 'active' : 'none',
    })
    await page.setViewportSize(size)
    await look.before?.(page)
    await page.goto(typeof look.path === 'string' ? look.path : look.path(facts))
    if (choices.isCompared) await requests.ended()
    await look.act(page)
    if (!choices.isCompared) await page.waitForTimeout(SETTLED_MS)
    if (await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'))
      faults.push(`${file}: scrolls sideways`)
    if (choices.isForBarriers) faults.push(...(await barriersOf(watched)).map((one) => `${look.name}: ${one}`))
  } catch (error: unknown) {
    faults.push(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
  }
  if (choices.isCompared) {
    await requests.ended()
    await hidePassing(page)
    await writeFile(file, await pictureAtRest(page))
  } else await page.screenshot({ path: file })
  await context.setOffline(false)
  await page.close()
  return [...faults, ...complaints.filter((text) => !PROVOKED.test(text)).map((text) => `${file}: ${text}`)]
}

const barriersOf = async (watched: WatchedPage): Promise<readonly string[]> => [
  ...(await barriers(watched)),
  ...(await lostInForcedColours(watched.page)),
]

/** A browser reports each failed request; a state that shows one provokes it. */
const PROVOKED = /Failed to load resource|net::ERR_|WebSocket/

async function tooLarge(file: string): Promise<readonly string[]> {
  const { size } = await stat(file)
  return size > MOST_BYTES_IN_DOCS
    ? [`${file}: ${Math.round(size / 1000)} kB, at most ${MOST_BYTES_IN_DOCS / 1000} kB`]
    : []
}
