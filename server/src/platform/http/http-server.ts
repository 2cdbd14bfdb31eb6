import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { installErrorHandler } from './error-handler.ts'
import { BODY_LIMIT_BYTES, parseJsonBody } from './json-body.ts'
import { lazySerializers } from './lazy-serializers.ts'

export type HttpOptions = {
  readonly logger: Logger
  readonly trustProxy: boolean
  readonly corsOrigins: readonly string[]
}

const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/

/**
 * A Fastify instance with the API's conventions: request ids, headers, body limits, error bodies. Register routes
 * after.
 */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  // Typed as the framework's own logger, so that the instance has its usual type.
  const loggerInstance: FastifyBaseLogger = options.logger
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    // The address the nearest proxy vouches for: the rightmost entry.
    trustProxy: options.trustProxy ? (_address, hop) => hop === 0 : false,
    forceCloseConnections: 'idle',
    schemaController: { compilersFactory: { buildSerializer: lazySerializers() } },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID()
    },
  })
  installJsonParser(app)
  installErrorHandler(app)
  installHeadersAndLog(app)
  await app.register(helmet, {
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // Responses are data: nothing in them may be loaded, run or framed. The documentation pages set their own policy.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] } },
  })
  if (options.corsOrigins.length > 0) {
    await app.register(cors, { origin: [...options.corsOrigins], exposedHeaders: ['ETag', 'X-Request-ID', 'Retry-After'], maxAge: 600 })
  }
  return app
}

function installJsonParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(/^application\/([\w.+-]+\+)?json\b/, { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, parseJsonBody(text))
    } catch (error: unknown) {
      done(error as Error)
    }
  })
}

function installHeadersAndLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply))
}

/** One line per request, without the query string: it may hold a ticket. */
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?', 1)[0]
  const fields = { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime), user_id: request.caller?.id }
  if (reply.statusCode >= 500) request.log.error(fields, 'request')
  else request.log.info(fields, 'request')
}
