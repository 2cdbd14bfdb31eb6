import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** What is another each time: instants, carets, and whatever says so. */
const PASSING = 'time, [data-passing] { visibility: hidden !important } * { caret-color: transparent !important }'

/** Some states hold a request open for as long as they are looked at. */
const LONGEST_REQUESTS_MS = 4_000
const LOOK_MS = 50
const STILL_MS = 200
const MOST_PICTURES = 20

/** Texts that are other ones each time, by what is shown instead: ids, ports, durations, ages and times of day. */
const CHANGING: readonly (readonly [pattern: string, shown: string])[] = [
  ['[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', '00000000-0000-4000-8000-000000000000'],
  ['(127\\.0\\.0\\.1|localhost):\\d{4,5}', '127.0.0.1:0000'],
  ['\\b\\d+(\\.\\d+)?\\s?(ms|s)\\b', '0 ms'],
  ['\\b\\d+ (seconds?|minutes?) ago\\b', '0 minutes ago'],
  ['\\b([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?\\b', '00:00'],
]

/**
 * Hides what passes, from now on. A sheet that a script makes is the one kind that the policy of the pages allows, and
 * texts are replaced again whenever the page writes them.
 */
export const hidePassing = (page: Page): Promise<unknown> =>
  page.evaluate(`{
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(${JSON.stringify(PASSING)})
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    const changing = ${JSON.stringify(CHANGING)}.map(([pattern, shown]) => [new RegExp(pattern, 'g'), shown])
    const still = (text) => changing.reduce((before, [pattern, shown]) => before.replace(pattern, shown), text)
    const settle = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const text = still(node.data)
        if (text !== node.data) node.data = text
      }
      for (const input of document.querySelectorAll('input, textarea')) {
        const text = still(input.value)
        if (text !== input.value) input.value = text
      }
    }
    settle()
    new MutationObserver(settle).observe(document.body, { subtree: true, childList: true, characterData: true })
  }`)

/** Counts what a page has asked for; `ended` waits until all of it was answered. */
export function watchRequests(page: Page) {
  let open = 0
  page.on('request', () => (open += 1))
  page.on('requestfinished', () => (open -= 1))
  page.on('requestfailed', () => (open -= 1))
  return {
    ended: async (): Promise<void> => {
      const endsAt = performance.now() + LONGEST_REQUESTS_MS
      while (open > 0 && performance.now() < endsAt) await pause(LOOK_MS)
    },
  }
}

/** The first picture that looks like the one before: layout, fonts and answers may come one after the other. */
export async function pictureAtRest(page: Page): Promise<Buffer> {
  let before = await page.screenshot({ animations: 'disabled' })
  for (let taken = 1; taken < MOST_PICTURES; taken += 1) {
    await pause(STILL_MS)
    const after = await page.screenshot({ animations: 'disabled' })
    if (after.equals(before)) return after
    before = after
  }
  return before
}
