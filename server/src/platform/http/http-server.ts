import cors from '@fastify/cors'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { SECOND } from '../../kernel/durations.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import { answerClientError } from './client-errors.ts'
import { answerError, installErrorHandler } from './error-handler.ts'
import { compressReplies } from './compression.ts'
import { keepAnswers } from './use-idempotency-key.ts'
import { BODY_LIMIT_BYTES, parseJsonBody } from './json-body.ts'
import { lazySerializers } from './lazy-serializers.ts'
import { limitSockets } from './open-sockets.ts'
import { USUAL_HEADERS } from './usual-headers.ts'

export type HttpOptions = {
  readonly logger: Logger
  readonly trustProxy: boolean
  readonly corsOrigins: readonly string[]
}

/**
 * Until the last byte of a request has come: ten megabytes within two minutes is a slow line. The framework's default
 * has no such end, so that bodies that trickle would hold their sockets.
 */
const REQUEST_TIMEOUT_MS = 120 * SECOND
/** Until the last of its headers has come, which is one packet for honest clients. */
const HEADERS_TIMEOUT_MS = 20 * SECOND
/** How often both are looked at. */
const TIMEOUT_CHECK_MS = 5 * SECOND

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
    // A request that a proxy had sent before it noticed the stop is answered like any other.
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildSerializer: lazySerializers() } },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID()
    },
    // Errors before a route is chosen, and before there is a request at all. They skip the hooks.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply)
      answerError(error, request, reply)
      logRequest(request, reply)
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, options.logger),
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Checked by a hook, because Node would answer without a body.
      requireHostHeader: false,
    },
  })
  // Node would refuse other expectations without a body; they may be ignored.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  limitSockets(app.server, options.logger)
  installJsonParser(app)
  installErrorHandler(app)
  installHeadersAndLog(app)
  keepAnswers(app)
  compressReplies(app)
  if (options.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: [...options.corsOrigins],
      exposedHeaders: ['ETag', 'X-Request-ID', 'Retry-After', 'Idempotency-Replayed'],
      maxAge: 600,
    })
  }
  return app
}

function installJsonParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    /^application\/([\w.+-]+\+)?json\b/,
    { parseAs: 'string' },
    (_request, text, done) => {
      try {
        done(null, parseJsonBody(text))
      } catch (error: unknown) {
        done(error as Error)
      }
    },
  )
}

function installHeadersAndLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    setHeaders(request, reply)
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
      throw FieldErrors.nonField('The Host header is missing.')
  })
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply))
}

function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(USUAL_HEADERS).header('x-request-id', request.id)
  if (!isTrustworthy(request)) reply.removeHeader('cross-origin-opener-policy')
}

/** Browsers honour some headers only here; on plain http with a name they report them as errors in every console. */
const isTrustworthy = ({ protocol, hostname }: FastifyRequest): boolean =>
  protocol === 'https' || /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** One line per request, without the query string: it may hold a ticket. */
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?', 1)[0]
  const fields = {
    method: request.method,
    path,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    user_id: request.caller?.id,
    trace_id: request.trace?.context.traceId,
  }
  // While a store is away, one line a minute says so: see platform/log.
  if (reply.statusCode >= 500 && reply.statusCode !== 503) request.log.error(fields, 'request')
  else request.log.info(fields, 'request')
}
