import { SECOND } from '../durations.ts'

/** The errors services throw. One handler turns them into the documented bodies; anything else is a 500. */
export class HttpError extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, body: Record<string, unknown>, headers: Record<string, string> = {}) {
    super(typeof body.detail === 'string' ? body.detail : JSON.stringify(body))
    this.name = new.target.name
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** 400: every wrong field at once. */
export class FieldErrors extends HttpError {
  readonly fields: Readonly<Record<string, string[]>>

  constructor(fields: Record<string, string[]>, extra: Record<string, unknown> = {}) {
    super(400, { ...fields, ...extra })
    this.fields = fields
  }

  static nonField(...messages: string[]): FieldErrors {
    return new FieldErrors({ non_field_errors: messages })
  }
}

export class Unauthorized extends HttpError {
  constructor(detail = 'Authentication credentials were not provided or are not valid.') {
    super(401, { detail }, { 'www-authenticate': 'Bearer' })
  }
}

export class Forbidden extends HttpError {
  constructor(detail = 'You do not have permission to perform this action.') {
    super(403, { detail })
  }
}

/** `extra` helps the caller (`suggestions`). */
export class NotFound extends HttpError {
  constructor(detail = 'Not found.', extra: Record<string, unknown> = {}) {
    super(404, { detail, ...extra })
  }
}

/** 409: `code` is for programs, `extra` helps the caller (`active_run_id`, `children`). */
export class Conflict extends HttpError {
  constructor(detail: string, code: string, extra: Record<string, unknown> = {}) {
    super(409, { detail, code, ...extra })
  }
}

export class PreconditionFailed extends HttpError {
  constructor() {
    super(412, { detail: 'The object has changed since it was read. Read it again, then repeat the change.' })
  }
}

export class Throttled extends HttpError {
  /** Reported in whole seconds, at least one. */
  constructor(retryAfterMs: number, detail = 'Too many requests.') {
    const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / SECOND))
    super(429, { detail: `${detail} Try again in ${retryAfterSeconds} s.` }, { 'retry-after': String(retryAfterSeconds) })
  }
}

export class ServiceUnavailable extends HttpError {
  constructor(detail: string) {
    super(503, { detail })
  }
}
