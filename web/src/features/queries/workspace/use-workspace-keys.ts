import { useEffect, useRef } from 'react'

type Keys = {
  readonly onSave: () => void
  readonly onRun: () => void
  readonly onCancel: () => void
  readonly onUndo: () => void
  readonly onRedo: () => void
}

/** The keys that work anywhere on the page. While one types, Undo belongs to the field. */
export function useWorkspaceKeys(keys: Keys): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return
      const action = actionOf(event, current.current)
      if (!action) return
      event.preventDefault()
      // A key that is held down asks once; only Undo and Redo go on.
      if (event.repeat && action !== current.current.onUndo && action !== current.current.onRedo) return
      action()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [])
}

function actionOf({ key, shiftKey, target }: KeyboardEvent, keys: Keys): (() => void) | undefined {
  const name = key.toLowerCase()
  if (name === 's') return keys.onSave
  if (name === 'enter') return keys.onRun
  if (name === '.') return keys.onCancel
  const isTyping =
    target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  if (isTyping || document.querySelector('[role="dialog"]')) return undefined
  if (name === 'z') return shiftKey ? keys.onRedo : keys.onUndo
  return name === 'y' ? keys.onRedo : undefined
}
