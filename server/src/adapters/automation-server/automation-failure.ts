/**
 * - `unreachable`: the request was certainly not carried out.
 * - `lost_answer`: it was sent, but its answer is missing or unreadable: it may have been carried out.
 * - `refused`: the server said no, with `httpStatus`.
 * - `not_found`: 404. `unauthorized`: 401, or there is no token to send.
 * - `cancelled`: the caller's signal, or a changed connection, ended it before it was sent; a read at any time.
 */
export type AutomationFailureReason =
  'unreachable' | 'lost_answer' | 'refused' | 'not_found' | 'unauthorized' | 'cancelled'

/** For people: the server's own words; never a credential, never HTML. */
export class AutomationFailure extends Error {
  override readonly name = 'AutomationFailure'
  readonly reason: AutomationFailureReason
  readonly httpStatus: number | undefined

  constructor(reason: AutomationFailureReason, message: string, httpStatus?: number) {
    super(message)
    this.reason = reason
    this.httpStatus = httpStatus
  }
}
