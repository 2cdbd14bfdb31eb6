import { useEffect, useRef } from 'react'
import { useHasSingleKeys } from '../../../lib/session/preferences.ts'
import type { LayoutPart } from './use-layout.ts'

type Keys = {
  readonly onSave: () => void
  readonly onRun: () => void
  readonly onCancel: () => void
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly onLayout: (part: LayoutPart) => void
}

/** The keys that work anywhere on the page. While one types, those that edit text belong to the field. */
export function useWorkspaceKeys(keys: Keys): void {
  const hasSingleKeys = useHasSingleKeys()
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.altKey || event.defaultPrevented) return
      const isSingle = !(event.ctrlKey || event.metaKey)
      if (isSingle && !hasSingleKeys) return
      const action = isSingle ? singleAction(event, current.current) : actionOf(event, current.current)
      if (!action) return
      event.preventDefault()
      // A key that is held down asks once; only Undo and Redo go on.
      if (event.repeat && action !== current.current.onUndo && action !== current.current.onRedo) return
      action()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [hasSingleKeys])
}

/** `M` has no use while one types, or while a dialog is open. */
function singleAction({ key, target }: KeyboardEvent, keys: Keys): (() => void) | undefined {
  if (key !== 'm' || isTyping(target) || document.querySelector(OVER)) return undefined
  return () => keys.onLayout('rows')
}

const OVER = '[role="dialog"], [role="menu"]'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))

function actionOf({ key, shiftKey, target }: KeyboardEvent, keys: Keys): (() => void) | undefined {
  const name = key.toLowerCase()
  if (name === 's') return keys.onSave
  if (name === 'enter') return keys.onRun
  if (name === '.') return keys.onCancel
  if (document.querySelector('[role="dialog"]')) return undefined
  if (isTyping(target)) return undefined
  if (name === 'b' && !shiftKey) return () => keys.onLayout('classes')
  if (name === 'i' && !shiftKey) return () => keys.onLayout('inspector')
  if (name === 'z') return shiftKey ? keys.onRedo : keys.onUndo
  return name === 'y' ? keys.onRedo : undefined
}
