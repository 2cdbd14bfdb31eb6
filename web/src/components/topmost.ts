import { useEffect, useId } from 'react'
import { create } from 'zustand'

const useOpen = create<{ readonly open: readonly string[] }>(() => ({ open: [] }))

/** Whether this is what was opened last, so that Esc is meant for it. */
export function useIsTopmost(isOpen: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    useOpen.setState(({ open }) => ({ open: [...open, id] }))
    return () => useOpen.setState(({ open }) => ({ open: open.filter((other) => other !== id) }))
  }, [id, isOpen])
  return useOpen(({ open }) => open.at(-1) === id)
}
