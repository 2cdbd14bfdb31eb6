import type { Heddle } from '@heddle/client'
import { formatTable } from './print-table.ts'

const NAME = 'Night shift'

/** A webhook that is tested, with what it sent, and a receiver that verified it. */
export async function showChannels({ notifications: { channels } }: Heddle, receiver: string): Promise<void> {
  for await (const { id, name } of channels.all()) if (name === NAME) await channels.remove(id)
  const { id, secret } = await channels.create({ name: NAME, type: 'webhook', target: `${receiver}/hooks/heddle` })
  await fetch(`${receiver}/settings`, { method: 'PUT', body: JSON.stringify({ secret }) })
  const { detail } = await channels.test(id)
  const { results } = await channels.deliveries.list(id)
  console.log(`\nChannel ${NAME} (/api/notifications/channels/), a signed webhook. Its test: ${detail}\n`)
  console.log(formatTable(['at', 'event', 'status', 'response_status', 'title'], results))
  console.log(`\nWhat arrived: ${receiver}/`)
}
