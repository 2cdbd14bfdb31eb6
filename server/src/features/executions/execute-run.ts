import type { ControllerClient } from '../../adapters/controller/controller-client.ts'
import type { EngineEvent, ResultChunk, RunFailure, RunInput, RunLimits, RunOutcome } from './engine/engine-types.ts'
import type { EnginePool } from './engine/engine-pool.ts'
import { CANCELLED, SERVER_STOPPED } from './engine/run-failures.ts'

export type RunResult = { readonly outcome: RunOutcome; readonly chunks: readonly ResultChunk[] }

type Options = {
  readonly input: RunInput
  /** The client of a connection, or undefined when it was deleted meanwhile. */
  readonly clientOf: (connection: string) => Promise<ControllerClient | undefined>
  readonly timeoutMs: number
  /** A cancel, or a client that went away. */
  readonly cancel: AbortSignal
  /** The server stops. */
  readonly stop: AbortSignal
  readonly limits: RunLimits
  readonly onEvent: (event: EngineEvent) => void
}

const DELETED: RunFailure = { reason: 'unreachable', message: 'The controller connection of this query was deleted.' }

/** Runs a plan to its end, whatever ends it: result, failure, deadline, cancel or stop. Never throws for what the controller does. */
export async function executeRun(engines: EnginePool, options: Options): Promise<RunResult> {
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
      chunk: (chunk) => chunks.push(chunk),
      signal: end.signal,
      failureOfAbort: () => end.cause() ?? CANCELLED,
    })
    // Whatever the engine made of its aborted requests, the cause is the deadline or the cancel.
    if (!outcome.ok && end.cause()) return { outcome: { ...outcome, failure: { ...outcome.failure, ...end.cause()! } }, chunks: [] }
    return { outcome, chunks: outcome.ok ? chunks : [] }
  } finally {
    end.close()
  }
}

/** A run keeps the client it began with: the connection is read, its password opened and unverified TLS warned of once, not for every page. */
function oncePerConnection(clientOf: Options['clientOf']): Options['clientOf'] {
  const clients = new Map<string, ReturnType<Options['clientOf']>>()
  return (connection) => {
    const client = clients.get(connection) ?? clientOf(connection)
    clients.set(connection, client)
    return client
  }
}

/** What ends a run early, and why. Closing it aborts the requests a run leaves behind, such as pages asked for ahead of need. */
function openEnd({ timeoutMs, cancel, stop }: Options) {
  const controller = new AbortController()
  let cause: RunFailure | undefined
  const endWith = (failure: RunFailure) => () => {
    cause ??= failure
    controller.abort()
  }
  const onCancel = endWith(CANCELLED)
  const onStop = endWith(SERVER_STOPPED)
  const timer = setTimeout(endWith(lateAfter(timeoutMs)), timeoutMs)
  cancel.addEventListener('abort', onCancel)
  stop.addEventListener('abort', onStop)
  if (cancel.aborted) onCancel()
  if (stop.aborted) onStop()
  return {
    signal: controller.signal,
    cause: () => cause,
    close: () => {
      clearTimeout(timer)
      cancel.removeEventListener('abort', onCancel)
      stop.removeEventListener('abort', onStop)
      controller.abort()
    },
  }
}

function lateAfter(timeoutMs: number): RunFailure {
  const message = `The run took longer than ${timeoutMs / 1000} s. Narrow it with filters or a scope, or run it in the background.`
  return { reason: 'deadline', message }
}
