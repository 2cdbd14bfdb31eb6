import type { Page } from 'playwright-core'

/**
 * Counts components that React renders, in the build that users get: React offers each commit to what looks like its
 * developer tools. A function of the page, as text, because stories have no types of it.
 */
const HOOK = `(() => {
  const RENDERED = 1
  // Functions, forwarded references, and memo in its two forms.
  const COMPONENTS = new Set([0, 11, 14, 15])
  const count = (fiber, before) => {
    if (fiber === before) return 0
    let rendered = COMPONENTS.has(fiber.tag) && (fiber.flags & RENDERED) !== 0 ? 1 : 0
    if (before && fiber.child === before.child) return rendered
    for (let child = fiber.child; child; child = child.sibling) rendered += count(child, child.alternate)
    return rendered
  }
  window.renderedComponents = 0
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount: () => {},
    onPostCommitFiberRoot: () => {},
    onCommitFiberRoot: (_renderer, { current }) => {
      window.renderedComponents += count(current, current.alternate)
    },
  }
})()`

/** From the next page on, renders are counted. */
export async function watchRenders(page: Page): Promise<void> {
  await page.addInitScript(HOOK)
}

/** How many components were rendered while something was done. */
export async function rendersDuring(page: Page, act: () => Promise<void>): Promise<number> {
  const read = () => page.evaluate<number>('window.renderedComponents')
  const before = await read()
  await act()
  return (await read()) - before
}
