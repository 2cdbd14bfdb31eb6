import type { WebSocket } from '@fastify/websocket'
import type { Logger } from 'pino'
import type { Clock, Timer } from '../../kernel/clock.ts'
import type { CredentialRef } from '../../kernel/caller.ts'
import { SECOND } from '../../kernel/durations.ts'
import { timestamp } from '../../kernel/instants.ts'
import { credentialKey, type FindLive } from './open-sockets.ts'

type Pinged = { readonly credential: CredentialRef; readonly ping: (frame: Buffer) => void; readonly end: () => void }

type Options = {
  readonly findLive: FindLive
  readonly pingMs: number
  readonly clock: Clock
  readonly logger: Logger
}

export type PingRounds = ReturnType<typeof createPingRounds>

/**
 * Pings every socket once per interval, a share of them each second, and ends those whose session or token has ended:
 * one statement for all that are due, and one timer for all sockets.
 */
export function createPingRounds({ findLive, pingMs, clock, logger }: Options) {
  const slots = Array.from({ length: Math.max(1, Math.round(pingMs / SECOND)) }, () => new Set<Pinged>())
  let count = 0
  const slotMs = pingMs / slots.length
  let next = 0
  let servedAtMs = 0
  let timer: Timer | undefined

  /** One slot, or several after a pause, such as the sleep of the machine. */
  function takeDue(): readonly Pinged[] {
    const nowMs = clock.now().getTime()
    const passed = Math.floor((nowMs - servedAtMs) / slotMs)
    const due = inTurn().slice(0, Math.max(1, passed))
    next = (next + due.length) % slots.length
    servedAtMs = nowMs
    return due.flatMap((slot) => [...slot])
  }
  const inTurn = () => [...slots.slice(next), ...slots.slice(0, next)]

  async function pingDue(): Promise<void> {
    const due = takeDue()
    if (due.length === 0) return
    try {
      const live = await findLive(due.map(({ credential }) => credential))
      const frame = Buffer.from(JSON.stringify({ type: 'ping', timestamp: timestamp(clock.now()) }))
      for (const { credential, ping, end } of due) {
        if (live.has(credentialKey(credential))) ping(frame)
        else end()
      }
    } catch (error) {
      logger.warn({ err: error }, 'ping failed')
    }
  }

  return {
    /** Returns a function that ends the pings. */
    add: (pinged: Pinged): (() => void) => {
      // Evenly, even if all sockets of a stopped process arrive at once; the last slot is the one due last.
      const slot = inTurn().reduce((best, one) => (one.size <= best.size ? one : best))
      slot.add(pinged)
      count += 1
      if (count === 1) {
        servedAtMs = clock.now().getTime()
        timer = clock.repeat(pingDue, slotMs)
      }
      return () => {
        if (!slot.delete(pinged)) return
        count -= 1
        if (count > 0) return
        timer?.cancel()
        timer = undefined
      }
    },
  }
}

/** Serialized once for all sockets. */
export const pingOf = (socket: WebSocket) => (frame: Buffer) => {
  if (socket.readyState === socket.OPEN) socket.send(frame, { binary: false })
}
