import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useMinute } from '../../components/time-text.tsx'
import { modelStats } from '../../canvas/model/model-stats.ts'
import { platformInfo } from '../../resources/platform.ts'
import { useHeddle, useProfile } from '../../lib/session/context.tsx'
import { clockTime, zoneWord } from '../../lib/time/format-time.ts'
import type { SocketState } from '../../lib/sockets/keep-following.ts'
import { useKeyActions } from './keys.tsx'
import styles from './status-bar.module.css'
import { words } from './words.ts'

/** Whether news arrives, which class model answers, and what time it is here and there. */
export function StatusBar({ socket }: { readonly socket: SocketState }) {
  const { preferences } = useProfile()
  const { showHelp } = useKeyActions()
  const version = useModelVersion()
  const now = useMinute()
  const { timezone } = preferences
  return (
    <footer className={styles.bar}>
      <Connection socket={socket} />
      {version !== undefined && <span className={styles.model}>{words.model(version)}</span>}
      <span>
        {words.utc(clockTime(now, { ...preferences, timezone: 'UTC' }, 'minute'))}
        {timezone !== 'UTC' && ` · ${zoneWord(preferences)} ${clockTime(now, preferences, 'minute')}`}
      </span>
      <button type="button" className={styles.keys} onClick={showHelp}>
        {words.keys}
      </button>
    </footer>
  )
}

/** Of the class model; undefined until it is known. Home asks for it with the state of the services. */
function useModelVersion(): string | null | undefined {
  const heddle = useHeddle()
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/' })
  const { data: model } = useQuery({ ...modelStats(heddle), enabled: !isHome })
  const { data: platform } = useQuery({ ...platformInfo(heddle), enabled: false })
  return (model ?? platform)?.controller_version
}

function Connection({ socket }: { readonly socket: SocketState }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (socket.kind !== 'waiting') return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [socket])
  const seconds = socket.kind === 'waiting' ? Math.max(0, Math.ceil((socket.until - now) / 1000)) : 0
  return (
    // The bar above the page says that the server is away, once; the seconds are for those who look.
    <span role="status" aria-live="off" aria-label={words.connection} className={styles.connection}>
      <span className={`${styles.dot} ${socket.kind === 'live' ? styles.live : ''}`} aria-hidden />
      {socket.kind === 'waiting' ? words.offline(seconds) : words.socket[socket.kind]}
    </span>
  )
}
