import { useEffect, useRef } from 'react'
import { create } from 'zustand'

/** What one can do on the page that is open, offered by the palette too. */
type PageAction = {
  readonly id: string
  /** Begins with the words of its button: "Run", "Tidy". */
  readonly text: string
  /** Shown beside it: `Ctrl S`. */
  readonly keys?: string
  readonly onSelect: () => void
}

type Registered = ReadonlySet<() => readonly PageAction[]>

const useRegistered = create<{ readonly lists: Registered }>(() => ({ lists: new Set() }))

/** Offers these actions in the palette for as long as the caller is mounted; the newest list counts. */
export function usePageActions(actions: readonly PageAction[]): void {
  const newest = useRef(actions)
  useEffect(() => {
    newest.current = actions
  })
  useEffect(() => {
    const read = () => newest.current
    useRegistered.setState(({ lists }) => ({ lists: new Set([...lists, read]) }))
    return () => useRegistered.setState(({ lists }) => ({ lists: new Set([...lists].filter((list) => list !== read)) }))
  }, [])
}

/** The actions of the open page, as they are now. */
export const useOfferedActions = (): readonly PageAction[] =>
  [...useRegistered(({ lists }) => lists)].flatMap((read) => read())
