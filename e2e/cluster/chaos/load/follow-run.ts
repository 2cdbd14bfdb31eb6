import { setTimeout as delay } from 'node:timers/promises'
import { openChannel, succeeded } from '../../harness/api.ts'
import type { Gateway } from '../gateway.ts'
import type { LoadContext } from './load.ts'

const FINISHED = 1000
const RECONNECT_MS = 1_000
/** Processes ping more often than that. */
const SILENT_AFTER_MS = 15_000

/** Follows a run as a client does, over as many connections as it takes, and notes what it receives. */
export function follow(context: LoadContext, id: string): void {
  const { ledger, followers } = context
  ledger.followed.set(id, [])
  const following = followToEnd(context, id).then((types) => {
    ledger.followed.set(id, types)
    followers.delete(following)
  })
  followers.add(following)
}

async function followToEnd({ gateway, giveUp }: LoadContext, id: string): Promise<readonly string[]> {
  while (!giveUp.aborted) {
    const types = await followOnce(gateway, `/ws/chain-execution/${id}/`).catch(() => undefined)
    if (types) return types
    await delay(RECONNECT_MS)
  }
  return []
}

/** The types of the frames of a channel that ended as it should; undefined when it broke off. */
async function followOnce(gateway: Gateway, path: string): Promise<readonly string[] | undefined> {
  const { ticket } = succeeded(await gateway.post('/api/ws-ticket/'))
  const channel = await openChannel(gateway.url(), path, ticket)
  const watch = setInterval(() => {
    if (channel.frames.length === heard) channel.close()
    heard = channel.frames.length
  }, SILENT_AFTER_MS)
  let heard = 0
  const code = await channel.closed.finally(() => clearInterval(watch))
  return code === FINISHED ? channel.frames.flatMap(({ type }) => (type === 'ping' ? [] : (type as string))) : undefined
}
