import { once } from 'node:events'
import { WebSocket } from 'ws'
import { sharedNow } from '../shared-clock.ts'

/** Clients of a socket server, all in one process; each records when the frame it waits for arrives. */
export async function open() {
  const sockets: WebSocket[] = []
  let awaited = ''
  let arrivals: number[] = []
  let all = Promise.withResolvers<void>()

  function listen(socket: WebSocket): void {
    socket.on('message', (data: Buffer) => {
      if (awaited === '' || !data.includes(awaited)) return
      arrivals.push(sharedNow())
      if (arrivals.length === sockets.length) all.resolve()
    })
    socket.on('close', (code) => all.reject(new Error(`a socket was closed with ${code}`)))
  }

  return {
    connect: async (urls: readonly string[]) => {
      const opened = urls.map((url) => new WebSocket(url))
      opened.forEach(listen)
      await Promise.all(opened.map((socket) => once(socket, 'open')))
      sockets.push(...opened)
    },
    /** From now on, waits for a frame that contains the text. */
    await: async (text: string) => {
      awaited = text
      arrivals = []
      all = Promise.withResolvers()
    },
    /** When each socket received its frame. */
    arrivals: async () => {
      await all.promise
      awaited = ''
      return arrivals
    },
    close: async () => {
      for (const socket of sockets) socket.removeAllListeners('close').terminate()
    },
  }
}
