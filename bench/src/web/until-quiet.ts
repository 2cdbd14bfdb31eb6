import type { WatchedPage } from '@heddle/e2e/browser.ts'

/** Longer than the page waits before it reads ahead. */
const QUIET_MS = 400

/** Resolves once nothing was on its way for a while. The state `networkidle` is about the first load only. */
export function untilQuiet(page: WatchedPage['page']): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = new Set<object>()
  let timer = setTimeout(resolve, QUIET_MS)
  const asked = (request: object) => {
    waiting.add(request)
    clearTimeout(timer)
  }
  const ended = (request: object) => {
    waiting.delete(request)
    clearTimeout(timer)
    if (waiting.size === 0) timer = setTimeout(resolve, QUIET_MS)
  }
  page.on('request', asked).on('requestfinished', ended).on('requestfailed', ended)
  return promise.finally(() => page.off('request', asked).off('requestfinished', ended).off('requestfailed', ended))
}
