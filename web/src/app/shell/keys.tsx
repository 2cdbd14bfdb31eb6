import { useRouter } from '@tanstack/react-router'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { AREAS } from './areas.ts'

type KeyState = {
  readonly isPaletteOpen: boolean
  readonly isHelpOpen: boolean
  readonly showPalette: () => void
  readonly showHelp: () => void
  readonly close: () => void
}

export const KeysContext = createContext<KeyState | undefined>(undefined)

export function useKeyActions(): KeyState {
  const keys = useContext(KeysContext)
  if (!keys) throw new Error('outside the shell')
  return keys
}

const CHORD_MS = 1_500

/** The keys that work on every page. Single letters do nothing while one types. */
export function useKeys({ hasSingleKeys }: { readonly hasSingleKeys: boolean }): KeyState {
  const router = useRouter()
  const [open, setOpen] = useState<'palette' | 'help'>()

  useEffect(() => {
    let chordUntil = 0
    const handleKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        setOpen('palette')
        return
      }
      if (
        !hasSingleKeys ||
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isElsewhere(event.target)
      )
        return
      const area = Date.now() < chordUntil ? AREAS.find(({ key }) => key === event.key.toUpperCase()) : undefined
      chordUntil = event.key === 'g' ? Date.now() + CHORD_MS : 0
      if (area) void router.navigate({ to: area.to })
      else if (event.key === '?') setOpen('help')
      else if (event.key === '/') focusSearch(event)
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [router, hasSingleKeys])

  return useMemo(
    () => ({
      isPaletteOpen: open === 'palette',
      isHelpOpen: open === 'help',
      showPalette: () => setOpen('palette'),
      showHelp: () => setOpen('help'),
      close: () => setOpen(undefined),
    }),
    [open],
  )
}

/** In a field or a dialog, a letter is a letter. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"][aria-modal="true"]')) return true
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="menu"]') !== null)
  )
}

function focusSearch(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLInputElement>('main input[type="search"]')
  if (!search) return
  event.preventDefault()
  search.focus()
  search.select()
}
