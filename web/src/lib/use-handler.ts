import { useCallback, useLayoutEffect, useRef } from 'react'

/** A handler that stays the same function, and does what the newest one does: for parts that are drawn rarely. */
export function useHandler<A extends readonly unknown[], R>(handler: (...args: A) => R): (...args: A) => R {
  const newest = useRef(handler)
  useLayoutEffect(() => {
    newest.current = handler
  })
  return useCallback((...args: A) => newest.current(...args), [])
}
