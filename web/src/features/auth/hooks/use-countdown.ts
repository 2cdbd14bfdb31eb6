import { useEffect, useState } from 'react'

/** Counts down the seconds that a server asked to wait. */
export function useCountdown(): { readonly seconds: number; readonly start: (seconds: number) => void } {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  const seconds = Math.max(0, Math.ceil((until - now) / 1000))

  useEffect(() => {
    if (seconds === 0) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [seconds])

  const start = (given: number) => {
    setNow(Date.now())
    setUntil(Date.now() + given * 1000)
  }
  return { seconds, start }
}
