import { useEffect, useRef } from 'react'
import { useProfile } from '../../../lib/session/context.tsx'

type Values = Readonly<Record<string, string>>

/** Begins with the values that this user gave the query last, unless the link has some. */
export function useRememberedVariables(
  queryId: string | undefined,
  values: Values,
  onValues: (values: Values) => void,
): void {
  const { id: user } = useProfile()
  const key = queryId === undefined ? undefined : `heddle-variables:${user}:${queryId}`
  const hasBegun = useRef(false)
  useEffect(() => {
    if (key === undefined) return
    if (hasBegun.current || Object.keys(values).length > 0) localStorage.setItem(key, JSON.stringify(values))
    else onValues(read(key))
    hasBegun.current = true
  }, [key, values, onValues])
}

function read(key: string): Values {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}
