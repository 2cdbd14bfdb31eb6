import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'

/** A proxy between a client and a server that can interrupt and restore the connection. */
export type TcpProxy = {
  readonly port: number
  /** Ends all connections and refuses new ones. */
  readonly cut: () => void
  /** Keeps connections open but forwards nothing, including on new ones. */
  readonly stall: () => void
  /** Existing connections stay open but carry nothing from now on; new ones work. */
  readonly silence: () => void
  readonly restore: () => void
  readonly close: () => Promise<void>
}

export async function startTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'stalled' = 'open'
  const silent = new WeakSet<Socket>()
  const carries = (socket: Socket): boolean => state === 'open' && !silent.has(socket)
  const track = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    track(client)
    if (state === 'cut') client.destroy()
    if (state !== 'open') return
    const upstream = track(connect(target))
    client.on('data', (data) => carries(client) && upstream.write(data)).on('close', () => upstream.destroy())
    upstream
      .on('data', (data) => carries(client) && client.write(data))
      .on('close', () => !silent.has(client) && client.destroy())
  })
  const dropAll = (): void => sockets.forEach((socket) => socket.destroy())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cut: () => {
      state = 'cut'
      dropAll()
    },
    stall: () => {
      state = 'stalled'
    },
    silence: () => sockets.forEach((socket) => silent.add(socket)),
    restore: () => {
      // Stalled connections stay broken: bytes were lost.
      if (state === 'stalled') dropAll()
      state = 'open'
    },
    close: async () => {
      dropAll()
      server.close()
      await once(server, 'close')
    },
  }
}
