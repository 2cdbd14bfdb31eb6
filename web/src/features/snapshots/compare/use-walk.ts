import { useEffect } from 'react'
import { useProfile } from '../../../lib/session/context.tsx'
import { hasSingleKeysOf } from '../../../lib/session/preferences.ts'
import { useHandler } from '../../../lib/use-handler.ts'

/**
 * `[` and `]` lead to the change before and after, wherever the focus is but in a field, and M marks the one that has
 * the attention. Esc closes the row.
 */
export function useWalkKeys(
  onWalk: (step: number) => void,
  onMark: (() => void) | undefined,
  onClose: (() => void) | undefined,
): void {
  const hasLetters = hasSingleKeysOf(useProfile())
  const mark = useHandler(() => onMark?.())
  const walk = useHandler(onWalk)
  const close = useHandler(() => onClose?.())
  const isOpen = onClose !== undefined
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.defaultPrevented || isTyping(event.target)) return
      if (event.key === 'Escape' && isOpen) close()
      else if (event.key === '[') walk(-1)
      else if (event.key === ']') walk(1)
      else if (hasLetters && event.key === 'm' && !event.repeat && !event.altKey) mark()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [walk, mark, close, isOpen, hasLetters])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input:not([type="radio"], [type="checkbox"]), textarea, select, [role="dialog"], [role="menu"]') !==
      null)
