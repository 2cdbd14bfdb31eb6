import { type BlockList, Socket } from 'node:net'
import { createSecureContext, getCACertificates, TLSSocket } from 'node:tls'
import { buildConnector } from 'undici'
import { assertAddressAllowed, checkAddress, type ResolveName } from './check-address.ts'

export type ConnectorOptions = {
  readonly deny: BlockList
  readonly verifyTls: boolean
  readonly connectTimeoutMs: number
  /** Certificates in PEM that are trusted beside the usual ones. */
  readonly ca?: string
  readonly resolve?: ResolveName
}

export type CheckedConnector = {
  /** For the `connect` option of an undici pool. */
  readonly connect: buildConnector.connector
  /** The connector's open sockets, including those still connecting. */
  readonly openSockets: () => number
  /** Also ends sockets in mid-handshake, which a destroyed pool leaves open until their timeout. */
  readonly destroySockets: () => void
}

/** After this the kernel probes a connection that carries nothing: a host out of reach ends it ten seconds later. */
const PROBE_AFTER_MS = 4_000

/**
 * For a pool: an idle connection is not used again after this, whatever the server offers. Firewalls forget idle
 * connections, and web servers close them, often without either side noticing.
 */
export const IDLE_LIMITS = { keepAliveTimeout: 4_000, keepAliveMaxTimeout: 4_000 }

/** Connects only to allowed addresses; name and certificate checks still use the name. */
export function checkedConnector({
  deny,
  verifyTls,
  connectTimeoutMs,
  ca,
  resolve,
}: ConnectorOptions): CheckedConnector {
  const sockets = new Set<Socket>()
  // The library's type says void, but it returns the socket, which is needed to end hanging handshakes.
  const connect: (...parameters: Parameters<buildConnector.connector>) => unknown = buildConnector({
    // Its timer is coarse and cannot distinguish a dead host from a hanging handshake; ours fires first.
    timeout: connectTimeoutMs * 2,
    keepAliveInitialDelay: PROBE_AFTER_MS,
    rejectUnauthorized: verifyTls,
    lookup: checkAddress(deny, resolve),
    // Made once: reading all the usual certificates for each connection would take tens of milliseconds.
    ...(ca !== undefined && { secureContext: createSecureContext({ ca: [...getCACertificates('default'), ca] }) }),
  })
  return {
    connect: (options, callback) => {
      try {
        assertAddressAllowed(options.hostname, deny)
      } catch (error: unknown) {
        callback(error instanceof Error ? error : new Error(String(error)), null)
        return
      }
      const socket = connect(options, callback)
      if (!(socket instanceof Socket)) return
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      limitConnecting(socket, connectTimeoutMs)
    },
    openSockets: () => [...sockets].filter(({ destroyed }) => !destroyed).length,
    destroySockets: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

function limitConnecting(socket: Socket, timeoutMs: number): void {
  const encrypted = socket instanceof TLSSocket
  const timer = setTimeout(() => {
    const inHandshake = encrypted && !socket.connecting
    socket.destroy(
      Object.assign(new Error('no connection in time'), {
        code: inHandshake ? 'ERR_TLS_HANDSHAKE_TIMEOUT' : 'ETIMEDOUT',
      }),
    )
  }, timeoutMs)
  const stop = () => clearTimeout(timer)
  socket.once(encrypted ? 'secureConnect' : 'connect', stop).once('close', stop)
}
