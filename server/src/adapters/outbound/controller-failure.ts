export type FailureReason =
  | 'unreachable'
  | 'tls'
  | 'login_failed'
  | 'unknown_class'
  | 'bad_filter'
  | 'too_big'
  | 'controller_timeout'
  | 'busy'
  /** The account may not read this. */
  | 'forbidden'
  /** The responses contradict each other: objects are missing. */
  | 'incomplete'
  | 'cancelled'
  | 'deadline'

export type ControllerFailure = {
  readonly reason: FailureReason
  /** For people: a controller's own words; never a credential, never another host's page. */
  readonly message: string
  /** The controller's own code, not always its HTTP status. */
  readonly code?: string
  readonly httpStatus?: number
}

/** What callers of the adapter get instead of a response. */
export type Failed = { readonly ok: false; readonly failure: ControllerFailure }

/** A failure inside the adapter, with what to do next. */
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

export type RefusalDetails = Partial<Pick<Refusal, 'next'>> & Pick<ControllerFailure, 'code' | 'httpStatus'>

/** The same refusal with another message. */
export function withMessage(refusal: Refusal, message: string): Refusal {
  return { ...refusal, failure: { ...refusal.failure, message: shorten(message) } }
}

/** Masks secrets, in case a server echoes what it was sent. */
export function withoutSecrets(refusal: Refusal, secrets: readonly string[]): Refusal {
  const known = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
  return withMessage(
    refusal,
    known.reduce((message, secret) => message.replaceAll(secret, '***'), refusal.failure.message),
  )
}

function shorten(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim()
  return line.length <= MESSAGE_LENGTH ? line : `${line.slice(0, MESSAGE_LENGTH - 1)}…`
}
