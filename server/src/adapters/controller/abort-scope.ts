import { type Refusal, refuse } from './controller-failure.ts'

/** The reasons a request may be stopped for, told apart by the `reason` of its signal. */
export class RequestTimeout extends Error {
  override readonly name = 'RequestTimeout'
  readonly timeoutMs: number

  constructor(timeoutMs: number) {
    super(`no complete answer within ${timeoutMs} ms`)
    this.timeoutMs = timeoutMs
  }
}

export class ConnectionClosed extends Error {
  override readonly name = 'ConnectionClosed'
}

export type AbortScope = {
  readonly signal: AbortSignal
  /** Takes the listeners off long-lived signals and stops the timer. */
  readonly close: () => void
}

/** A signal that follows the given ones and, with `timeoutMs`, a timer. `AbortSignal.any` would hold on to long-lived sources. */
export function openAbortScope(sources: readonly AbortSignal[], timeoutMs?: number): AbortScope {
  const controller = new AbortController()
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => controller.abort(new RequestTimeout(timeoutMs)), timeoutMs)
  const releases = sources.map((source) => onAbort(source, () => controller.abort(source.reason)))
  return {
    signal: controller.signal,
    close: () => {
      clearTimeout(timer)
      for (const release of releases) release()
    },
  }
}

/** Calls back once, at once when the signal is aborted already; returns how to stop listening. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener()
    return () => undefined
  }
  signal.addEventListener('abort', listener, { once: true })
  return () => signal.removeEventListener('abort', listener)
}

/** What the caller is told about a request that its signal stopped. */
export function refusalOfAbort(signal: AbortSignal): Refusal {
  const reason: unknown = signal.reason
  if (reason instanceof RequestTimeout)
    return refuse('controller_timeout', `The controller gave no complete answer within ${seconds(reason.timeoutMs)}.`)
  if (reason instanceof ConnectionClosed) return refuse('cancelled', 'The controller connection was changed, deleted or closed.')
  return isDeadline(reason) ? refuse('deadline', 'The time allowed for the run is over.') : refuse('cancelled', 'The run was cancelled.')
}

/** Waits for a promise that others share: the signal ends the wait, not the work. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | Refusal> {
  if (signal.aborted) return refusalOfAbort(signal)
  let release = (): void => undefined
  const aborted = new Promise<Refusal>((resolve) => {
    release = onAbort(signal, () => resolve(refusalOfAbort(signal)))
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    release()
  }
}

/** Reasons that callers give in words. */
export type AbortReason = 'deadline' | 'let_finish'

/** The longest that a request goes on whose answer nobody wants any more. */
const LET_FINISH_MS = 10_000

/**
 * A signal for a request on the wire: it follows its source, except for one that wants nothing more but would not have
 * the controller interrupted. Such a request goes on for a while, if it `mayFinish`; its answer is thrown away.
 */
export function openWireScope(source: AbortSignal, timeoutMs: number, mayFinish: () => boolean): AbortScope {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new RequestTimeout(timeoutMs)), timeoutMs)
  let finishing: NodeJS.Timeout | undefined
  const release = onAbort(source, () => {
    const abort = () => controller.abort(source.reason)
    if (source.reason === ('let_finish' satisfies AbortReason) && mayFinish()) finishing = setTimeout(abort, LET_FINISH_MS)
    else abort()
  })
  return {
    signal: controller.signal,
    close: () => {
      clearTimeout(timer)
      clearTimeout(finishing)
      release()
    },
  }
}

/** `AbortSignal.timeout` and anything named like its error, or the plain word. */
function isDeadline(reason: unknown): boolean {
  return reason === 'deadline' || (reason instanceof Error && reason.name === 'TimeoutError')
}

function seconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`
}
