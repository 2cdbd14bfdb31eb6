import { HeddleError, type NotificationFrame } from '@heddle/client'
import type { Heddle } from '../api/heddle.ts'
import { seekLeadership } from './leadership.ts'

export type SocketState =
  | { readonly kind: 'starting' | 'live' }
  /** Gone since then; `until` is when it is tried again. */
  | { readonly kind: 'waiting'; readonly since: number; readonly until: number }

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
const LONGEST_WAIT_SECONDS = 30

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
      void keepFollowing(heddle, AbortSignal.any([leading, current.signal]), publish, (frame) => {
        listener.onFrame(frame)
        tell({ kind: 'frame', frame })
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

/** Until the signal fires or the session has ended. The client opens dropped connections again, but no first one. */
async function keepFollowing(
  heddle: Heddle,
  signal: AbortSignal,
  onState: (state: SocketState) => void,
  onFrame: (frame: NotificationFrame) => void,
): Promise<void> {
  const away = (seconds: number) => onState({ kind: 'waiting', since: Date.now(), until: Date.now() + seconds * 1000 })
  const isOver = () => signal.aborted
  for (let failures = 0; !isOver(); failures += 1) {
    try {
      const onOpen = () => {
        failures = 0
        onState({ kind: 'live' })
      }
      for await (const frame of heddle.follow.notifications({ signal, onOpen, onReconnect: away })) onFrame(frame)
    } catch (error) {
      if (isOver() || (error instanceof HeddleError && error.status === 401)) return
    }
    const seconds = Math.min(2 ** failures, LONGEST_WAIT_SECONDS)
    away(seconds)
    await waited(seconds, signal)
  }
}

function waited(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
