import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { perWorker } from '@heddle/server/testing/per-worker.ts'

// The shell is Chromium without windows: the same engine for a quarter less time of the processor.
const PATHS = process.env.CHROMIUM_PATH
  ? [process.env.CHROMIUM_PATH]
  : ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
// A root user in a container has neither a sandbox nor a screen, and nothing of the browser's own may reach out.
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The Chromium on this machine; stories are skipped if there is none. */
export const chromiumPath: string | undefined = PATHS.find((path) => existsSync(path))
if (chromiumPath === undefined)
  console.warn(
    `SKIPPED: stories in a browser, there is none at ${PATHS.join(' or ')} (Debian: apt install chromium-headless-shell; or set CHROMIUM_PATH)`,
  )

/** A page, and what the browser complained about while it was open. */
export type WatchedPage = {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors and warnings of the console, uncaught errors, violations of the policy, requests to other servers. */
  readonly complaints: readonly string[]
}

export type TestBrowser = {
  /** A fresh profile with one page; relative addresses are below `baseURL`. */
  readonly open: (options?: BrowserContextOptions) => Promise<WatchedPage>
  /** Closes its profiles. */
  readonly close: () => Promise<void>
}

/** For the stories of a file: profiles of their own, in the one browser of the worker. */
export const startBrowser = async (): Promise<TestBrowser> => profilesIn(await browserOfWorker())

export async function launchBrowser(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('Chromium is not installed')
  return chromium.launch({ executablePath: chromiumPath, args: ARGS })
}

const browserOfWorker = perWorker(launchBrowser, (browser) => browser.close())

export function profilesIn(browser: Browser): TestBrowser {
  const contexts: BrowserContext[] = []
  return {
    open: async (options = {}) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      return openTab(context, options.baseURL)
    },
    close: async () => void (await Promise.all(contexts.map((context) => context.close()))),
  }
}

/** Another page of the same profile. */
export async function openTab(context: BrowserContext, baseURL?: string): Promise<WatchedPage> {
  const page = await context.newPage()
  const complaints: string[] = []
  await reportPolicyViolations(page, complaints)
  watchConsole(page, complaints)
  if (baseURL !== undefined) watchOrigins(page, new URL(baseURL).origin, complaints)
  return { page, context, complaints }
}

/** As the page itself sees them: workers and blocked styles do not always reach the console. */
async function reportPolicyViolations(page: Page, complaints: string[]): Promise<void> {
  await page.exposeFunction('heddleReport', (text: string) => complaints.push(text))
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (event) =>
      heddleReport('policy: ' + event.effectiveDirective + ' refuses ' + event.blockedURI))`,
  )
}

function watchConsole(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
}

function watchOrigins(page: Page, origin: string, complaints: string[]): void {
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (/^https?:$/.test(protocol) && asked !== origin) complaints.push(`request to another server: ${request.url()}`)
  })
}
