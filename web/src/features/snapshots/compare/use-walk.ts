import { useEffect } from 'react'
import { useHandler } from '../../../lib/use-handler.ts'

/** `[` and `]` lead to the change before and after, wherever the focus is but in a field. Esc closes the row. */
export function useWalkKeys(onWalk: (step: number) => void, onClose: (() => void) | undefined): void {
  const walk = useHandler(onWalk)
  const close = useHandler(() => onClose?.())
  const isOpen = onClose !== undefined
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.defaultPrevented || isTyping(event.target)) return
      if (event.key === 'Escape' && isOpen) close()
      else if (event.key === '[') walk(-1)
      else if (event.key === ']') walk(1)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [walk, close, isOpen])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input:not([type="radio"], [type="checkbox"]), textarea, select, [role="dialog"], [role="menu"]') !==
      null)
