import { gauge } from '../metrics/metric.ts'
import type { Metrics } from '../metrics/metrics.ts'

export const SOCKETS = gauge('heddle_sockets', 'Open WebSockets by channel.', ['channel'])

export type SocketCounts = { readonly add: (channel: string) => () => void }

export function createSocketCounts(metrics: Pick<Metrics, 'gauge'>): SocketCounts {
  const open = new Map<string, number>()
  const change = (channel: string, by: number): void => void open.set(channel, (open.get(channel) ?? 0) + by)
  metrics.gauge(SOCKETS, () => [...open].map(([channel, value]) => ({ labels: { channel }, value })))
  return {
    /** Returns a function for when the socket has closed. */
    add: (channel) => {
      change(channel, 1)
      return () => change(channel, -1)
    },
  }
}
