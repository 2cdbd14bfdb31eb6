import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { Server as TcpServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '../../kernel/durations.ts'
import { type Draining, STOP_STAGES } from '../draining.ts'

const LONGEST_LINGER_MS = SECOND

type Options = {
  readonly draining: Draining
  /** Ends what requests still wait for. */
  readonly interrupt: () => void
}

/**
 * Stops serving without failing a request. From then on no connection is accepted. The open ones may carry one more
 * request, which a proxy may have sent before it noticed; its answer, like those in progress, says that it was the
 * last.
 */
export function drainRequests(app: FastifyInstance, { draining, interrupt }: Options): { close: () => Promise<void> } {
  let hasLingered = false
  app.addHook('onSend', async (_request, reply) => {
    if (draining.signal.aborted) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async () => {
    // Answers whose headers had left before the stop began leave their connections open.
    if (hasLingered) setImmediate(() => app.server.closeIdleConnections())
  })

  return {
    close: async () => {
      const timers = [
        setTimeout(interrupt, draining.leftUntil(STOP_STAGES.interrupt)),
        setTimeout(() => cutAll(app), draining.leftUntil(STOP_STAGES.cut)),
      ]
      try {
        if (app.server.listening)
          await stopListening(app, Math.min(LONGEST_LINGER_MS, draining.leftUntil(STOP_STAGES.linger)))
        hasLingered = true
        await app.close()
      } finally {
        timers.forEach(clearTimeout)
      }
    },
  }
}

/** Connections stay open for a moment; those that carry no request then are closed. */
async function stopListening(app: FastifyInstance, lingerMs: number): Promise<void> {
  const over = new AbortController()
  const allClosed = once(app.server, 'close').then(() => over.abort())
  // Not the close of HTTP servers, which closes idle connections at once.
  TcpServer.prototype.close.call(app.server)
  await Promise.race([allClosed, pause(lingerMs, undefined, { signal: over.signal }).catch(() => undefined)])
  // By then the event loop has read what arrived meanwhile, so no connection with a request counts as idle.
  await nextTurn()
  app.server.closeIdleConnections()
}

function cutAll(app: FastifyInstance): void {
  app.server.closeAllConnections()
  for (const socket of app.websocketServer.clients) socket.terminate()
}
