import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OUTAGE_RETRY_MS, ServiceError, ServiceUnavailable } from '../../kernel/errors.ts'
import { type Outage, outageOf } from '../outages.ts'
import { type Dialect, dialectOf } from './dialect.ts'
import { HttpError, httpErrorOf } from './http-error.ts'
import { BODY_LIMIT_BYTES, inMegabytes } from './json-body.ts'

/**
 * Turns whatever a handler threw into the documented body; never a stack trace, and never a library's message on a 5xx.
 */
export function installErrorHandler(app: FastifyInstance): void {
  app.decorate('dialects', new Set<Dialect>())
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => sendHttpError(NOT_FOUND, request, reply))
}

const NOT_FOUND = new HttpError(404, { detail: 'Not found.' })

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ServiceError) return sendHttpError(httpErrorOf(error), request, reply)
  if (error instanceof HttpError) return sendHttpError(error, request, reply)
  const known = frameworkError(error as Partial<FastifyError>, request.routeOptions.bodyLimit)
  if (known?.status === 413) readOn(reply)
  if (known) return sendHttpError(known, request, reply)
  if (isClientGone(error, reply)) {
    request.log.info('the client left before its answer was complete')
    return reply
  }
  request.log.error({ err: error }, 'request failed')
  const outage = outageOf(error)
  if (outage)
    return sendHttpError(httpErrorOf(new ServiceUnavailable(OUTAGES[outage.of], OUTAGE_RETRY_MS)), request, reply)
  return sendHttpError(new HttpError(500, { detail: 'The server could not answer this request.' }), request, reply)
}

/**
 * Takes back what the framework said of closing the connection: most clients read the answer only after they have sent
 * everything, and a closed connection would be all they see. The rest is thrown away as it comes, for as long as any
 * request may take.
 */
function readOn(reply: FastifyReply): void {
  reply.removeHeader('connection')
}

/** A stream to a client that has left ends early, which is no fault of ours. */
const isClientGone = (error: unknown, { raw }: FastifyReply): boolean =>
  raw.destroyed && (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'

const OUTAGES = {
  database: 'The database is out of reach, or too busy.',
  cache: 'The cache is out of reach.',
} satisfies Record<Outage['of'], string>

function sendHttpError(error: HttpError, request: FastifyRequest, reply: FastifyReply) {
  const dialect = dialectOf(request)
  const ours = error.status >= 500 ? { ...error.body, request_id: request.id } : error.body
  const body = dialect?.errorBody({ status: error.status, body: ours }) ?? ours
  // The route's schema covers success only; errors are serialized as they are.
  return reply
    .code(error.status)
    .headers(error.headers)
    .type(`${dialect?.mediaType ?? 'application/json'}; charset=utf-8`)
    .serializer(JSON.stringify)
    .send(body)
}

/** Errors that the framework and its file server raise before a handler runs. */
function frameworkError(
  { code = '', statusCode: status = 500, message, expose }: Partial<FastifyError & { expose: boolean }>,
  bodyLimit: number | undefined,
) {
  switch (code) {
    case 'FST_ERR_BAD_URL':
      return new HttpError(400, { non_field_errors: ['The path is not percent-encoded UTF-8.'] })
    // A malformed id.
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return NOT_FOUND
  }
  switch (status) {
    case 400:
      return new HttpError(400, { non_field_errors: [message ?? 'The request could not be read.'] })
    case 413:
      return new HttpError(413, {
        detail: `The request body is larger than ${inMegabytes(bodyLimit ?? BODY_LIMIT_BYTES)}.`,
      })
    case 414:
    case 431:
      return new HttpError(status, { detail: 'The request line or its headers are too long.' })
    case 415:
      return new HttpError(415, { detail: 'Unsupported media type: send application/json.' })
  }
  // Other libraries' errors may have a status too, of an answer to us.
  const isForClient = status > 400 && status < 500 && (code.startsWith('FST_') || expose === true)
  return isForClient ? new HttpError(status, { detail: `${STATUS_CODES[status] ?? 'Refused'}.` }) : undefined
}
