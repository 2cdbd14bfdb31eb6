import type { FastifyInstance } from 'fastify'
import { createServer } from 'node:http'
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client'

/** Request durations by route, never by URL: ids and tokens stay out of the labels. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const times = new Histogram({
    name: 'heddle_http_request_seconds',
    help: 'Duration of HTTP requests in seconds.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    times.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}

/** `/metrics` on its own listener, for the monitoring network. */
export async function serveMetrics(registry: Registry, host: string, port: number): Promise<{ close: () => Promise<void> }> {
  collectDefaultMetrics({ register: registry })
  const server = createServer((request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
