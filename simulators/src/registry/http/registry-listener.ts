import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { RegistryCounters } from './registry-log.ts'

const KEEP_ALIVE_MS = 65_000

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** The listening socket of the registry and its open connections. */
export class RegistryListener {
  readonly #handle: Handle
  readonly #counters: RegistryCounters
  readonly #host: string
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #port = 0

  constructor(handle: Handle, counters: RegistryCounters, host: string) {
    this.#handle = handle
    this.#counters = counters
    this.#host = host
  }

  get port(): number {
    return this.#port
  }

  get url(): string {
    return `http://${this.#host}:${this.#port}`
  }

  async listen(port: number): Promise<void> {
    const server = createServer((request, response) => void this.#answer(request, response))
    server.keepAliveTimeout = KEEP_ALIVE_MS
    server.on('connection', (socket: Socket) => this.#welcome(socket))
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, this.#host, resolve)
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
    const gone = [...this.#sockets].map((socket) => once(socket, 'close'))
    for (const socket of this.#sockets) socket.destroy()
    await Promise.all([closed, ...gone])
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#handle(request, response)
    } catch (error: unknown) {
      // Waits end this way when the registry closes or the client disconnects; any other error must be visible at once.
      if (!response.destroyed && !response.headersSent) response.writeHead(500).end(String(error))
    }
  }

  #welcome(socket: Socket): void {
    this.#sockets.add(socket)
    this.#counters.openSockets++
    this.#counters.socketsOpened++
    socket.once('close', () => {
      this.#sockets.delete(socket)
      this.#counters.openSockets--
    })
  }
}
