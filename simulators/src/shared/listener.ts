import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { serverCertificate, type CertificateKind, type ServerCertificate } from './certificates.ts'
import { nginxPage } from './html-pages.ts'

type ListenerParts = {
  readonly handler: { handle(request: IncomingMessage, response: ServerResponse): Promise<void> }
  readonly faults: { readonly dead: boolean }
  readonly counters: { openSockets: number; socketsOpened: number }
  readonly tls: CertificateKind | undefined
  readonly host: string
}

/** Long request lines must reach the handler, which answers 414 as nginx does. */
const MAX_HEADER_BYTES = 256 * 1024
const KEEP_ALIVE_MS = 65_000

/** The listening socket of one simulator and its open connections. */
export class Listener {
  readonly ca: string | undefined
  readonly #parts: ListenerParts
  readonly #certificate: ServerCertificate | undefined
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #port = 0

  constructor(parts: ListenerParts) {
    this.#parts = parts
    this.#certificate = parts.tls && serverCertificate(parts.tls)
    this.ca = this.#certificate?.ca
  }

  get port(): number {
    return this.#port
  }

  get url(): string {
    const host = this.#parts.host === '127.0.0.1' && this.#certificate ? 'localhost' : this.#parts.host
    return `${this.#certificate ? 'https' : 'http'}://${host}:${this.#port}`
  }

  async listen(port: number): Promise<void> {
    const server = this.#createServer()
    server.keepAliveTimeout = KEEP_ALIVE_MS
    server.on('connection', (socket: Socket) => this.#welcome(socket))
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      if (socket.writable) socket.end(refusal(error.code === 'HPE_HEADER_OVERFLOW' ? 414 : 400))
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, this.#parts.host, resolve)
    })
    this.#server = server
    this.#port = (server.address() as AddressInfo).port
  }

  /** Stops listening and destroys all connections. */
  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (!server) return
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    const disconnected = [...this.#sockets].map((socket) => once(socket, 'close'))
    for (const socket of this.#sockets) socket.destroy()
    await Promise.all([closed, ...disconnected])
  }

  #createServer(): Server {
    const handle = (request: IncomingMessage, response: ServerResponse) => void this.#handle(request, response)
    const certificate = this.#certificate
    if (!certificate) return createServer({ maxHeaderSize: MAX_HEADER_BYTES }, handle)
    return createTlsServer({ maxHeaderSize: MAX_HEADER_BYTES, key: certificate.key, cert: certificate.chain }, handle)
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#parts.handler.handle(request, response)
    } catch (error: unknown) {
      // Waits end this way when the simulator closes or the client disconnects; any other error must be visible.
      if (!response.destroyed && !response.headersSent) response.writeHead(500).end(String(error))
    }
  }

  #welcome(socket: Socket): void {
    const { counters, faults } = this.#parts
    this.#sockets.add(socket)
    counters.openSockets++
    counters.socketsOpened++
    socket.once('close', () => {
      this.#sockets.delete(socket)
      counters.openSockets--
    })
    if (faults.dead) socket.destroy()
  }
}

/** The nginx page for input that is not valid HTTP, such as a lower-case method. */
function refusal(status: number): string {
  const page = nginxPage(status)
  return `HTTP/1.1 ${status} Refused\r\nserver: nginx\r\ncontent-type: text/html\r\ncontent-length: ${page.length}\r\nconnection: close\r\n\r\n${page}`
}
