import type { AbortReason } from '../../adapters/controller/controller-client.ts'
import type { RunFailure } from './engine-types.ts'
import { CANCELLED, SERVER_STOPPED } from './run-failures.ts'
import type { RunTime } from './run-time.ts'

export type RunEndTerms = {
  readonly time: RunTime
  /** A user cancelled the run: requests in flight finish, nothing else is sent. */
  readonly cancel?: AbortSignal
  /** The client waiting for the run disconnected. */
  readonly disconnected?: AbortSignal | undefined
  /** The process is stopping, or another one has taken over the run. */
  readonly stop: AbortSignal
}

export type RunEndSignal = ReturnType<typeof openRunEnd>

/** What ends a run early, and why. Closing it aborts the requests a run leaves behind, such as prefetched pages. */
export function openRunEnd({ time, cancel, disconnected, stop }: RunEndTerms) {
  const controller = new AbortController()
  let cause: RunFailure | undefined
  const endWith = (failure: RunFailure, reason?: AbortReason) => () => {
    cause ??= failure
    controller.abort(reason)
  }
  const releases = [
    time.onLate((failure) => endWith(failure)()),
    onAbort(stop, endWith(SERVER_STOPPED)),
    ...(cancel ? [onAbort(cancel, endWith(CANCELLED, 'let_finish'))] : []),
    ...(disconnected ? [onAbort(disconnected, endWith(CANCELLED))] : []),
  ]
  return {
    signal: controller.signal,
    cause: () => cause,
    close: () => {
      for (const release of releases) release()
      controller.abort()
    },
  }
}

function onAbort(signal: AbortSignal, listener: () => void): () => void {
  signal.addEventListener('abort', listener)
  if (signal.aborted) listener()
  return () => signal.removeEventListener('abort', listener)
}
