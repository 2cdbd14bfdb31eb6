import { useMemo } from 'react'

/** An address is read anew whenever anything in it changes: what says the same stays the same object. */
export function useSame<T>(value: T): T {
  const text = JSON.stringify(value)
  return useMemo(() => JSON.parse(text) as T, [text])
}
