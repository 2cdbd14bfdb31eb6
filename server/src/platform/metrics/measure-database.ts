import type { Pool } from 'pg'
import { gauge, histogram } from './metric.ts'
import type { Metrics } from './metrics.ts'

const CONNECTIONS = gauge('heddle_database_connections', 'Connections of the pool, in use or idle.', ['state'])
const LIMIT = gauge('heddle_database_connections_limit', 'Most connections that the pool opens.')
const WAITING = gauge('heddle_database_waiting', 'Callers that wait for a connection.')
const WAITS = histogram(
  'heddle_database_wait_seconds',
  'How long callers waited for a connection.',
  [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 15],
)

export const DATABASE_METRICS = [CONNECTIONS, LIMIT, WAITING, WAITS]

/** The pool emits `waited`, with milliseconds, whenever a caller got a connection. */
export function measureDatabase(pool: Pool, metrics: Metrics): void {
  const waits = metrics.histogram(WAITS)
  pool.on('waited' as 'acquire', (ms: unknown) => waits.observe(Number(ms) / 1000))
  metrics.gauge(CONNECTIONS, () => [
    { labels: { state: 'in_use' }, value: pool.totalCount - pool.idleCount },
    { labels: { state: 'idle' }, value: pool.idleCount },
  ])
  metrics.gauge(LIMIT, () => pool.options.max)
  metrics.gauge(WAITING, () => pool.waitingCount)
}
