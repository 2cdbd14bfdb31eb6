import { connect, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { Client } from 'ldapts'
import { DirectoryFailure, step } from './directory-failure.ts'
import type { Target } from './directory-target.ts'
import { isOneMessage } from './one-message.ts'

/** One connection to the directory, for one bind. */
export type Connection = {
  readonly client: Client
  /** Encrypts the line when StartTLS is asked for; comes before anything else. */
  readonly secure: () => Promise<void>
  readonly close: () => Promise<void>
  /** Ends everything at once; whatever waits for an answer fails. */
  readonly destroy: () => void
}

/**
 * Opens nothing until it is used. The sockets are ours, not the library's: it would open a second one, without
 * encryption and without bind, when the first is lost, and it has no time limit for the handshake of StartTLS.
 */
export function createConnection(target: Target): Connection {
  const line = createLine(target)
  const client = new Client({
    url: target.url,
    timeout: target.timeoutMs,
    connectTimeout: target.timeoutMs,
    createConnection: line.open,
    createSecureConnection: line.encrypt,
  })
  return {
    client,
    secure: async () => {
      if (target.encryption === 'starttls') await step('StartTLS', () => client.startTLS())
    },
    close: async () => {
      // A line that is gone carries no farewell, and the library would wait for the end of its time.
      if (line.isUsable()) await client.unbind().catch(() => undefined)
      line.destroy()
    },
    destroy: line.destroy,
  }
}

function createLine(target: Target) {
  const { host, port, serverName, secureContext } = target
  const received: Buffer[] = []
  const collect = (data: Buffer): number => received.push(data)
  let plain: Socket | undefined
  let encrypted: TLSSocket | undefined
  let isOver = false

  const assertFirst = (socket: Socket | undefined): void => {
    if (isOver || socket !== undefined) throw new DirectoryFailure('unavailable', 'connection lost')
  }

  return {
    open: (): Socket => {
      assertFirst(plain)
      plain = connect({ host, port })
      return target.encryption === 'starttls' ? plain.on('data', collect) : plain
    },
    encrypt: (): TLSSocket => {
      assertFirst(encrypted)
      plain?.off('data', collect)
      // What somebody on the way slipped in before the handshake would be read as if it had come after it.
      if (plain && !isOneMessage(Buffer.concat(received))) throw new DirectoryFailure('unavailable', 'StartTLS: data before the handshake')
      encrypted = connectTls({
        ...(plain ? { socket: plain } : { port }),
        host,
        ...(serverName === undefined ? {} : { servername: serverName }),
        secureContext,
        // Said, because the environment can turn the default off.
        rejectUnauthorized: true,
      })
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
