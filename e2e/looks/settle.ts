import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/**
 * What is another each time: instants, secrets, lines of durations, how far a log has followed, carets, and whatever
 * says so.
 */
const PASSING = `
  time, [role=log], img[alt="QR code"], svg[viewBox="0 0 56 16"], [data-passing] { visibility: hidden !important }
  * { caret-color: transparent !important }`

/** Some states hold a request open for as long as they are looked at. */
const LONGEST_REQUESTS_MS = 4_000
const LOOK_MS = 50
/** Longer than a page waits before it asks the server about what was typed. */
const STILL_MS = 500
const MOST_PICTURES = 20

/**
 * Texts that are other ones each time, by what is shown instead: ids, ports, durations, ages, sizes, commits, secrets
 * and times of day.
 */
const CHANGING: readonly (readonly [pattern: string, shown: string])[] = [
  ['[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', '00000000-0000-4000-8000-000000000000'],
  ['(127\\.0\\.0\\.1|localhost):\\d{4,5}', '127.0.0.1:0000'],
  ['\\b\\d+(\\.\\d+)?\\s?(ms|s)\\b', '0 ms'],
  ['\\b\\d+ (seconds?|minutes?) ago\\b', '0 minutes ago'],
  ['\\b\\d+ min\\b', '0 min'],
  ['\\b\\d+(\\.\\d+)? [kMG]B\\b', '0 MB'],
  ['\\b\\d+ of \\d+, \\d+ callers? waits?\\b', '0 of 1'],
  ['\\b[0-9a-f]{64}\\b', '0'.repeat(64)],
  ['\\b[0-9a-f]{10}\\b', '0000000000'],
  ['\\b([A-Z2-7]{4} ){3,}[A-Z2-7]{4}\\b', 'AAAA AAAA AAAA AAAA AAAA AAAA AAAA AAAA'],
  ['\\b([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?\\b', '00:00'],
]

/** Two packs have a check of this name: which comes first in a list is up to their ids. */
const TWINS = ['AES encryption of exports is off']

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
    const twins = ${JSON.stringify(TWINS)}
    const settle = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const text = still(node.data)
        if (text !== node.data) node.data = text
        const row = twins.includes(text) && node.parentElement.closest('tr, li, [role=row]')
        if (row) row.style.visibility = 'hidden'
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
