import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { sharedNow } from '../shared-clock.ts'
import { readMemory } from './own-usage.ts'

/** The floor: a socket server without users or storage that sends one text to every client. */
export async function open() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  return {
    url: async () => `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    broadcast: async (text: string) => {
      const calledAt = sharedNow()
      for (const client of server.clients) client.send(text)
      return { calledAt, returnedAt: calledAt }
    },
    memory: async () => readMemory(),
  }
}
