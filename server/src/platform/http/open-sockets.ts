import { readFileSync } from 'node:fs'
import type { Server } from 'node:net'
import type { Logger } from 'pino'
import { MINUTE } from '../../kernel/durations.ts'

/** Each takes memory too; whole installations are behind one proxy with fewer. */
const MOST = 10_000
/** Files and sockets for the database, for threads, and for controllers and other servers. */
const KEPT_FREE = 1_024

/** How many sockets callers may hold, of the files that this process may have open; not known everywhere. */
export function mostSockets(limits = limitsOfProcess()): number {
  const files = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity)
  return Math.min(MOST, Math.max(Math.floor(files / 2), files - KEPT_FREE))
}

function limitsOfProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}

/**
 * Closes sockets beyond `most` as they come. Without it, somebody who opens sockets and sends nothing takes every file
 * that a thread or the database needs, and those who have a socket get 500.
 */
export function limitSockets(server: Server, logger: Logger, most = mostSockets()): void {
  let saidAt = -Infinity
  let dropped = 0
  server.maxConnections = most
  server.on('drop', () => {
    dropped += 1
    if (performance.now() - saidAt < MINUTE) return
    logger.warn({ sockets: most, dropped }, 'too many open sockets; closing new ones')
    saidAt = performance.now()
    dropped = 0
  })
}
