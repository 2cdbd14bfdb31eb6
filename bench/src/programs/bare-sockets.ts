import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { sharedNow } from '../shared-clock.ts'
import { readMemory } from './own-usage.ts'

/** The floor: a socket server that knows nobody and keeps nothing, and sends one text to all. */
export async function open() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  return {
    url: async () => `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    broadcast: async (text: string) => {
      const askedAt = sharedNow()
      for (const client of server.clients) client.send(text)
      return { askedAt, returnedAt: askedAt }
    },
    memory: async () => readMemory(),
  }
}
