import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Accepts connections and never answers. */
export async function startSilent(): Promise<{
  port: number
  connected: Promise<undefined>
  closed: Promise<undefined>
}> {
  const sockets: Socket[] = []
  const connected = Promise.withResolvers<undefined>()
  const closed = Promise.withResolvers<undefined>()
  const server = createServer((socket) => {
    sockets.push(socket)
    connected.resolve(undefined)
    // A socket that is not read never notices that it ended.
    socket
      .resume()
      .on('error', () => undefined)
      .once('close', () => closed.resolve(undefined))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, connected: connected.promise, closed: closed.promise }
}
