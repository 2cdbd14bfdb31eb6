import { useEffect, useId } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

type Part = { readonly readAt: number; readonly reload: () => void }

/** The parts of the page that the server can no longer renew, in the order in which they are there. */
const store = createStore<ReadonlyMap<string, Part>>(() => new Map())

/**
 * While the server is away, every part of a page is as it was. The first of them says so for all: undefined for the
 * others, else the age of the oldest part, and what reads all of them again.
 */
export function useCutOffParts(isCutOff: boolean, readAt: number, reload: () => void): Part | undefined {
  const id = useId()
  useEffect(() => {
    if (!isCutOff) return
    store.setState((parts) => new Map(parts).set(id, { readAt, reload }), true)
    return () => store.setState((parts) => new Map([...parts].filter(([other]) => other !== id)), true)
  }, [id, isCutOff, readAt, reload])
  const parts = useStore(store)
  const [first] = parts.keys()
  if (!isCutOff || first !== id) return undefined
  const all = [...parts.values()]
  return {
    readAt: Math.min(...all.map((part) => part.readAt)),
    reload: () => {
      for (const part of all) part.reload()
    },
  }
}
