import type { Page } from 'playwright-core'

/** What is chosen among others, by how its state is said. */
const STATES = [
  '[role=tab][aria-selected]',
  '[role=radio][aria-checked]',
  'a[aria-current]',
  'button[aria-pressed]',
  'label:has(> input[type=radio])',
]

/**
 * For what is chosen and for one beside it that is not: whatever a system that forces its colours leaves to tell them
 * apart. A mark that is a colour only is gone; lights need a border.
 */
const LOOK = `((states) => {
  const lines = ['borderTopWidth', 'borderBottomWidth', 'borderInlineStartWidth', 'outlineStyle', 'textDecorationLine',
    'fontWeight', 'backgroundColor', 'color', 'borderTopColor', 'borderBottomColor', 'boxShadow']
  const ownLook = (element) => [null, '::before', '::after'].map((part) => {
    const style = getComputedStyle(element, part)
    return lines.map((line) => style[line])
  })
  // The mark may be on what is in it.
  const lookOf = (element) => JSON.stringify([element, ...element.children].map(ownLook))
  const isChosen = (element) =>
    ['aria-selected', 'aria-checked', 'aria-pressed'].some((name) => element.getAttribute(name) === 'true') ||
    (element.getAttribute('aria-current') ?? 'false') !== 'false' || element.querySelector(':scope > input:checked') !== null
  const lost = []
  for (const state of states) {
    for (const chosen of document.querySelectorAll(state)) {
      if (!isChosen(chosen) || chosen.offsetParent === null) continue
      const around = chosen.closest('[role=tablist], [role=radiogroup], nav, ul, div')
      const other = [...(around?.querySelectorAll(chosen.matches('a') ? 'a' : state) ?? [])].find((one) => one !== chosen && !isChosen(one))
      if (other && lookOf(chosen) === lookOf(other)) lost.push(state + ' ' + chosen.textContent.trim().slice(0, 40))
    }
  }
  for (const light of document.querySelectorAll('[class*=light] > [class*=dot]')) {
    const style = getComputedStyle(light)
    if (style.borderTopWidth === '0px' && style.forcedColorAdjust !== 'none') lost.push('light ' + light.parentElement.textContent)
  }
  return [...new Set(lost)]
})(${JSON.stringify(STATES)})`

/** What looks the same as its neighbours where the system forces its colours on the page. */
export async function lostInForcedColours(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const lost = await page.evaluate<readonly string[]>(LOOK)
  await page.emulateMedia({ forcedColors: 'none' })
  return lost
}
