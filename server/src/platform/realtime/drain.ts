import type { WebSocket } from '@fastify/websocket'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE } from '../../kernel/durations.ts'

/** More may be sent while less than this waits: with one more frame it stays well below what cuts a reader off. */
const FEW_UNSENT_BYTES = 250_000
/** A reader that takes nothing for so long is gone. */
const LONGEST_STALL_MS = 2 * MINUTE

export type Drain = {
  /** A frame was handed to the network. */
  readonly noteSent: () => void
  readonly drained: () => Promise<void>
}

/** Tells when what was sent on a socket has left; `onStalled` is called for a reader that no longer takes anything. */
export function createDrain(socket: WebSocket, clock: Clock, onStalled: () => void): Drain {
  let waiting: (() => void)[] = []
  const isDrained = (): boolean => socket.readyState !== socket.OPEN || socket.bufferedAmount <= FEW_UNSENT_BYTES
  const startTimer = () => clock.setTimer(onStalled, LONGEST_STALL_MS)
  let timer: ReturnType<typeof startTimer> | undefined

  function noteSent(): void {
    timer?.cancel()
    timer = undefined
    if (waiting.length === 0) return
    if (!isDrained()) {
      timer = startTimer()
      return
    }
    const all = waiting
    waiting = []
    for (const resolve of all) resolve()
  }
  socket.once('close', noteSent)
  return {
    noteSent,
    drained: async () => {
      if (isDrained()) return
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push(resolve)
      timer ??= startTimer()
      await promise
    },
  }
}
