import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../../kernel/errors.ts'
import { HttpError, httpErrorOf } from './http-error.ts'

/**
 * Turns whatever a handler threw into the documented body; never a stack trace, and never a library's message on a 5xx.
 */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    if (error instanceof ServiceError) return sendHttpError(httpErrorOf(error), request, reply)
    if (error instanceof HttpError) return sendHttpError(error, request, reply)
    const known = frameworkError(error as Partial<FastifyError>)
    if (known) return sendHttpError(known, request, reply)
    request.log.error({ err: error }, 'request failed')
    return sendHttpError(new HttpError(500, { detail: 'The server could not answer this request.' }), request, reply)
  })
  app.setNotFoundHandler((request, reply) => sendHttpError(new HttpError(404, { detail: 'Not found.' }), request, reply))
}

function sendHttpError(error: HttpError, request: FastifyRequest, reply: FastifyReply) {
  const body = error.status >= 500 ? { ...error.body, request_id: request.id } : error.body
  // The route's schema covers success only; errors are serialized as they are.
  return reply.code(error.status).headers(error.headers).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

/** Errors the framework raises before a handler runs. */
function frameworkError(error: Partial<FastifyError>): HttpError | undefined {
  switch (error.statusCode) {
    case 400:
      return new HttpError(400, { non_field_errors: [error.message ?? 'The request could not be read.'] })
    case 413:
      return new HttpError(413, { detail: 'The request body is larger than 10 MB.' })
    case 414:
    case 431:
      return new HttpError(error.statusCode, { detail: 'The request line or its headers are too long.' })
    case 415:
      return new HttpError(415, { detail: 'Unsupported media type: send application/json.' })
    default:
      return undefined
  }
}
