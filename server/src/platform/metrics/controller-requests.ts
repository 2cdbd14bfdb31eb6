import type { WatchRequest } from '../../adapters/controller/controller-options.ts'
import type { ControllerPool } from '../../adapters/controller/controller-pool.ts'
import { counter, gauge, histogram } from './metric.ts'
import type { Metrics } from './metrics.ts'

const REQUESTS = counter('heddle_controller_requests_total', 'Requests to controllers, each attempt, by outcome.', [
  'connection',
  'outcome',
])
const SECONDS = histogram(
  'heddle_controller_request_seconds',
  'From sending a request to a controller to the end of its answer.',
  [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
  ['connection'],
)
const IN_FLIGHT = gauge('heddle_controller_requests_in_flight', 'Requests that a controller has not answered yet.', [
  'connection',
])

const WAITING = gauge('heddle_controller_requests_waiting', 'Requests that wait for their turn at a controller.', [
  'controller',
])

export const CONTROLLER_METRICS = [REQUESTS, SECONDS, IN_FLIGHT, WAITING]

/** By controller, because connections to one controller wait in one line. */
export function measureControllerWaits(controllers: Pick<ControllerPool, 'use'>, metrics: Metrics): void {
  metrics.gauge(WAITING, () =>
    controllers.use().map(({ controller, requests }) => ({ labels: { controller }, value: requests })),
  )
}

/** By the name of the connection, or its id where there is none. */
export function watchControllerRequests(metrics: Metrics): WatchRequest {
  const requests = metrics.counter(REQUESTS)
  const seconds = metrics.histogram(SECONDS)
  const inFlight = new Map<string, number>()
  const change = (connection: string, by: number): void =>
    void inFlight.set(connection, (inFlight.get(connection) ?? 0) + by)
  metrics.gauge(IN_FLIGHT, () => [...inFlight].map(([connection, value]) => ({ labels: { connection }, value })))
  return ({ connectionId, name: connection = connectionId }) => {
    const sentAt = performance.now()
    change(connection, 1)
    return ({ reason: outcome }) => {
      change(connection, -1)
      requests.inc({ connection, outcome })
      seconds.observe({ connection }, (performance.now() - sentAt) / 1000)
    }
  }
}
