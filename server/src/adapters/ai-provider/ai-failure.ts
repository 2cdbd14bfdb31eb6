/**
 * - `unauthorized`: no key, a wrong one, or one that may not do this.
 * - `unknown_model`: the model or deployment does not exist, or takes no part in chats.
 * - `rate_limited`: too many requests, with the seconds to wait if the provider named them. `out_of_credit`: no more.
 * - `refused`: the provider said no to the request, for another reason. `declined`: the model would not answer, or a
 *   filter kept it from answering.
 * - `unreachable`: no answer. `timeout`: none in time. `broken`: an answer that cannot be used: cut off, not JSON, of
 *   another shape.
 * - `cancelled`: the caller's signal.
 */
export type AiFailureReason =
  | 'unauthorized'
  | 'unknown_model'
  | 'rate_limited'
  | 'out_of_credit'
  | 'refused'
  | 'declined'
  | 'unreachable'
  | 'timeout'
  | 'broken'
  | 'cancelled'

/** An AI provider did not answer. The message is for people: the provider's own words, never a key, never HTML. */
export class AiFailure extends Error {
  override readonly name = 'AiFailure'
  readonly reason: AiFailureReason
  readonly retryAfterSeconds: number | undefined

  constructor(reason: AiFailureReason, message: string, retryAfterSeconds?: number) {
    super(message)
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
  }
}
