import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useHeddle } from '../session/context.tsx'

export type SocketState = { readonly kind: 'starting' | 'live' } | { readonly kind: 'waiting'; readonly until: number }

/** Follows the notifications: each frame makes what it is about be read again. */
export function useNotificationSocket(): SocketState {
  const heddle = useHeddle()
  const queries = useQueryClient()
  const [state, setState] = useState<SocketState>({ kind: 'starting' })

  useEffect(() => {
    const controller = new AbortController()
    const follow = async () => {
      const frames = heddle.follow.notifications({
        signal: controller.signal,
        onOpen: () => {
          setState({ kind: 'live' })
          // What happened while nobody listened.
          void queries.invalidateQueries({ queryKey: ['notifications'] })
        },
        onReconnect: (seconds) => setState({ kind: 'waiting', until: Date.now() + seconds * 1000 }),
      })
      for await (const frame of frames) if (frame.type !== 'ping') void queries.invalidateQueries({ queryKey: ['notifications'] })
    }
    follow().catch(() => undefined)
    return () => controller.abort()
  }, [heddle, queries])

  return state
}
