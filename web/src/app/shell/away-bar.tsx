import { useEffect, useState } from 'react'
import { StaleBar } from '../../components/states.tsx'
import { useProfile } from '../../lib/session/context.tsx'
import type { NotificationSocket } from '../../lib/sockets/use-notification-socket.ts'
import { clockTime } from '../../lib/time/format-time.ts'
import { words } from './words.ts'

/** Shorter interruptions change nothing that anybody sees. */
const NOTICED_AFTER_MS = 2_000

/** Says that what is shown may be old, because the server is away. The page goes on as soon as it is back. */
export function AwayBar({ socket: { state, retry } }: { readonly socket: NotificationSocket }) {
  const { preferences } = useProfile()
  const since = state.kind === 'waiting' ? state.since : undefined
  const [isNoticed, setIsNoticed] = useState(false)
  useEffect(() => {
    if (since === undefined) return
    const timer = setTimeout(() => setIsNoticed(true), NOTICED_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setIsNoticed(false)
    }
  }, [since])
  if (since === undefined || !isNoticed) return null
  return <StaleBar onReload={retry}>{words.away(navigator.onLine, clockTime(since, preferences, 'second'))}</StaleBar>
}
