import type { AbortReason, ControllerClient } from '../../../adapters/controller/controller-client.ts'
import type { EngineEvent, ResultChunk, RunFailure, RunInput, RunLimits, RunOutcome, Stage } from './engine-types.ts'
import type { EnginePool } from './engine-pool.ts'
import { CANCELLED, SERVER_STOPPED } from './run-failures.ts'

export type RunResult = {
  readonly outcome: RunOutcome
  readonly chunks: readonly ResultChunk[]
  /** The process stopped the run, which may continue in another one. */
  readonly stopped: boolean
}

type Options = {
  readonly input: RunInput
  /** The client of a connection; undefined if the connection has been deleted. */
  readonly clientOf: (connection: string) => Promise<ControllerClient | undefined>
  readonly timeoutMs: number
  /** A user cancelled the run: requests in flight finish, nothing else is sent. */
  readonly cancel: AbortSignal
  /** The client waiting for the run disconnected. */
  readonly disconnected?: AbortSignal | undefined
  /** The process is stopping, or another one has taken over the run. */
  readonly stop: AbortSignal
  readonly limits: RunLimits
  readonly onEvent: (event: EngineEvent) => void
  readonly onStages: (stages: readonly Stage[]) => void
}

const DELETED: RunFailure = { reason: 'unreachable', message: 'The controller connection of this query was deleted.' }

/** Runs a plan to its end: result, failure, deadline, cancel or stop. Never throws because of the controller. */
export async function executePlan(engines: EnginePool, options: Options): Promise<RunResult> {
  const end = openEnd(options)
  const clientOf = oncePerConnection(options.clientOf)
  const chunks: ResultChunk[] = []
  try {
    const outcome = await engines.run(options.input, options.limits, {
      get: async (connection, path) => {
        const client = await clientOf(connection)
        if (!client) return { ok: false, failure: DELETED }
        const answer = await client.get(path, { signal: end.signal })
        return end.cause() ? { ok: false, failure: end.cause()! } : answer
      },
      emit: options.onEvent,
      stages: options.onStages,
      chunk: (chunk) => chunks.push(chunk),
      signal: end.signal,
      failureOfAbort: () => end.cause() ?? CANCELLED,
    })
    if (outcome.ok) return { outcome, chunks, stopped: false }
    // However the engine reported its aborted requests, the cause is the deadline, the cancel or the stop.
    const failure = { ...outcome.failure, ...end.cause() }
    return { outcome: { ...outcome, failure }, chunks: [], stopped: end.cause() === SERVER_STOPPED }
  } finally {
    end.close()
  }
}

/** Reads the connection, decrypts its password and warns about unverified TLS once per run, not for every page. */
function oncePerConnection(clientOf: Options['clientOf']): Options['clientOf'] {
  const clients = new Map<string, ReturnType<Options['clientOf']>>()
  return (connection) => {
    const client = clients.get(connection) ?? clientOf(connection)
    clients.set(connection, client)
    return client
  }
}

/** What ends a run early, and why. Closing it aborts the requests a run leaves behind, such as prefetched pages. */
function openEnd({ timeoutMs, cancel, disconnected, stop }: Options) {
  const controller = new AbortController()
  let cause: RunFailure | undefined
  const endWith = (failure: RunFailure, reason?: AbortReason) => () => {
    cause ??= failure
    controller.abort(reason)
  }
  const timer = setTimeout(endWith(lateAfter(timeoutMs)), timeoutMs)
  const releases = [
    onAbort(stop, endWith(SERVER_STOPPED)),
    onAbort(cancel, endWith(CANCELLED, 'let_finish')),
    ...(disconnected ? [onAbort(disconnected, endWith(CANCELLED))] : []),
  ]
  return {
    signal: controller.signal,
    cause: () => cause,
    close: () => {
      clearTimeout(timer)
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

function lateAfter(timeoutMs: number): RunFailure {
  const message = `The run took longer than ${timeoutMs / 1000} s. Narrow it with filters or a scope, or run it in the background.`
  return { reason: 'deadline', message }
}
