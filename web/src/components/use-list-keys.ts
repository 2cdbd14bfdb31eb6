import { type RefObject, useEffect } from 'react'
import { useHasSingleKeys } from '../lib/session/preferences.ts'
import { nextRow } from './next-row.ts'

/** Rows are elements with `data-row`; what opens one is its first link, else its first button. */
const ROW = '[data-row]'

/**
 * `J` and `K` lead through the rows of a list, `Enter` opens one, `X` selects it; not while one types, and not for
 * users who switched single letters off.
 */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  const hasSingleKeys = useHasSingleKeys()
  useEffect(() => {
    if (!hasSingleKeys) return
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isElsewhere(event.target)) return
      const rows = [...(list.current?.querySelectorAll<HTMLElement>(ROW) ?? [])]
      const current = rows.findIndex((row) => row.contains(document.activeElement))
      const step = STEPS[event.key]
      if (step !== undefined) {
        const next = nextRow(rows.length, current, step)
        if (next === undefined) return
        event.preventDefault()
        openerOf(rows[next]!)?.focus()
        rows[next]!.scrollIntoView({ block: 'nearest' })
      } else if (event.key === 'x' && current >= 0)
        rows[current]!.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [list, hasSingleKeys])
}

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 }

/** In a field, a dialog or a menu, a letter is a letter. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox'
  return target.isContentEditable || target.closest('textarea, select, [role="dialog"], [role="menu"]') !== null
}

const openerOf = (row: HTMLElement): HTMLElement | null =>
  row.querySelector<HTMLElement>('a[href]') ?? row.querySelector('button')
