import { SECOND } from './durations.ts'

/**
 * The errors services throw, with the body the client gets. `platform/http` maps each kind to a status; anything else
 * is a 500.
 */
export abstract class ServiceError extends Error {
  readonly body: Readonly<Record<string, unknown>>

  constructor(body: Record<string, unknown>) {
    super(typeof body.detail === 'string' ? body.detail : JSON.stringify(body))
    this.name = new.target.name
    this.body = body
  }
}

/** Bad input: every wrong field at once. */
export class FieldErrors extends ServiceError {
  readonly fields: Readonly<Record<string, string[]>>

  constructor(fields: Record<string, string[]>, extra: Record<string, unknown> = {}) {
    super({ ...fields, ...extra })
    this.fields = fields
  }

  static nonField(...messages: string[]): FieldErrors {
    return new FieldErrors({ non_field_errors: messages })
  }
}

export class Unauthorized extends ServiceError {
  constructor(detail = 'Authentication credentials were not provided or are not valid.') {
    super({ detail })
  }
}

export class Forbidden extends ServiceError {
  /** `extra` is for programs: `code`, or the `permission` that is missing. */
  constructor(
    detail = 'You do not have permission to perform this action.',
    extra: { readonly code?: string; readonly permission?: string } = {},
  ) {
    super({ detail, ...extra })
  }
}

/** `extra` helps the caller (`suggestions`). */
export class NotFound extends ServiceError {
  constructor(detail = 'Not found.', extra: Record<string, unknown> = {}) {
    super({ detail, ...extra })
  }
}

/** `code` is for programs, `extra` helps the caller (`active_run_id`, `children`). */
export class Conflict extends ServiceError {
  constructor(detail: string, code: string, extra: Record<string, unknown> = {}) {
    super({ detail, code, ...extra })
  }
}

export class PreconditionFailed extends ServiceError {
  constructor() {
    super({ detail: 'The object has changed since it was read. Read it again, then repeat the change.' })
  }
}

export class Throttled extends ServiceError {
  /** At least one. */
  readonly retryAfterSeconds: number

  constructor(retryAfterMs: number, detail = 'Too many requests.') {
    const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / SECOND))
    super({ detail: `${detail} Try again in ${retryAfterSeconds} s.` })
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Another service that the answer depends on failed. */
export class BadGateway extends ServiceError {
  /** `extra` is for programs, such as the `reason` of a controller. */
  constructor(detail: string, extra: Record<string, unknown> = {}) {
    super({ detail, ...extra })
  }
}

export class ServiceUnavailable extends ServiceError {
  /** Undefined when waiting does not help. */
  readonly retryAfterSeconds: number | undefined

  constructor(detail: string, retryAfterMs?: number) {
    super({ detail })
    this.retryAfterSeconds = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / SECOND)
  }
}

/** How long to leave a service alone that did not answer. */
export const OUTAGE_RETRY_MS = 10 * SECOND

/** The cache refused or timed out. After a timeout it is unknown whether the operation was, or will be, carried out. */
export class CacheUnavailable extends Error {
  override readonly name = 'CacheUnavailable'
}

/** The row a lookup found; throws `NotFound` if there is none. */
export function orNotFound<T>(row: T | undefined): T {
  if (row === undefined) throw new NotFound()
  return row
}
