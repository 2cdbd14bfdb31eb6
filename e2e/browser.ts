import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const PATH = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
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
export const chromiumPath: string | undefined = existsSync(PATH) ? PATH : undefined
if (chromiumPath === undefined)
  console.warn(`SKIPPED: stories in a browser, there is none at ${PATH} (Debian: apt install chromium; or set CHROMIUM_PATH)`)

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
  readonly close: () => Promise<void>
}

/** One browser for all stories of a file. */
export async function startBrowser(): Promise<TestBrowser> {
  if (chromiumPath === undefined) throw new Error('Chromium is not installed')
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ARGS })
  return { open: (options) => openPage(browser, options), close: () => browser.close() }
}

async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext(options)
  const complaints: string[] = []
  await reportPolicyViolations(context, complaints)
  watchConsole(context, complaints)
  if (options.baseURL !== undefined) watchOrigins(context, new URL(options.baseURL).origin, complaints)
  return { page: await context.newPage(), context, complaints }
}

/** As the page itself sees them: workers and blocked styles do not always reach the console. */
async function reportPolicyViolations(context: BrowserContext, complaints: string[]): Promise<void> {
  await context.exposeFunction('heddleReport', (text: string) => complaints.push(text))
  await context.addInitScript(
    `addEventListener('securitypolicyviolation', (event) =>
      heddleReport('policy: ' + event.effectiveDirective + ' refuses ' + event.blockedURI))`,
  )
}

function watchConsole(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`))
}

function watchOrigins(context: BrowserContext, origin: string, complaints: string[]): void {
  context.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (/^https?:$/.test(protocol) && asked !== origin) complaints.push(`request to another server: ${request.url()}`)
  })
}
