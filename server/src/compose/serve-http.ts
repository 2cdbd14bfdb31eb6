import { canvasParts } from '@heddle/domain/canvas-schema/canvas-parts.ts'
import type { FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { auditFeature } from '../features/audit/index.ts'
import { apiTokensFeature, isApiToken } from '../features/api-tokens/index.ts'
import { authFeature } from '../features/auth/index.ts'
import { idempotencyFeature } from '../features/idempotency/index.ts'
import { queryFilesFeature } from '../features/query-files/index.ts'
import { API_TAGS } from './api-tags.ts'
import type { AppOptions } from './app-options.ts'
import { describeRoutes, documentationRoutes, serveDocumentationAssets } from '../platform/http/documentation.ts'
import { drainRequests } from '../platform/http/drain-requests.ts'
import { type HeldRequests, holdRequests } from '../platform/http/hold-requests.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import { createThrottles } from '../platform/http/throttles.ts'
import { throttleEdge } from '../platform/http/throttles-request.ts'
import { registerRoutes } from '../platform/http/register-routes.ts'
import type { Route } from '../platform/http/route.ts'
import { serveCommandLine } from '../platform/http/command-line.ts'
import { serveWebUi } from '../platform/http/web-ui.ts'
import { traceRequests } from '../platform/http/trace-requests.ts'
import type { Platform } from '../platform/feature.ts'
import { measureRequests } from '../platform/metrics/measure-requests.ts'
import { serveChannels } from '../platform/realtime/gateway.ts'
import { createSocketCounts } from '../platform/realtime/socket-counts.ts'
import type { Releasers } from '../kernel/releasers.ts'
import type { Features } from './build-features.ts'
import { findCaller } from './find-caller.ts'
import { VERSION } from '../kernel/product-version.ts'

const BUILT_WEB_UI = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const BUILT_COMMAND_LINE = fileURLToPath(new URL('../../../cli/dist', import.meta.url))

const API = { version: VERSION, parts: canvasParts(), tags: API_TAGS }

/** Serves all routes and channels on one listener, once requests are admitted. */
export async function serveHttp(
  options: AppOptions,
  platform: Platform,
  features: Features,
  releasers: Releasers,
): Promise<{ url: string; http: FastifyInstance; requests: HeldRequests }> {
  const { config, clock, logger, database, shared, tickets, events, draining } = platform
  const { authenticate, callerOfTicket, findLive } = findCaller({
    sessions: features.of(authFeature).sessions,
    apiTokens: features.of(apiTokensFeature),
    tickets,
  })
  const audit = features.of(auditFeature)
  const http = await createHttpServer({
    logger,
    trustProxy: config.http.trustProxy,
    corsOrigins: config.http.corsOrigins,
  })
  options.watchAnswers?.(http)
  const requests = holdRequests(http)
  const drained = drainRequests(http, {
    draining,
    interrupt: () => features.all.forEach(({ interrupt }) => interrupt()),
  })
  const throttles = createThrottles({ counters: shared.counters, limits: config.throttles, clock, logger })
  throttleEdge(http, throttles)

  traceRequests(http, platform.tracing)
  if (config.metrics.port !== undefined) measureRequests(http, platform.metrics)
  await describeRoutes(http, { publicUrl: config.http.publicUrl, ...API })
  await serveDocumentationAssets(http)
  await serveChannels(http, {
    callerOfTicket,
    findLive,
    events,
    draining,
    clock,
    logger,
    pingMs: config.sockets.pingIntervalMs,
    counts: createSocketCounts(platform.metrics),
    channels: [...features.all.flatMap(({ channels }) => channels()), ...(options.channels ?? [])],
  })
  const routes = routesOf(platform, features, http)
  platform.operations.open(routes, config.http.publicUrl ?? platform.publicUrl)
  registerRoutes(http, routes, {
    authenticate,
    callerOfTicket,
    isApiToken,
    throttles,
    idempotencyKeys: features.of(idempotencyFeature),
    onDenied: (caller, method, path) =>
      audit.record(database.db, { action: 'access_deny', description: `${caller.username} may not ${method} ${path}` }),
    limits: config.throttles,
    bases: { publicUrl: config.http.publicUrl, ownUrl: platform.publicUrl },
  })
  serveCommandLine(http, options.commandLineFolder ?? BUILT_COMMAND_LINE)
  if (config.http.webUi)
    serveWebUi(http, options.webUiFolder ?? BUILT_WEB_UI, {
      hasDirectory: config.directory !== undefined,
      hasSignOn: config.signOn.length > 0,
    })

  // Released first, because it was added last: requests end before what they need is closed.
  releasers.add({
    close: () => {
      requests.refuse()
      return drained.close()
    },
  })
  await http.listen({ host: config.http.host, port: config.http.port })
  const { port } = http.server.address() as AddressInfo
  return {
    url: `http://${config.http.host.includes(':') ? `[${config.http.host}]` : config.http.host}:${port}`,
    http,
    requests,
  }
}

function routesOf({ config }: Platform, features: Features, http: FastifyInstance): readonly Route[] {
  const { yaml } = features.of(queryFilesFeature)
  return [
    ...features.all.flatMap((feature) => feature.routes()),
    ...documentationRoutes(http, config.http.signedOutDocs, (json) => yaml.write(json, null)),
  ]
}
