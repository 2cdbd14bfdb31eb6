import { type ChannelOptions, HeddleError } from '@heddle/client'

export type SocketState =
  | { readonly kind: 'starting' | 'live' }
  /** Gone since then; `until` is when it is tried again. */
  | { readonly kind: 'waiting'; readonly since: number; readonly until: number }

type Listener<Frame> = {
  readonly onState: (state: SocketState) => void
  readonly onFrame: (frame: Frame) => void
}

export const LONGEST_WAIT_SECONDS = 30

/**
 * Follows a channel until the signal fires or the session has ended. The client opens dropped connections again, but no
 * first one.
 */
export async function keepFollowing<Frame>(
  open: (options: ChannelOptions) => AsyncIterable<Frame>,
  signal: AbortSignal,
  { onState, onFrame }: Listener<Frame>,
): Promise<void> {
  const away = (seconds: number) => onState({ kind: 'waiting', since: Date.now(), until: Date.now() + seconds * 1000 })
  const isOver = () => signal.aborted
  for (let failures = 0; !isOver(); failures += 1) {
    try {
      const onOpen = () => {
        failures = 0
        onState({ kind: 'live' })
      }
      for await (const frame of open({ signal, onOpen, onReconnect: away })) onFrame(frame)
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
