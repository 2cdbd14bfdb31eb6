import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { NotificationFrame } from '@heddle/client'
import { useEffect, useRef, useState } from 'react'
import { useHeddle } from '../session/context.tsx'
import type { SocketState } from './keep-following.ts'
import { followNotifications } from './notification-feed.ts'

export type NotificationSocket = { readonly state: SocketState; readonly retry: () => void }

/** Follows the notifications while there is a session. What was read before the connection was lost is read again. */
export function useNotificationSocket(isSignedIn: boolean): NotificationSocket {
  const heddle = useHeddle()
  const queries = useQueryClient()
  const [state, setState] = useState<SocketState>({ kind: 'starting' })
  const retry = useRef<() => void>(() => undefined)

  useEffect(() => {
    if (!isSignedIn) return
    const controller = new AbortController()
    let wasAway = false
    retry.current = followNotifications(heddle, controller.signal, {
      onState: (next) => {
        setState(next)
        if (next.kind === 'waiting') wasAway = true
        else if (next.kind === 'live' && wasAway) {
          wasAway = false
          void queries.invalidateQueries()
        }
      },
      onFrame: (frame) => applyFrame(queries, frame),
    })
    return () => controller.abort()
  }, [heddle, queries, isSignedIn])

  return { state, retry: () => retry.current() }
}

const KEY = ['notifications']

/** A frame that says the count leaves nothing to ask: an idle page sends no requests. */
function applyFrame(queries: QueryClient, { type, data }: NotificationFrame): void {
  if (type === 'unread_count') queries.setQueryData([...KEY, 'unread'], { count: data.count })
  else void queries.invalidateQueries({ queryKey: [...KEY, 'list'] })
}
