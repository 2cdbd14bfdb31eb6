import type { FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import type { AppOptions } from './app-options.ts'
import { chainExecutionChannel } from '../features/executions/index.ts'
import { mimImportChannel } from '../features/mim-registry/index.ts'
import { notificationsChannel } from '../features/notifications/index.ts'
import { SECOND } from '../kernel/durations.ts'
import { describeRoutes, documentationRoutes, serveDocumentationAssets } from '../platform/http/documentation.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import { createThrottles } from '../platform/http/throttles.ts'
import { throttleEdge } from '../platform/http/throttles-request.ts'
import { registerRoutes } from '../platform/http/register-routes.ts'
import { measureRequests, serveMetrics } from '../platform/metrics.ts'
import { serveChannels } from '../platform/realtime/gateway.ts'
import { createTickets } from '../platform/realtime/tickets.ts'
import type { Releasers } from '../kernel/releasers.ts'
import { VERSION } from './version.ts'
import { allRoutes } from './all-routes.ts'
import type { Features } from './create-features.ts'
import type { Adapters } from './open-adapters.ts'

/** Serves all routes and channels on one listener, and metrics on another if configured. */
export async function serveHttp(
  options: AppOptions,
  adapters: Adapters,
  features: Features,
  releasers: Releasers,
): Promise<{ url: string; http: FastifyInstance }> {
  const { config, clock, logger } = options
  const { sessions, audit, executions, mimRegistry, notifications, events } = features
  const tickets = createTickets(adapters.shared.cache, clock)
  const http = await createHttpServer({ logger, trustProxy: config.http.trustProxy, corsOrigins: config.http.corsOrigins })
  const throttles = createThrottles({ counters: adapters.shared.counters, limits: config.throttles, clock, logger })
  throttleEdge(http, throttles)

  if (config.metrics.port !== undefined) {
    const registry = new Registry()
    measureRequests(http, registry)
    releasers.add(await serveMetrics(registry, config.http.host, config.metrics.port))
  }
  await describeRoutes(http, VERSION)
  await serveDocumentationAssets(http)
  await serveChannels(http, {
    tickets,
    callerOf: sessions.callerOfSession,
    clock,
    logger,
    pingMs: config.sockets.pingIntervalMs,
    channels: [
      chainExecutionChannel({ executions, clock, logger }),
      mimImportChannel({ registry: mimRegistry, clock, logger }),
      notificationsChannel({ notifications, events }),
      ...(options.channels ?? []),
    ],
  })
  const routes = [
    ...allRoutes({ ...features, tickets, database: adapters.database }, config.http),
    ...documentationRoutes(http, config.http.signedOutDocs),
  ]
  registerRoutes(http, routes, {
    authenticate: sessions.authenticate,
    throttles,
    onDenied: (caller, method, path) =>
      audit.record(adapters.database.db, { action: 'access_deny', description: `${caller.username} was denied ${method} ${path}` }),
    publicUrl: config.http.publicUrl,
  })

  // Released first, because it was added last: requests end before what they need is closed.
  releasers.add({ close: () => drain(http, executions) })
  await http.listen({ host: config.http.host, port: config.http.port })
  const { port } = http.server.address() as AddressInfo
  return { url: `http://${config.http.host.includes(':') ? `[${config.http.host}]` : config.http.host}:${port}`, http }
}

// Within the ten seconds of a stop: short requests finish, runs end with a log that says why, and the rest is cut off.
const RUN_GRACE_MS = 3 * SECOND
const REPLY_GRACE_MS = 6 * SECOND

async function drain(http: FastifyInstance, executions: Features['executions']): Promise<void> {
  const timers = [setTimeout(executions.stopRuns, RUN_GRACE_MS), setTimeout(() => http.server.closeAllConnections(), REPLY_GRACE_MS)]
  try {
    await http.close()
  } finally {
    timers.forEach(clearTimeout)
  }
}
