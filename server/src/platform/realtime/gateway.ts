import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/caller.ts'
import { SECOND } from '../../kernel/durations.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { Draining } from '../draining.ts'
import type { Events } from '../events/events.ts'
import { type SocketChannel, CLOSE_CODES, type CloseReason, type Frame, type Subscriber } from './channel.ts'
import { credentialsEnded } from './credentials-ended.ts'
import { createDrain, type Drain } from './drain.ts'
import { createOpenSockets, type FindLive, type OpenSockets } from './open-sockets.ts'
import { createPingRounds, pingOf, type PingRounds } from './ping-rounds.ts'
import type { SocketCounts } from './socket-counts.ts'

type Options = {
  /** Asked at each ping, for all sockets that are due. */
  readonly findLive: FindLive
  /** The caller that a ticket stands for; a ticket can be redeemed once. */
  readonly callerOfTicket: (ticket: string) => Promise<Caller | undefined>
  readonly events: Pick<Events, 'on'>
  readonly draining: Draining
  readonly clock: Clock
  readonly logger: Logger
  readonly pingMs: number
  readonly channels: readonly SocketChannel[]
  readonly counts?: SocketCounts
}
type Dependencies = Options & { readonly openSockets: OpenSockets; readonly pings: PingRounds }

// A reader that falls this far behind is disconnected rather than buffered in memory.
const MAX_UNSENT_BYTES = 1_000_000
// Clients have nothing to send; anything received is dropped.
const MAX_INBOUND_BYTES = 4096
// Peers answer a close at once, if at all.
const CLOSE_GRACE_MS = SECOND

/** Serves `/ws/…`. Tickets are refused after the upgrade, so that a browser sees the close code. */
export async function serveChannels(app: FastifyInstance, options: Options): Promise<void> {
  const dependencies = {
    ...options,
    openSockets: createOpenSockets(options.findLive),
    pings: createPingRounds(options),
  }
  options.events.on(credentialsEnded, ({ user_id }) => dependencies.openSockets.closeEnded(user_id))
  options.draining.signal.addEventListener('abort', () => sendBack(app, dependencies.openSockets))
  await app.register(websocket, { options: { maxPayload: MAX_INBOUND_BYTES } })
  /** Redeemed before the upgrade, so that an outage is answered with 503. */
  const callers = new WeakMap<FastifyRequest, Caller>()
  const redeem = async (request: FastifyRequest): Promise<void> => {
    const caller = request.ws ? await options.callerOfTicket(ticketOf(request)) : undefined
    if (caller) callers.set(request, caller)
  }
  for (const channel of [...dependencies.channels, NO_CHANNEL]) {
    app.get(channel.path, { websocket: true, schema: { hide: true }, preHandler: redeem }, (socket, request) => {
      socket.on('error', (error) => dependencies.logger.info({ err: error.message }, 'socket error'))
      void serve(socket, request, channel, callers.get(request), dependencies).catch((error: unknown) => {
        dependencies.logger.error({ err: error }, 'channel failed')
        close(socket, 'error')
      })
    })
  }
}

/** Anything else under `/ws/`. */
const NO_CHANNEL: SocketChannel = { path: '/ws/*', open: async () => ({ status: 'not_found' }) }

const ticketOf = ({ url }: FastifyRequest): string => new URL(url, 'ws://heddle').searchParams.get('ticket') ?? ''

async function serve(
  socket: WebSocket,
  request: FastifyRequest,
  channel: SocketChannel,
  caller: Caller | undefined,
  dependencies: Dependencies,
): Promise<void> {
  if (dependencies.draining.signal.aborted) {
    close(socket, 'restart')
    return
  }
  if (caller) await open(socket, channel, request.params as Readonly<Record<string, string>>, caller, dependencies)
  else close(socket, 'ticket')
}

async function open(
  socket: WebSocket,
  channel: SocketChannel,
  params: Readonly<Record<string, string>>,
  caller: Caller,
  dependencies: Dependencies,
): Promise<void> {
  const { clock, openSockets } = dependencies
  // Before the channel opens, so that a session that ends meanwhile is not missed.
  onceClosed(
    socket,
    openSockets.add(caller, (reason) => close(socket, reason)),
  )
  const drain = createDrain(socket, clock, () => cutOff(socket))
  const subscriber: Subscriber = {
    caller,
    send: ({ type, data, timestamp: happenedAt = timestamp(clock.now()) }) =>
      send(socket, { type, data, timestamp: happenedAt }, drain),
    drained: drain.drained,
    close: (reason) => close(socket, reason),
  }
  const opened = await channel.open(subscriber, params)
  if (opened.status !== 'open') {
    close(socket, opened.status)
    return
  }

  const stopPings = dependencies.pings.add({
    credential: caller.credential,
    ping: pingOf(socket),
    end: () => close(socket, 'ticket'),
  })
  const uncount = dependencies.counts?.add(channel.path)
  onceClosed(socket, () => {
    uncount?.()
    stopPings()
    void opened.close()
  })
}

/** Immediately if it closed before this call. */
function onceClosed(socket: WebSocket, end: () => void): void {
  if (socket.readyState === socket.OPEN) socket.once('close', end)
  else end()
}

/** Clients of a process that stops connect again, to another one or the next. */
function sendBack(app: FastifyInstance, openSockets: OpenSockets): void {
  openSockets.closeAll('restart')
  // A peer that is gone never answers the close, and its connection would hold up the stop.
  setTimeout(() => app.websocketServer.clients.forEach((socket) => socket.terminate()), CLOSE_GRACE_MS).unref()
}

function send(
  socket: WebSocket,
  frame: { type: string; timestamp: string; data?: Frame['data'] },
  drain?: Drain,
): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > MAX_UNSENT_BYTES) cutOff(socket)
  else socket.send(JSON.stringify(frame), () => drain?.noteSent())
}

/** The close frame of a slow reader is queued behind everything unread; the socket is closed shortly after anyway. */
function cutOff(socket: WebSocket): void {
  close(socket, 'error')
  setTimeout(() => socket.terminate(), CLOSE_GRACE_MS).unref()
}

function close(socket: WebSocket, reason: CloseReason): void {
  if (socket.readyState === socket.OPEN) socket.close(CLOSE_CODES[reason], reason)
}
