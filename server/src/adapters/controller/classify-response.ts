import { type Refusal, refuse, type RefusalDetails } from '../outbound/controller-failure.ts'
import { readControllerError, type ControllerError } from './controller-error.ts'

/** An HTTP response as read, before it is classified. */
export type ControllerAnswer = {
  readonly ok: true
  readonly status: number
  readonly body: Uint8Array<ArrayBuffer>
  /** The body is still compressed. */
  readonly packed?: PackedBody
}

export type PackedBody = {
  readonly encoding: 'gzip'
  /** Of the unpacked body: unpacking must stop there. */
  readonly maxBytes: number
}

const OVERLOADED = new Set([405, 429, 500, 502, 503, 504])
export const HEAD_BYTES = 400
const TAIL_BYTES = 64

/**
 * Classifies a response by its status and the beginning and end of its body: a large body is parsed elsewhere. An error
 * object takes precedence over the status.
 */
export function classifyResponse(answer: ControllerAnswer): ControllerAnswer | Refusal {
  const head = textOf(answer.body.subarray(0, HEAD_BYTES))
  const error = readControllerError(head, answer.body)
  if (error !== undefined) return judgeControllerError(answer.status, error)
  if (answer.status === 200 && isEnvelope(head)) return isComplete(answer.body) ? answer : cutOff()
  return judgeForeignAnswer(answer.status, head)
}

function judgeControllerError(status: number, { code, text }: ControllerError): Refusal {
  const refused = (reason: Refusal['failure']['reason'], next: Refusal['next'] = 'give_up'): Refusal =>
    refuse(reason, `The controller answered: ${text} (error ${code})`, { code, httpStatus: status, next })
  if (/dataset is too big/i.test(text)) return refused('too_big')
  if (/resolve timeout/i.test(text)) return refused('controller_timeout')
  if (/unable to deliver the message/i.test(text)) return refused('busy', 'retry')
  if (/unresolved class|\bclass \S+ not found|unknown class/i.test(text)) return refused('unknown_class')
  if (isLoginProblem(status) || isLoginProblem(Number(code))) return refused('login_failed', 'log_in')
  if (OVERLOADED.has(status) || OVERLOADED.has(Number(code))) return refused('busy', 'retry')
  return refused('bad_filter')
}

/** Responses from a proxy, from the web server in front of a controller, or from something that is not a controller. */
function judgeForeignAnswer(status: number, head: string): Refusal {
  const details: RefusalDetails = { httpStatus: status }
  if (status >= 300 && status < 400)
    return refuse(
      'unreachable',
      `The address responds with a redirect (HTTP ${status}), which is not followed. Enter the controller's own address.`,
      details,
    )
  if (isLoginProblem(status))
    return refuse(
      'login_failed',
      `The web server refused the request (HTTP ${status}) before it reached a controller.`,
      {
        ...details,
        next: 'log_in',
      },
    )
  if (OVERLOADED.has(status) || (status === 404 && head.includes('Cisco APIC')))
    return refuse(
      'busy',
      `The controller's web server answered HTTP ${status}: it is throttling requests or not ready.`,
      {
        ...details,
        next: 'retry',
      },
    )
  if (status === 400 || status === 413 || status === 414)
    return refuse('bad_filter', `The web server rejected the request (HTTP ${status}).`, details)
  const found = /^\s*</.test(head) ? 'a web page' : 'something'
  return refuse(
    'unreachable',
    `The address responded (HTTP ${status}) with ${found} that is not a controller's response.`,
    details,
  )
}

function isLoginProblem(status: number): boolean {
  return status === 401 || status === 403
}

/** Whether a text begins like a controller's response. */
export function isEnvelope(head: string): boolean {
  return /^\s*\{/.test(head) && head.includes('"imdata"')
}

/**
 * A proxy may truncate a body and announce the shorter length. A body that ends like a complete response may still be
 * incomplete, which parsing reveals.
 */
function isComplete(body: Uint8Array): boolean {
  return /(?:\]|"totalCount"\s*:\s*"?\d+"?|"subscriptionId"\s*:\s*"\d*")\s*\}\s*$/.test(
    textOf(body.subarray(-TAIL_BYTES)),
  )
}

function cutOff(): Refusal {
  return refuse('unreachable', "The controller's response was truncated.", { httpStatus: 200, next: 'retry' })
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
