import { type BlockList, Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { buildConnector } from 'undici'
import { assertAddressAllowed, checkAddress, type ResolveName } from './check-address.ts'

export type ConnectorOptions = {
  readonly deny: BlockList
  readonly verifyTls: boolean
  readonly connectTimeoutMs: number
  readonly resolve?: ResolveName
}

export type CheckedConnector = {
  /** For the `connect` option of an undici pool. */
  readonly connect: buildConnector.connector
  /** Sockets of this connector that are still open, those still connecting included. */
  readonly openSockets: () => number
  /** Also ends sockets in the middle of a handshake, which a destroyed pool leaves alone until their timeout. */
  readonly destroySockets: () => void
}

/** Connects only to addresses that are allowed; name and certificate checks keep using the name. */
export function checkedConnector({ deny, verifyTls, connectTimeoutMs, resolve }: ConnectorOptions): CheckedConnector {
  const sockets = new Set<Socket>()
  // The library's type says void, but the socket is returned; it is needed to end handshakes that hang.
  const connect: (...parameters: Parameters<buildConnector.connector>) => unknown = buildConnector({
    // Its timer is coarse and does not tell a dead host from a handshake that hangs; ours comes first.
    timeout: connectTimeoutMs * 2,
    rejectUnauthorized: verifyTls,
    lookup: checkAddress(deny, resolve),
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
    socket.destroy(Object.assign(new Error('no connection in time'), { code: inHandshake ? 'ERR_TLS_HANDSHAKE_TIMEOUT' : 'ETIMEDOUT' }))
  }, timeoutMs)
  const stop = () => clearTimeout(timer)
  socket.once(encrypted ? 'secureConnect' : 'connect', stop).once('close', stop)
}
