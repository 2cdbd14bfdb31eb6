import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, type WatchedPage } from '../browser.ts'
import { assetsOfForm, SCRIPT_BUDGETS } from '../script-budgets.ts'
import { saveAndRun, startWebUi, type WebUi } from '../web-ui.ts'

// Bytes do not depend on the machine, so they are a story; `npm run bench -- --only web` counts the same, and times.
const DIST = fileURLToPath(new URL('../../web/dist', import.meta.url))
/** Without workers, which have budgets of their own. */
const SCRIPTS = `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  .filter((name) => name.endsWith('.js') && name.startsWith('/assets/') && !name.includes('worker'))`

describe.skipIf(chromiumPath === undefined)('the scripts that a page loads', () => {
  let ui: WebUi
  let query: string
  let signIn: ReadonlyMap<string, number>
  beforeAll(async () => {
    ui = await startWebUi()
    ;({ query } = await saveAndRun(ui))
    const watched = await ui.open('/login')
    await watched.page.getByLabel('Username').waitFor()
    await watched.page.waitForFunction(`${SCRIPTS}.some((name) => name.includes('/shell-'))`)
    await watched.page.waitForLoadState('networkidle')
    signIn = await sizesOf(await scriptsOf(watched))
  })
  afterAll(() => ui.stop())

  it('keep to the budget on the page to sign in, and bring what comes after it', async () => {
    const form = await sizesOf([...(await assetsOfForm(ui.runs.app.url))].filter((name) => name.endsWith('.js')))
    expect(total(form), list(form)).toBeLessThan(SCRIPT_BUDGETS.form)
    expect(total(signIn), list(signIn)).toBeLessThan(SCRIPT_BUDGETS.signIn)
    expect(signIn.size).toBeGreaterThan(form.size)
  })

  it.each([
    ['Tenants', () => `/queries/saved-queries/${query}/`],
    ['Queries', () => '/queries/saved-queries/'],
    ['History', () => `/history/?saved_query=${query}`],
    ['Classes', () => '/mim/class/fvBD/'],
    ['Compare', () => '/history/compare/'],
  ])('keep to the budget on the page %s, beyond those', async (title, path) => {
    const watched = await ui.opened(path(), title)
    await watched.page.waitForLoadState('networkidle')
    const sizes = await sizesOf((await scriptsOf(watched)).filter((name) => !signIn.has(name)))
    expect(total(sizes), list(sizes)).toBeLessThan(SCRIPT_BUDGETS.page)
  })
})

const scriptsOf = ({ page }: WatchedPage): Promise<readonly string[]> => page.evaluate<string[]>(SCRIPTS)

/** As they are sent: compressed where the build did it. */
async function sizesOf(names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const size = (path: string) => stat(path).then(({ size: bytes }) => bytes)
  const sizes = names.map(
    async (name) => [name, await size(`${DIST}${name}.br`).catch(() => size(`${DIST}${name}`))] as const,
  )
  return new Map(await Promise.all(sizes))
}

const total = (sizes: ReadonlyMap<string, number>): number =>
  [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1000

const list = (sizes: ReadonlyMap<string, number>): string =>
  [...sizes].map(([name, size]) => `${name} ${String(size)}`).join('\n')
