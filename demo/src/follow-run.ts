import { once } from 'node:events'
import type { ApiClient } from './api-client.ts'

type Started = { channel: string; execution_id: string }
type Frame = { type: string; data?: Record<string, unknown> }

/** Runs a query in the background and prints what its channel tells, until it closes. */
export async function followRun(api: ApiClient, url: string, query: string): Promise<void> {
  const { channel, execution_id } = await api.post<Started>(`/api/queries/saved-queries/${query}/execute_background/`)
  console.log(`\nThe same in the background, followed live (${channel.replace(execution_id, '<id>')}):\n`)
  for await (const { type, data } of framesOf(api, url, channel)) if (type !== 'ping') console.log(`  ${describe(type, data ?? {})}`)
}

/** The frames of a channel until the server closes it; a ticket opens it once. */
async function* framesOf(api: ApiClient, url: string, channel: string): AsyncGenerator<Frame> {
  const { ticket } = await api.post<{ ticket: string }>('/api/ws-ticket/')
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${channel}?ticket=${ticket}`)
  const closing = new AbortController()
  socket.addEventListener('close', () => closing.abort())
  const frames: Frame[] = []
  socket.addEventListener('message', ({ data }) => frames.push(JSON.parse(String(data)) as Frame))
  do {
    // Closing is the other end of the wait.
    await once(socket, 'message', closing).catch(() => undefined)
    yield* frames.splice(0)
  } while (!closing.signal.aborted)
}

const describe = (type: string, data: Record<string, unknown>): string =>
  `${type.padEnd(18)} ${Object.entries(data)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('  ')}`
