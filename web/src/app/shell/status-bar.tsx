import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMinute } from '../../components/time-text.tsx'
import { useHeddle, useProfile } from '../../lib/session/context.tsx'
import { clockTime, zoneWord } from '../../lib/time/format-time.ts'
import type { SocketState } from '../../lib/sockets/notification-feed.ts'
import { useKeyActions } from './keys.tsx'
import styles from './status-bar.module.css'
import { words } from './words.ts'

const A_DAY_MS = 86_400_000

/** Whether news arrives, which class model answers, and what time it is here and there. */
export function StatusBar({ socket }: { readonly socket: SocketState }) {
  const heddle = useHeddle()
  const { preferences } = useProfile()
  const { showHelp } = useKeyActions()
  const { data: model } = useQuery({
    queryKey: ['mim', 'stats'],
    queryFn: ({ signal }) => heddle.mim.stats({ signal }),
    staleTime: A_DAY_MS,
  })
  const now = useMinute()
  const { timezone } = preferences
  return (
    <footer className={styles.bar}>
      <Connection socket={socket} />
      {model && <span className={styles.model}>{words.model(model.controller_version)}</span>}
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
