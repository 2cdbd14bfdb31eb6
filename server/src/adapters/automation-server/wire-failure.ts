import { ConnectionClosed, RequestTimeout } from '../outbound/abort-scope.ts'
import { describeNetworkError, type NetworkProblem } from '../outbound/describe-network-error.ts'
import { BodyTooBig, UnknownEncoding } from '../outbound/read-body.ts'
import { AutomationFailure, type AutomationFailureReason } from './automation-failure.ts'

/** A failure of the connection: there is no answer, or not all of it. */
export class WireFailure extends AutomationFailure {
  readonly kind: NetworkProblem['kind']

  constructor(reason: AutomationFailureReason, { kind, message }: NetworkProblem) {
    super(reason, message)
    this.kind = kind
  }
}

/** The answer is larger than the caller wanted to read. */
export class AnswerTooBig extends AutomationFailure {
  constructor() {
    super('lost_answer', "The automation server's answer is too large to be read.")
  }
}

export const cancelled = (message = 'The request was cancelled.'): AutomationFailure =>
  new AutomationFailure('cancelled', message)

/** What an error of the HTTP library means; `isSent` if the server may have seen a request that changes something. */
export function wireFailure(error: unknown, signal: AbortSignal, isSent: boolean): AutomationFailure {
  if (error instanceof AutomationFailure) return error
  if (signal.aborted) return failureOfAbort(signal.reason, isSent)
  if (error instanceof BodyTooBig) return new AnswerTooBig()
  if (error instanceof UnknownEncoding)
    return new AutomationFailure('lost_answer', 'The answer has a content encoding that was not requested.')
  const problem = describeNetworkError(error)
  const isLost = isSent || problem.kind === 'interrupted' || problem.kind === 'timeout'
  return new WireFailure(isLost ? 'lost_answer' : 'unreachable', problem)
}

function failureOfAbort(reason: unknown, isSent: boolean): AutomationFailure {
  if (reason instanceof RequestTimeout) {
    const message = `The automation server sent no complete answer within ${Math.round(reason.timeoutMs / 1000)} s.`
    return new WireFailure('lost_answer', { kind: 'timeout', message })
  }
  if (isSent)
    return new AutomationFailure('lost_answer', 'The request was sent, but nobody waited for its answer any longer.')
  return reason instanceof ConnectionClosed
    ? cancelled('The automation connection was changed, deleted or closed.')
    : cancelled()
}
