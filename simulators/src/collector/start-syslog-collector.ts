import type { AddressInfo, Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { type CertificateKind, serverCertificate, type ServerCertificate } from '../shared/certificates.ts'
import { createFrameReader, parseSyslog, type SyslogMessage } from './parse-syslog.ts'

type Options = {
  readonly port?: number
  readonly host?: string
  readonly certificate?: CertificateKind
  /** Asks for a certificate of this authority. */
  readonly clientCa?: string
  readonly mostBytes?: number
}

/** What a collector may do wrong. */
type Fault =
  /** Accepts and reads nothing. */
  | { readonly kind: 'deaf' }
  /** Resets the connection once it has taken so many messages of it. */
  | { readonly kind: 'reset'; readonly after: number }

const MOST_BYTES = 8_192
const MOST_KEPT = 5_000

export type SyslogCollector = Awaited<ReturnType<typeof startSyslogCollector>>

/** A collector of syslog over TLS (RFC 5425), which is strict about what it takes and keeps the newest messages. */
export async function startSyslogCollector(options: Options = {}) {
  const { host = '127.0.0.1', clientCa, mostBytes = MOST_BYTES } = options
  const certificate: ServerCertificate = serverCertificate(options.certificate ?? 'trusted')
  const messages: SyslogMessage[] = []
  const faults: string[] = []
  const sockets = new Set<Socket>()
  let fault: Fault | undefined
  let connections = 0

  const reset = (socket: TLSSocket): void => {
    // Only the socket below TLS can be reset.
    for (const one of sockets) if (one.remotePort === socket.remotePort) one.resetAndDestroy()
    socket.destroy()
  }
  const keep = (message: SyslogMessage): void => {
    messages.push(message)
    messages.splice(0, Math.max(0, messages.length - MOST_KEPT))
  }
  function welcome(socket: TLSSocket): void {
    connections += 1
    socket.on('error', () => socket.destroy())
    if (fault?.kind === 'deaf') socket.pause()
    else
      readMessages(socket, {
        mostBytes,
        keep,
        mostMessages: fault?.after ?? Infinity,
        refuse: (why) => {
          if (why !== undefined) faults.push(why)
          reset(socket)
        },
      })
  }

  const server = createServer(
    {
      ...{ key: certificate.key, cert: certificate.chain, allowHalfOpen: false },
      ...(clientCa !== undefined && { ca: clientCa, requestCert: true, rejectUnauthorized: true }),
    },
    welcome,
  )
  server.on('tlsClientError', (_error, socket: TLSSocket) => socket.destroy())
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    })
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  await listen(options.port ?? 0)
  const { port } = server.address() as AddressInfo
  return {
    url: `tls://${host}:${port}`,
    port,
    ca: certificate.ca,
    messages,
    /** What was wrong with what arrived. */
    faults,
    connections: () => connections,
    fails: (next: Fault | undefined) => {
      fault = next
    },
    /** Away, and back on the same port. */
    stop,
    restart: () => listen(port),
    close: stop,
  }
}

type Reading = {
  readonly mostBytes: number
  readonly mostMessages: number
  readonly keep: (message: SyslogMessage) => void
  /** Without a reason it dies. */
  readonly refuse: (why?: string) => void
}

function readMessages(socket: TLSSocket, { mostBytes, mostMessages, keep, refuse }: Reading): void {
  const frames = createFrameReader(mostBytes)
  let taken = 0
  socket.on('data', (chunk: Buffer) => {
    try {
      for (const frame of frames.push(chunk)) {
        if (taken === mostMessages) {
          refuse()
          return
        }
        keep(parseSyslog(frame))
        taken += 1
      }
    } catch (error: unknown) {
      refuse(String(error))
    }
  })
  socket.on('end', () => {
    if (frames.rest() > 0) refuse('the connection ended in the middle of a message')
  })
}
