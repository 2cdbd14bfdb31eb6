import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { HttpError } from './http-error.ts'
import { USUAL_HEADERS } from './usual-headers.ts'

/** Answers what is not HTTP, which never becomes a request, in the documented shape, and closes the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket, logger: Logger): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, body } = httpErrorOf(error.code)
  const requestId = randomUUID()
  logger.info({ reqId: requestId, status, code: error.code }, 'unreadable request')
  socket.end(responseText(status, JSON.stringify(body), requestId), () => socket.destroy())
}

function httpErrorOf(code: string | undefined): HttpError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError(408, { detail: 'The request did not arrive in time.' })
    case 'HPE_HEADER_OVERFLOW':
      return new HttpError(431, { detail: 'The request line or its headers are too long.' })
    default:
      return new HttpError(400, { non_field_errors: ['The request is not valid HTTP.'] })
  }
}

function responseText(status: number, body: string, requestId: string): string {
  const headers = {
    ...USUAL_HEADERS,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}
