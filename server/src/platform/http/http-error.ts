import {
  BadGateway,
  Conflict,
  FieldErrors,
  Forbidden,
  NotFound,
  PreconditionFailed,
  type ServiceError,
  ServiceUnavailable,
  Throttled,
  Unauthorized,
} from '../../kernel/errors.ts'

/** What goes out for an error. */
export class HttpError extends Error {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, body: Readonly<Record<string, unknown>>, headers: Record<string, string> = {}) {
    super(typeof body.detail === 'string' ? body.detail : JSON.stringify(body))
    this.name = 'HttpError'
    this.status = status
    this.body = body
    this.headers = headers
  }
}

const STATUSES: readonly (readonly [abstract new (...args: never[]) => ServiceError, number])[] = [
  [FieldErrors, 400],
  [Unauthorized, 401],
  [Forbidden, 403],
  [NotFound, 404],
  [Conflict, 409],
  [PreconditionFailed, 412],
  [Throttled, 429],
  [BadGateway, 502],
  [ServiceUnavailable, 503],
]

/** The documented status and headers of an error that a service threw. */
export function httpErrorOf(error: ServiceError): HttpError {
  const status = STATUSES.find(([kind]) => error instanceof kind)?.[1] ?? 500
  return new HttpError(status, error.body, headersOf(error))
}

function headersOf(error: ServiceError): Record<string, string> {
  if (error instanceof Unauthorized) return { 'www-authenticate': 'Bearer' }
  if (error instanceof Throttled || error instanceof ServiceUnavailable) {
    return error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.retryAfterSeconds) }
  }
  return {}
}
