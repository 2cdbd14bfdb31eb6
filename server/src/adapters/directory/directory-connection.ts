import { connect, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { Client } from 'ldapts'
import { DirectoryFailure, step } from './directory-failure.ts'
import type { Target } from './directory-target.ts'
import { isOneMessage } from './one-message.ts'

/**
 * In bytes, of one connection, which is good for one bind and its searches: some thousand groups. The library keeps
 * what it reads of a message until it is complete, and a message may announce any length.
 */
export const MOST_RECEIVED_BYTES = 4_000_000

/** One connection to the directory, for one bind. */
export type Connection = {
  readonly client: Client
  /** Encrypts the connection if StartTLS is configured; call it before anything else. */
  readonly secure: () => Promise<void>
  readonly close: () => Promise<void>
  /** Ends everything at once; pending requests fail. */
  readonly destroy: () => void
}

/**
 * Connects on first use. The sockets are ours, not the library's: when a connection is lost it would open a second one
 * without encryption and bind, and it has no timeout for the StartTLS handshake.
 */
export function createConnection(target: Target): Connection {
  const sockets = createSockets(target)
  const client = new Client({
    url: target.url,
    timeout: target.timeoutMs,
    connectTimeout: target.timeoutMs,
    createConnection: sockets.open,
    createSecureConnection: sockets.encrypt,
  })
  return {
    client,
    secure: async () => {
      if (target.encryption === 'starttls') await step('StartTLS', () => client.startTLS())
    },
    close: async () => {
      // A lost connection cannot unbind, and the library would wait for its timeout.
      if (sockets.isUsable()) await client.unbind().catch(() => undefined)
      sockets.destroy()
    },
    destroy: sockets.destroy,
  }
}

function createSockets(target: Target) {
  const { host, port, serverName, secureContext } = target
  const received: Buffer[] = []
  const collect = (data: Buffer): number => received.push(data)
  let plain: Socket | undefined
  let encrypted: TLSSocket | undefined
  let isOver = false
  let receivedBytes = 0

  /** Listening changes nothing for the library, which listens too. */
  const limit = <S extends Socket>(socket: S): S =>
    socket.on('data', (data: Buffer) => {
      receivedBytes += data.length
      if (receivedBytes > MOST_RECEIVED_BYTES)
        socket.destroy(new Error(`the directory sent more than ${MOST_RECEIVED_BYTES} bytes`))
    })

  const assertFirst = (socket: Socket | undefined): void => {
    if (isOver || socket !== undefined) throw new DirectoryFailure('unavailable', 'connection lost')
  }

  return {
    open: (): Socket => {
      assertFirst(plain)
      plain = limit(connect({ host, port }))
      return target.encryption === 'starttls' ? plain.on('data', collect) : plain
    },
    encrypt: (): TLSSocket => {
      assertFirst(encrypted)
      plain?.off('data', collect)
      // Data injected before the handshake would be read as if it had come after it.
      if (plain && !isOneMessage(Buffer.concat(received)))
        throw new DirectoryFailure('unavailable', 'StartTLS: data before the handshake')
      encrypted = limit(
        connectTls({
          ...(plain ? { socket: plain } : { port }),
          host,
          ...(serverName === undefined ? {} : { servername: serverName }),
          secureContext,
          // Explicit, because the environment can turn the default off.
          rejectUnauthorized: true,
        }),
      )
      return encrypted
    },
    isUsable: () => !isOver && !(encrypted ?? plain)?.destroyed,
    destroy: () => {
      isOver = true
      if (encrypted?.destroyed === false) encrypted.destroy(new Error('Connection closed'))
      plain?.destroy()
    },
  }
}
