import { once } from 'node:events'
import type { ApiClient } from './api-client.ts'

export type Frame = { readonly type: string; readonly data?: Readonly<Record<string, unknown>> }

/** Yields the frames of a channel until the server closes it. A ticket opens one socket. */
export async function* framesOf(api: ApiClient, url: string, channel: string): AsyncGenerator<Frame> {
  const { ticket } = await api.post<{ ticket: string }>('/api/ws-ticket/')
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${channel}?ticket=${ticket}`)
  const closing = new AbortController()
  socket.addEventListener('close', () => closing.abort())
  const frames: Frame[] = []
  socket.addEventListener('message', ({ data }) => frames.push(JSON.parse(String(data)) as Frame))
  do {
    // Closing the socket also ends the wait.
    await once(socket, 'message', closing).catch(() => undefined)
    yield* frames.splice(0)
  } while (!closing.signal.aborted)
}

export const describeFrame = ({ type, data = {} }: Frame): string =>
  `${type.padEnd(18)} ${Object.entries(data)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('  ')}`
