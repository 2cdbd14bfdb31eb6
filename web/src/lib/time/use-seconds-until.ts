import { useEffect, useState } from 'react'

const TICK_MS = 250

/** Whole seconds from now until then, counting down to 0. */
export function useSecondsUntil(at: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  const isAhead = at !== undefined && at > now
  useEffect(() => {
    if (!isAhead) return
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [isAhead])
  return at === undefined ? 0 : Math.max(0, Math.ceil((at - now) / 1000))
}
