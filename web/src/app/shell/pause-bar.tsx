import { useEffect, useState, useSyncExternalStore } from 'react'
import { StaleBar } from '../../components/states.tsx'
import { pauses } from '../../lib/api/pauses.ts'
import { words } from './words.ts'

/** Says how long reads wait because the server asked them to. */
export function PauseBar() {
  const until = useSyncExternalStore(pauses.subscribe, pauses.until)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (until === undefined) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [until])
  if (until === undefined) return null
  return <StaleBar>{words.busy(Math.max(0, Math.ceil((until - now) / 1000)))}</StaleBar>
}
