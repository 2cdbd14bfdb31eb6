import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller, CredentialRef } from '../../kernel/caller.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { Events } from '../events/events.ts'
import { type Channel, CLOSE_CODES, type CloseReason, type Frame, type Subscriber } from './channel.ts'
import { credentialsEnded } from './credentials-ended.ts'
import { createDrain, type Drain } from './drain.ts'
import { createOpenSockets, type OpenSockets } from './open-sockets.ts'

type Options = {
  /** The caller behind a session or token that is still valid; checked on opening and at each ping. */
  readonly callerOf: (credential: CredentialRef) => Promise<Caller | undefined>
  /** The caller that a ticket stands for; a ticket can be redeemed once. */
  readonly callerOfTicket: (ticket: string) => Promise<Caller | undefined>
  readonly events: Pick<Events, 'on'>
  readonly clock: Clock
  readonly logger: Logger
  readonly pingMs: number
  readonly channels: readonly Channel[]
}
type Dependencies = Options & { readonly openSockets: OpenSockets }

// A reader that falls this far behind is disconnected rather than buffered in memory.
const MAX_UNSENT_BYTES = 1_000_000
// Clients have nothing to send; anything received is dropped.
const MAX_INBOUND_BYTES = 4096

/** Serves `/ws/…`. Tickets are checked after the upgrade, so that a browser sees the close code. */
export async function serveChannels(app: FastifyInstance, options: Options): Promise<void> {
  const dependencies = { ...options, openSockets: createOpenSockets(options.callerOf) }
  options.events.on(credentialsEnded, ({ user_id }) => dependencies.openSockets.closeEnded(user_id))
  await app.register(websocket, { options: { maxPayload: MAX_INBOUND_BYTES } })
  for (const channel of [...dependencies.channels, NO_CHANNEL]) {
    app.get(channel.path, { websocket: true, schema: { hide: true } }, (socket, request) => {
      socket.on('error', (error) => dependencies.logger.info({ err: error.message }, 'socket error'))
      void serve(socket, request, channel, dependencies).catch((error: unknown) => {
        dependencies.logger.error({ err: error }, 'channel failed')
        close(socket, 'error')
      })
    })
  }
}

/** Anything else under `/ws/`. */
const NO_CHANNEL: Channel = { path: '/ws/*', open: async () => ({ status: 'not_found' }) }

async function serve(socket: WebSocket, request: FastifyRequest, channel: Channel, dependencies: Dependencies): Promise<void> {
  const url = new URL(request.url, 'ws://heddle')
  const caller = await dependencies.callerOfTicket(url.searchParams.get('ticket') ?? '')
  if (caller) await open(socket, channel, request.params as Readonly<Record<string, string>>, caller, dependencies)
  else close(socket, 'ticket')
}

async function open(
  socket: WebSocket,
  channel: Channel,
  params: Readonly<Record<string, string>>,
  caller: Caller,
  dependencies: Dependencies,
): Promise<void> {
  const { clock, openSockets } = dependencies
  // Before the channel opens, so that a session that ends meanwhile is not missed.
  onceClosed(
    socket,
    openSockets.add(caller, () => close(socket, 'ticket')),
  )
  const drain = createDrain(socket, clock, () => cutOff(socket))
  const subscriber: Subscriber = {
    caller,
    send: ({ type, data, timestamp: happenedAt = timestamp(clock.now()) }) => send(socket, { type, data, timestamp: happenedAt }, drain),
    drained: drain.drained,
    close: (reason) => close(socket, reason),
  }
  const opened = await channel.open(subscriber, params)
  if (opened.status !== 'open') {
    close(socket, opened.status)
    return
  }

  const stopPings = keepAlive(socket, caller, dependencies)
  onceClosed(socket, () => {
    stopPings()
    void opened.close()
  })
}

/** Immediately if it closed before this call. */
function onceClosed(socket: WebSocket, end: () => void): void {
  if (socket.readyState === socket.OPEN) socket.once('close', end)
  else end()
}

/** Pings, and closes the socket if its session or token has ended. */
function keepAlive(socket: WebSocket, caller: Caller, { clock, callerOf, pingMs, logger }: Dependencies): () => void {
  const ping = async () => {
    if (await callerOf(caller.credential)) send(socket, { type: 'ping', timestamp: timestamp(clock.now()) })
    else close(socket, 'ticket')
  }
  const timer = clock.repeat(() => ping().catch((error: unknown) => logger.warn({ err: error }, 'ping failed')), pingMs)
  return () => timer.cancel()
}

function send(socket: WebSocket, frame: { type: string; timestamp: string; data?: Frame['data'] }, drain?: Drain): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > MAX_UNSENT_BYTES) cutOff(socket)
  else socket.send(JSON.stringify(frame), () => drain?.noteSent())
}

/** The close frame of a slow reader is queued behind everything unread; the socket is closed shortly after anyway. */
function cutOff(socket: WebSocket): void {
  close(socket, 'error')
  setTimeout(() => socket.terminate(), 1000).unref()
}

function close(socket: WebSocket, reason: CloseReason): void {
  if (socket.readyState === socket.OPEN) socket.close(CLOSE_CODES[reason], reason)
}
