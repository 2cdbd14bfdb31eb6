import { followAbort } from '../../kernel/follow-abort.ts'
import { type Refusal, refuse } from './controller-failure.ts'

/** Why a request was stopped, as the `reason` of its signal. */
export class RequestTimeout extends Error {
  override readonly name = 'RequestTimeout'
  readonly timeoutMs: number

  constructor(timeoutMs: number) {
    super(`no complete response within ${timeoutMs} ms`)
    this.timeoutMs = timeoutMs
  }
}

export class ConnectionClosed extends Error {
  override readonly name = 'ConnectionClosed'
}

export type AbortScope = {
  readonly signal: AbortSignal
  /** Removes the listeners from long-lived signals and stops the timer. */
  readonly close: () => void
}

/**
 * A signal that follows the given ones and, with `timeoutMs`, a timer. `AbortSignal.any` would leak on long-lived
 * sources.
 */
export function openAbortScope(sources: readonly AbortSignal[], timeoutMs?: number): AbortScope {
  const controller = new AbortController()
  const timer =
    timeoutMs === undefined ? undefined : setTimeout(() => controller.abort(new RequestTimeout(timeoutMs)), timeoutMs)
  // The listeners of a signal that has already aborted are called later.
  for (const source of sources) if (source.aborted) controller.abort(source.reason)
  const listeners = sources.map((source) => followAbort(source, () => controller.abort(source.reason)))
  return {
    signal: controller.signal,
    close: () => {
      clearTimeout(timer)
      for (const listener of listeners) listener[Symbol.dispose]()
    },
  }
}

/** The caller's answer for a request that its signal stopped. */
export function refusalOfAbort(signal: AbortSignal): Refusal {
  const reason: unknown = signal.reason
  if (reason instanceof RequestTimeout)
    return refuse('controller_timeout', `The controller sent no complete response within ${seconds(reason.timeoutMs)}.`)
  if (reason instanceof ConnectionClosed)
    return refuse('cancelled', 'The controller connection was changed, deleted or closed.')
  return isDeadline(reason)
    ? refuse('deadline', 'The run exceeded its time limit.')
    : refuse('cancelled', 'The run was cancelled.')
}

/** Awaits a shared promise: the signal ends the wait, not the work. */
export async function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T | Refusal> {
  if (signal.aborted) return refusalOfAbort(signal)
  const { promise: aborted, resolve } = Promise.withResolvers<Refusal>()
  using _listener = followAbort(signal, () => resolve(refusalOfAbort(signal)))
  return await Promise.race([work, aborted])
}

/** Reasons that callers give as a string. */
export type AbortReason = 'deadline' | 'let_finish'

/** How long a request may continue after its response is no longer wanted. */
const LET_FINISH_MS = 10_000

/**
 * A signal for a request on the wire. It follows its source, except after `let_finish`: the caller no longer wants the
 * response but the controller should not be interrupted. Such a request continues for a while, if it `mayFinish`; its
 * response is discarded.
 */
export function openWireScope(source: AbortSignal, timeoutMs: number, mayFinish: () => boolean): AbortScope {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new RequestTimeout(timeoutMs)), timeoutMs)
  let finishing: NodeJS.Timeout | undefined
  const listener = followAbort(source, () => {
    const abort = () => controller.abort(source.reason)
    if (source.reason === ('let_finish' satisfies AbortReason) && mayFinish())
      finishing = setTimeout(abort, LET_FINISH_MS)
    else abort()
  })
  return {
    signal: controller.signal,
    close: () => {
      clearTimeout(timer)
      clearTimeout(finishing)
      listener[Symbol.dispose]()
    },
  }
}

/** `AbortSignal.timeout`, anything named like its error, or the plain string. */
function isDeadline(reason: unknown): boolean {
  return reason === 'deadline' || (reason instanceof Error && reason.name === 'TimeoutError')
}

/** For messages. */
export function seconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`
}
