import type { FastifyInstance } from 'fastify'
import { histogram } from './metric.ts'
import type { Metrics } from './metrics.ts'

export const REQUEST_SECONDS = histogram(
  'heddle_http_request_seconds',
  'Duration of HTTP requests.',
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  ['method', 'route', 'status'],
)

/** By route, never by URL: ids and tokens stay out of the labels, and there are only so many routes. */
export function measureRequests(app: FastifyInstance, metrics: Pick<Metrics, 'histogram'>): void {
  const times = metrics.histogram(REQUEST_SECONDS)
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    times.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}
