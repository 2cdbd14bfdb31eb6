import type { NotificationFrame } from '@heddle/client'
import type { Heddle } from '../api/heddle.ts'
import { keepFollowing, LONGEST_WAIT_SECONDS, type SocketState } from './keep-following.ts'
import { seekLeadership } from './leadership.ts'

type FeedListener = {
  readonly onState: (state: SocketState) => void
  readonly onFrame: (frame: NotificationFrame) => void
}

type TabMessage =
  | { readonly kind: 'state'; readonly state: SocketState }
  | { readonly kind: 'frame'; readonly frame: NotificationFrame }
  /** A tab that has just come asks what the state is; one whose user is impatient asks to try at once. */
  | { readonly kind: 'ask' | 'retry' }

const NAME = 'heddle-notifications'

/**
 * The notifications of a browser: one of its tabs follows the channel and tells the others. It is opened again until
 * the signal fires; the returned function does so at once.
 */
export function followNotifications(heddle: Heddle, signal: AbortSignal, listener: FeedListener): () => void {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(NAME)
  let state: SocketState = { kind: 'starting' }
  let restart: (() => void) | undefined
  signal.addEventListener('abort', () => channel?.close())

  const become = (next: SocketState) => {
    const isStillAway = next.kind === 'waiting' && state.kind === 'waiting'
    state = isStillAway ? { ...next, since: (state as typeof next).since } : next
    listener.onState(state)
  }
  const tell = (message: TabMessage) => {
    if (!signal.aborted) channel?.postMessage(message)
  }
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.kind === 'state') become(data.state)
      else if (data.kind === 'frame') listener.onFrame(data.frame)
      else if (data.kind === 'ask' && restart) tell({ kind: 'state', state })
      else if (data.kind === 'retry') restart?.()
    }
    tell({ kind: 'ask' })
  }

  seekLeadership(NAME, signal, (leading) => {
    const publish = (next: SocketState) => {
      become(next)
      tell({ kind: 'state', state })
    }
    let current = new AbortController()
    const start = () => {
      current.abort()
      current = new AbortController()
      void keepFollowing(heddle.follow.notifications, AbortSignal.any([leading, current.signal]), {
        onState: publish,
        onFrame: (frame) => {
          listener.onFrame(frame)
          tell({ kind: 'frame', frame })
        },
      })
    }
    const handleOffline = () =>
      publish({ kind: 'waiting', since: Date.now(), until: Date.now() + LONGEST_WAIT_SECONDS * 1000 })
    window.addEventListener('online', start)
    window.addEventListener('offline', handleOffline)
    restart = start
    leading.addEventListener('abort', () => {
      window.removeEventListener('online', start)
      window.removeEventListener('offline', handleOffline)
      restart = undefined
    })
    start()
  })

  return () => {
    if (restart) restart()
    else tell({ kind: 'retry' })
  }
}
