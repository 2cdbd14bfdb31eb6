export type FailureReason =
  | 'unreachable'
  | 'tls'
  | 'login_failed'
  | 'unknown_class'
  | 'bad_filter'
  | 'too_big'
  | 'controller_timeout'
  | 'busy'
  | 'cancelled'
  | 'deadline'

export type ControllerFailure = {
  readonly reason: FailureReason
  /** For people: the controller's own words when it is one; never a credential, never a foreign host's page. */
  readonly message: string
  /** The controller's own code, not always its HTTP status. */
  readonly code?: string
  readonly http_status?: number
}

/** What callers of the adapter get instead of an answer. */
export type Failed = { readonly ok: false; readonly failure: ControllerFailure }

/** A failure inside the adapter, with what may be done about it. */
export type Refusal = {
  readonly ok: false
  readonly failure: ControllerFailure
  readonly next: 'give_up' | 'retry' | 'log_in'
}

const MESSAGE_LENGTH = 300

export function refuse(reason: FailureReason, message: string, details: RefusalDetails = {}): Refusal {
  const { next = 'give_up', ...rest } = details
  return { ok: false, next, failure: { reason, message: shorten(message), ...rest } }
}

export type RefusalDetails = Partial<Pick<Refusal, 'next'>> & Pick<ControllerFailure, 'code' | 'http_status'>

/** The same refusal with other words. */
export function reworded(refusal: Refusal, message: string): Refusal {
  return { ...refusal, failure: { ...refusal.failure, message: shorten(message) } }
}

/** Blanks out secrets, should a server send back what it was sent. */
export function withoutSecrets(refusal: Refusal, secrets: readonly string[]): Refusal {
  const known = secrets.filter((secret) => secret !== '').flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
  return reworded(
    refusal,
    known.reduce((message, secret) => message.replaceAll(secret, '***'), refusal.failure.message),
  )
}

function shorten(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim()
  return line.length <= MESSAGE_LENGTH ? line : `${line.slice(0, MESSAGE_LENGTH - 1)}…`
}
