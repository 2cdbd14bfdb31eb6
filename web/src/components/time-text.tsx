import { useEffect, useState } from 'react'
import { useProfile } from '../lib/session/context.tsx'
import { formatTime, relativeTime, zoneWord } from '../lib/time/format-time.ts'
import text from './text.module.css'

const A_MINUTE = 60_000

/** The current time, once a minute. */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), A_MINUTE)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** `5 minutes ago`; in full, with its zone, when pointed at and for older times. */
export function TimeText({ at, isAbsolute = false }: { readonly at: string | null; readonly isAbsolute?: boolean }) {
  const now = useMinute()
  const { preferences } = useProfile()
  if (at === null) return <span>–</span>
  const full = formatTime(at, preferences)
  return (
    <time className={text.time} dateTime={at} title={`${full} ${preferences.timezone}`}>
      {isAbsolute ? `${full} ${zoneWord(preferences)}` : (relativeTime(at, now) ?? full)}
    </time>
  )
}
