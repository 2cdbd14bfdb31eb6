import { type RefObject, useLayoutEffect } from 'react'

/**
 * Gives the focus back to what had it when something opened, once that is gone. Where that no longer exists, the title
 * of the page gets it: with the focus on nothing, keys do nothing and a screen reader starts over.
 */
export function useFocusBack(isOpen: boolean, content: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const before = document.activeElement
    // Known only now: the element is gone by the time of the return.
    const frame = content.current
    return () => {
      const closing = frame?.closest('[role="dialog"], [role="menu"]')
      requestAnimationFrame(() => {
        const focused = document.activeElement
        const isElsewhere = focused !== null && focused !== document.body && !closing?.contains(focused)
        if (isElsewhere) return
        const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body
        const target = isThere ? before : document.querySelector<HTMLElement>('main h1')
        target?.focus({ preventScroll: true })
      })
    }
  }, [isOpen, content])
}
