/** The part of the drawing that an element belongs to. */
export type FocusedPart = { readonly kind: 'node' | 'edge'; readonly id: string }

export function partAt(element: EventTarget | Element | null): FocusedPart | undefined {
  const found = element instanceof Element ? element.closest<HTMLElement>('.react-flow__node, .react-flow__edge') : null
  const id = found?.getAttribute('data-id')
  return found && typeof id === 'string'
    ? { kind: found.matches('.react-flow__node') ? 'node' : 'edge', id }
    : undefined
}

export function focusPart(board: HTMLElement | null, { kind, id }: FocusedPart): boolean {
  const found = board?.querySelector<HTMLElement>(`.react-flow__${kind}[data-id="${CSS.escape(id)}"]`)
  found?.focus()
  return found !== null && found !== undefined
}

const FOCUSABLE = 'input, select, textarea, button, a[href], [tabindex]:not([tabindex="-1"])'

/** Leads to what is selected, once the inspector shows it. */
export function focusInspector(): void {
  requestAnimationFrame(() => {
    const inspector = document.querySelector<HTMLElement>('aside[aria-label="Inspector"]')
    const first = [...(inspector?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].find(
      (element) => !element.matches(':disabled') && element.offsetParent !== null,
    )
    if (!first) inspector?.setAttribute('tabindex', '-1')
    const found = first ?? inspector
    found?.focus()
  })
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
